import type { Requirement } from '../config/config.ts';
import { named, oneLine, typed } from '../core/text/one-line.ts';
import { counted, listed } from '../core/text/phrases.ts';
import { branchLabel, onBranchText } from '../git/place.ts';
import { unmetLines } from './gate-text.ts';
import { nextStepLines, nextSteps } from './next-steps.ts';
import type { Status } from './status.ts';

/** What a call changed past requirements. */
interface Bypass {
	readonly paths: readonly string[];
	/** Branches that moved to other commits. */
	readonly branches: readonly string[];
	readonly unmet: readonly Status[];
	readonly branch: string;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** What the model and the user are told of a bypass: which files, which call, which requirement, and how to see it. */
export function bypassedText(
	tool: string,
	{ paths, branches, unmet, branch, now }: Bypass,
): string {
	const call = `this ${oneLine(tool)} call`;
	const names = listed(unmet.map(({ requirement }) => requirement.name));
	const files = paths.length === 0 ? [] : [`${listed(paths.map(named))} changed`];
	const commits = branches.length === 0 ? [] : [`${listed(branches.map(branchLabel))} moved`];
	const count = `${counted(unmet.length, 'requirement')} ${unmet.length === 1 ? 'is' : 'are'}`;
	const head = `req: ${[...files, ...commits].join(' and ')} during ${call} although ${count} unmet ${onBranchText(branch)}: ${names}.`;
	const next = `Satisfy ${unmet.length === 1 ? 'it' : 'them'} now.`;
	const shows = paths.length === 0 ? '' : `${typed(diffOf(paths))} shows the change. `;
	return [head, `${shows}${next}`, ...unmetLines(unmet, now), ...nextStepLines(unmet)].join('\n');
}

const MAX_NAMED = 3;

/** With the names that a shell takes as they stand. */
function diffOf(paths: readonly string[]): string {
	const plain = paths.filter((path) => /^[\w.@+][\w./@+-]*$/.test(path));
	const isAll = plain.length === paths.length && plain.length <= MAX_NAMED;
	return isAll ? `git diff -- ${plain.join(' ')}` : 'git diff';
}

/** What the model reads of changes that may be its own: one line, of which nothing follows. */
export function unattributedText(
	names: readonly string[],
	holding: readonly Requirement[],
): string {
	const ways = holding.flatMap((one) => nextSteps({ requirement: one }).slice(0, 1));
	const steps = [...new Set(ways.map(({ kind, text }) => (kind === 'skill' ? text : typed(text))))];
	const next = steps.length === 0 ? 'tell the user' : `run ${listed(steps)}`;
	return `req: changed while this ran: ${listed(names.map(named))}; if the command changed it, ${next}`;
}
