/** Whether a Bash call ran to its end: one put in the background has not finished yet (host fact 22). */
export function hasFinished(response: unknown): boolean {
	const told = response as { backgroundTaskId?: unknown; interrupted?: unknown } | null | undefined;
	return told?.backgroundTaskId === undefined && told?.interrupted !== true;
}
