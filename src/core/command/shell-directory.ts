import type { SyntaxNode } from 'unbash';
import { type Call, programName, UNKNOWN } from './call.ts';
import { MAX_STEPS, take } from './steps.ts';

/** How one shell of a line stands while its commands run one after the other. */
export interface Shell {
	/** A spelling; empty where the line began. */
	directory: string;
	previous: string;
	/** `set -o pipefail` is on for sure: the status of every command of a pipe counts. */
	pipefail: boolean;
}

/** A longer path is none. */
const maxLength = 1_024;
/** Sources that run in the shell itself. */
const ownSources = new Set(['eval', '.', 'source', 'trap']);

/** A folder that the next step leaves again. */
const detour = /(?<=^|\/)[\w@+-][\w.@+-]*\/\.\.(?:\/|$)/g;

/** The directory that a spelling leads to from a directory. A line that leads further than a path can is not read. */
export function directoryIn(directory: string, spelling: string): string {
	const isOwn = /^[/\0\u0001]/.test(spelling);
	const path = isOwn || directory === '' ? spelling : `${directory}/${spelling}`;
	if (path.length <= maxLength) return path;
	let direct = path;
	for (let before = ''; before !== direct && take(direct.length); ) {
		before = direct;
		direct = direct.replace(detour, '');
	}
	if (direct.length <= maxLength) return direct;
	take(MAX_STEPS + 1);
	return UNKNOWN;
}

/** Whether the children of a node run in shells of their own, each. */
export function forks(node: SyntaxNode): boolean {
	switch (node.type) {
		case 'Subshell':
		case 'Coproc':
		case 'CommandExpansion':
		case 'ProcessSubstitution':
			return true;
		case 'Statement':
			return node.background === true;
		case 'Pipeline':
			return node.commands.length > 1;
		default:
			return false;
	}
}

/** The shell that reads the source that a call holds. */
export function shellInside(shell: Shell, { words, directory }: Call): Shell {
	if (ownSources.has(programName(words[0]))) return shell;
	const at = words.indexOf('pipefail');
	const pipefail = at > 0 && /^-[a-z]*o$/.test(words[at - 1] ?? '') && !words.includes('+o');
	return { directory, previous: shell.previous, pipefail };
}

/** Follows `set -o pipefail` and `set +o pipefail`; one that may not run switches nothing on. */
export function followPipefail(shell: Shell, { words }: Call, surelyRuns: boolean): void {
	const at = words.indexOf('pipefail');
	if (programName(words[0]) !== 'set' || at < 0) return;
	shell.pipefail = surelyRuns && /^-[a-z]*o$/.test(words[at - 1] ?? '');
}

/** Follows `cd`, `pushd` and `popd`. */
export function followDirectory(shell: Shell, { words, spellings }: Call): void {
	const program = programName(words[0]);
	if (program !== 'cd' && program !== 'pushd' && program !== 'popd') return;
	const at = words.findIndex((word, index) => index > 0 && !/^-(?!$)/.test(word));
	const back = program === 'popd' || words[at] === '-' || (program === 'pushd' && at < 0);
	const target = at < 0 ? '\u0001HOME\u0002' : (spellings[at] ?? UNKNOWN);
	const { directory, previous } = shell;
	shell.directory = back ? previous : directoryIn(directory, target);
	shell.previous = directory;
}
