import { named, oneLine } from '../text/one-line.ts';

/** How to find out why. */
const ASK = '`req doctor --live` says which hook fails';

/** What the model and the user are told of a call that ran although nobody had checked it. `names`: what it should have waited for. */
export function uncheckedText(
	tool: string,
	{ names, branch }: { readonly names: readonly string[]; readonly branch: string },
): string {
	const what = `req: this ${oneLine(tool)} call ran without being checked: its hook did not answer, or an extension of Claude Code took it away; ${ASK}.`;
	if (names.length === 0) return what;
	return `${what} It should have waited for ${names.join(', ')}. Satisfy that on branch ${named(branch)}, or the end of this turn is held.`;
}

/** The same at the end of the turn, for all of them: `2 calls`, and which. */
export function uncheckedInTurnText(tools: readonly string[]): string {
	const kinds = [...new Set(tools)].map((tool) => {
		const count = tools.filter((one) => one === tool).length;
		return count === 1 ? oneLine(tool) : `${oneLine(tool)} (${count})`;
	});
	const calls = tools.length === 1 ? '1 call' : `${tools.length} calls`;
	return `req: ${calls} of this turn ran without being checked: ${kinds.join(', ')}; ${ASK}`;
}
