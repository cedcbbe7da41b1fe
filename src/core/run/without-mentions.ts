/**
 * A prompt with which no file comes along. The client attaches what stands behind an `@` at the beginning of a word
 * without asking, wherever it lies (notes on headless clients): titles, findings and prompts of a repository are
 * anybody's.
 */
export function withoutMentions(prompt: string): string {
	return prompt.replaceAll(/(?<![\w\\/.-])@/g, '\\@');
}
