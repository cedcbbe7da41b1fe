import {
	type ProgramCall,
	programName,
	resolvePath,
	type ShellFacts,
	UNKNOWN,
} from '../shell/call.ts';
import { GIT_OPTIONS, skipOptions } from '../shell/options.ts';
import type { ParsedCommand } from '../shell/read-line.ts';
import { pathExists } from '../store/paths.ts';

/** Where a call of a command line runs. */
export interface RunPlace {
	readonly isGit: boolean;
	/** Absolute; `undefined` if only the shell knows. */
	readonly directory: string | undefined;
	/** It runs in a repository that the line itself makes. */
	readonly isNew: boolean;
}

/**
 * Where each call of a line runs. A repository that does not exist yet is made by `git init` or
 * `git clone` in the same line, often in a directory of `mktemp -d`: what then runs in a directory
 * that only the shell knows is taken to run there.
 */
export function readRunPlaces(
	command: ParsedCommand,
	facts: ShellFacts,
): ReadonlyMap<ProgramCall, RunPlace> {
	const places = new Map<ProgramCall, RunPlace>();
	const made: (string | undefined)[] = [];
	for (const call of command.calls) {
		const isGit = programName(call.words[0]) === 'git';
		const directory = call.directory === undefined ? undefined : resolvePath(call.directory, facts);
		const target = isGit ? madeRepository(call.words) : undefined;
		if (target !== undefined) {
			const isKnown = directory !== undefined && !target.includes(UNKNOWN);
			const path = isKnown ? resolvePath(target, { ...facts, cwd: directory }) : undefined;
			if (path === undefined || !pathExists(`${path}/.git`)) made.push(path);
		}
		const isNew = made.some((one) =>
			one === undefined ? directory === undefined : `${directory}/`.startsWith(`${one}/`),
		);
		places.set(call, { isGit, directory, isNew });
	}
	return places;
}

/** The directory in which `git init` or `git clone` makes a repository, from where it works. */
function madeRepository(words: readonly string[]): string | undefined {
	const at = skipOptions(words, 1, GIT_OPTIONS);
	const operands = words.slice(at + 1).filter((word) => !word.startsWith('-'));
	if (words[at] === 'init') return operands.at(-1) ?? '.';
	if (words[at] !== 'clone') return undefined;
	const [address = '', target] = operands;
	return target ?? address.replace(/\/?(?:\.git)?\/?$/, '').replace(/^.*[/:]/, '');
}
