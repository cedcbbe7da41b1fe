import { type ProgramCall, programName } from '../shell/call.ts';
import { readGit } from '../shell/git-call.ts';
import type { ParsedCommand } from '../shell/parse-command.ts';
import {
	absoluteSpelling,
	asPath,
	directoryIn,
	expandVariables,
	spelledLiteral,
	spelledText,
	withHome,
} from '../shell/spelling.ts';
import { innermostCall, unwrap } from '../shell/wrappers.ts';
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
 * Where each call of a line runs. For git that is the repository that `-C`, `--git-dir` and `GIT_DIR` name; one that does
 * not exist yet is made by `git init` or `git clone` in the same line, often in a directory of `mktemp -d`.
 */
export function readRunPlaces(
	command: ParsedCommand,
	{ cwd, home }: { readonly cwd: string; readonly home: string },
): ReadonlyMap<ProgramCall, RunPlace> {
	const variables = withHome(command.variables, home);
	const pathOf = (spelling: string) => {
		const [known = '', ...others] = expandVariables(spelling, variables);
		const found = asPath(absoluteSpelling(known, spelledLiteral(cwd)));
		return others.length > 0 || found.pattern ? undefined : found.path;
	};
	const places = new Map<ProgramCall, RunPlace>();
	const made: string[] = [];
	for (const call of command.calls) {
		let inner = call;
		for (let next = unwrap(inner); next !== undefined; next = unwrap(inner)) inner = next;
		const { words, spellings, directory } = innermostCall(inner);
		const isGit = programName(words[0]) === 'git';
		const git = isGit ? readGit(spellings.slice(1)) : { own: [], verb: '', rest: [] };
		const where = isGit ? gitDirectory(git.own, command, directory) : directory;
		const target = madeBy(git);
		if (target !== undefined) {
			const repository = directoryIn(where, target);
			const path = pathOf(repository);
			if (path === undefined || !pathExists(`${path}/.git`)) made.push(path ?? repository);
		}
		const path = pathOf(where);
		const isNew = made.some((one) => `${path ?? where}/`.startsWith(`${one}/`));
		places.set(call, { isGit, directory: path, isNew });
	}
	return places;
}

/** The spelling of the directory whose repository a git call works in. */
function gitDirectory(
	own: readonly string[],
	{ variables }: ParsedCommand,
	directory: string,
): string {
	const from = own.reduce(
		(found, option, at) => (option === '-C' ? directoryIn(found, own[at + 1] ?? '') : found),
		directory,
	);
	const at = own.indexOf('--git-dir');
	const attached = own.find((option) => option.startsWith('--git-dir='))?.slice(10);
	const named = attached ?? (at < 0 ? variables.get('GIT_DIR')?.[0] : own[at + 1]);
	return named === undefined ? from : directoryIn(from, named);
}

/** The spelling of the directory in which `git init` or `git clone` makes a repository. */
function madeBy({ verb, rest }: Pick<ReturnType<typeof readGit>, 'verb' | 'rest'>) {
	const operands = rest.filter((word) => !word.startsWith('-'));
	if (verb === 'init') return operands.at(-1) ?? '.';
	if (verb !== 'clone') return undefined;
	const [address = '', target] = operands;
	const name = spelledText(address).replace(/\/?(?:\.git)?\/?$/, '');
	return target ?? name.replace(/^.*[/:]/, '');
}
