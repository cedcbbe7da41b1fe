import { unmetLines, wayOutLines } from '../gate/gate-text.ts';
import { branchLabel, onBranchText } from '../place/place.ts';
import type { Standing } from '../requirement/standing.ts';
import { named, oneLine } from '../text/one-line.ts';
import { counted, listed } from '../text/phrases.ts';

/** What the model and the user are told of a call that got round a gate: which files, which call, which requirement. */
export function bypassedText(
	tool: string,
	{ paths, branches, unmet, branch, canRestore }: Bypass,
): string {
	const call = `this ${oneLine(tool)} call`;
	const names = listed(unmet.map(({ requirement }) => requirement.name));
	const files = paths.length === 0 ? [] : [`${listed(paths.map(named))} changed`];
	const commits = branches.length === 0 ? [] : [`${listed(branches.map(branchLabel))} moved`];
	const back = [
		...(paths.length === 0 ? [] : [paths.length === 1 ? 'the file' : 'the files']),
		...(branches.length === 0 ? [] : [branches.length === 1 ? 'the branch' : 'the branches']),
	].join(' and ');
	const count = `${counted(unmet.length, 'requirement')} ${unmet.length === 1 ? 'is' : 'are'}`;
	const head = `req: ${[...files, ...commits].join(' and ')} during ${call} although ${count} unmet ${onBranchText(branch)}: ${names}.`;
	const undo =
		canRestore && branches.length === 0
			? `run \`req restore\`, which puts ${back} back as before`
			: `let the user put ${back} back as before`;
	const next = `Satisfy ${unmet.length === 1 ? 'it' : 'them'} now, or ${undo}: until then the end of this turn is held.`;
	return [head, next, ...unmetLines(unmet), ...wayOutLines(unmet)].join('\n');
}

/** What got round a gate. */
interface Bypass {
	readonly paths: readonly string[];
	/** Branches that moved to other commits. */
	readonly branches: readonly string[];
	readonly unmet: readonly Standing[];
	readonly branch: string;
	/** Whether `req restore` can put all files back. */
	readonly canRestore: boolean;
}
