/** What a hook process did. */
export interface HookRun {
	/** `null` when a signal ended it. */
	readonly exit: number | null;
	/** It was ended because its time was over. */
	readonly isLate: boolean;
	readonly stdout: string;
	/** `undefined` where stdout is no JSON, or empty. */
	readonly json: unknown;
	readonly stderr: string;
	readonly ms: number;
}
