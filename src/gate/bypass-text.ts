import type { Requirement } from '../config/config.ts';
import { named, oneLine, typed } from '../core/text/one-line.ts';
import { counted, listed } from '../core/text/phrases.ts';
import { branchLabel, onBranchText } from '../git/place.ts';
import { unmetLines } from './gate-text.ts';
import { nextStepLines, nextSteps } from './next-steps.ts';
import { namesIn, type Status } from './status.ts';

/** What a call changed past requirements. */
interface Bypass {
	readonly paths: readonly string[];
	/** Branches that moved to other commits. */
	readonly refs: readonly string[];
	readonly unmet: readonly Status[];
	readonly branch: string;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

const MAX_NAMED = 3;

/** What Claude and the user are shown of a bypass: which files, which call, which requirement, and how to see it. */
export function bypassedText(tool: string, { paths, refs, unmet, branch, now }: Bypass): string {
	const files = paths.length === 0 ? [] : [`${listed(paths.map(named))} changed`];
	const commits = refs.length === 0 ? [] : [`${listed(refs.map(branchLabel))} moved`];
	const [is, them] = unmet.length === 1 ? ['is', 'it'] : ['are', 'them'];
	const what = `${[...files, ...commits].join(' and ')} during this ${oneLine(tool)} call`;
	const count = `${counted(unmet.length, 'requirement')} ${is} unmet ${onBranchText(branch)}`;
	const head = `req: ${what} although ${count}: ${listed(namesIn(unmet))}.`;
	// Only names that a shell takes as they are.
	const isPlain = paths.every((path) => /^[\w.@+][\w./@+-]*$/.test(path));
	const names = isPlain && paths.length <= MAX_NAMED ? ` -- ${paths.join(' ')}` : '';
	const shows = paths.length === 0 ? '' : `${typed(`git diff${names}`)} shows the change. `;
	const next = `${shows}Satisfy ${them} now.`;
	return [head, next, ...unmetLines(unmet, now), ...nextStepLines(unmet)].join('\n');
}

/** What Claude reads of changes that may be its own: one line, without consequences. */
export function unattributedText(
	names: readonly string[],
	blocking: readonly Requirement[],
): string {
	const ways = blocking.flatMap((one) => nextSteps({ requirement: one }).slice(0, 1));
	const steps = [...new Set(ways.map(({ kind, text }) => (kind === 'skill' ? text : typed(text))))];
	const next = steps.length === 0 ? 'tell the user' : `run ${listed(steps)}`;
	return `req: changed while this ran: ${listed(names.map(named))}; if the command changed it, ${next}`;
}
