/** The one estimate of tokens (D16). */
export const CHARS_PER_TOKEN = 4;

/** @returns `ceil(characters / 4)` */
export function estimateTokens(text: string): number {
	return Math.ceil(text.length / CHARS_PER_TOKEN);
}
