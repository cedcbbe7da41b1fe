import { fileNamesIn, textOrNothing } from '../store/read-file.ts';

/** A longer file is not read: a lesson may be shown twice then. */
const MAX_BYTES = 256 * 1024;
const MOST_RULES = 50;

/**
 * What Claude Code itself puts before the model in a project: `CLAUDE.md`, `AGENTS.md` and the rules of its root, as text. Imports are
 * not followed: a lesson that is shown twice does no harm.
 *
 * @param root of the working tree
 */
export function clientMemory(root: string): readonly string[] {
	const rules = fileNamesIn(`${root}/.claude/rules`)
		.filter((name) => name.endsWith('.md'))
		.slice(0, MOST_RULES)
		.map((name) => `.claude/rules/${name}`);
	return ['CLAUDE.md', 'AGENTS.md', ...rules]
		.map((path) => textOrNothing(`${root}/${path}`, MAX_BYTES))
		.filter((text) => text !== '');
}
