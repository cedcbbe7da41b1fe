import type { Ports } from '../app/ports.ts';
import { absolutePath, plainPath } from '../core/text/paths.ts';
import { placeAt, placeIfReadable } from '../git/find-place.ts';
import { type ProgramCall, programName } from '../shell/call.ts';
import type { ParsedCommand } from '../shell/parse-command.ts';
import { literalText } from '../shell/spelling.ts';
import { type Project, projectAt } from './projects.ts';

/** The part of a command line that runs in one working tree. */
export interface TreeLine {
	readonly project: Project;
	readonly command: ParsedCommand;
}

/** By these git works elsewhere than where it stands. */
const LED_AWAY = /GIT_|--git-dir|--work-tree/;

/**
 * Takes apart what runs in other working trees of the same repository: `cd ../tree && git commit` is a commit on the branch
 * of that one. Another repository's config could ask for anything, so what runs there stays with this one.
 */
export async function callsByTree(
	command: ParsedCommand,
	{ project, cwd }: { readonly project: Project; readonly cwd: string },
	ports: Ports,
): Promise<{ readonly here: ParsedCommand; readonly others: readonly TreeLine[] }> {
	if (!project.place.git || LED_AWAY.test(command.source)) return { here: command, others: [] };
	const trees = new Map<string, ProgramCall[]>();
	for (const call of command.calls) {
		const tree = otherTree(call, { project, cwd }, ports);
		if (tree !== undefined) trees.set(tree, [...(trees.get(tree) ?? []), call]);
	}
	const others: TreeLine[] = [];
	for (const [tree, calls] of trees) {
		const found = await projectAt(placeAt(tree, ports.context), ports);
		if (found !== undefined) others.push({ project: found, command: { ...command, calls } });
	}
	const moved = new Set(others.flatMap(({ command: { calls } }) => calls));
	const calls = command.calls.filter((call) => !moved.has(call));
	return { here: moved.size === 0 ? command : { ...command, calls }, others };
}

/** The root of the working tree that a call works in, where that is another one. */
function otherTree(
	call: ProgramCall,
	{ project, cwd }: { readonly project: Project; readonly cwd: string },
	ports: Ports,
): string | undefined {
	const directory = directoryOf(call, cwd);
	const place = directory === undefined ? undefined : placeIfReadable(directory, ports.context);
	const isOther = place?.stateDir === project.place.stateDir && place.root !== project.place.root;
	return isOther ? place.root : undefined;
}

/** Where a call works; `undefined` where it starts, and where only the shell knows. */
function directoryOf(
	{ directory, words, spellings }: ProgramCall,
	cwd: string,
): string | undefined {
	const [, option, to = ''] = spellings;
	const isLed = programName(words[0]) === 'git' && option === '-C';
	const from = literalText(directory);
	const named = isLed ? literalText(to) : '';
	if (from === undefined || named === undefined || from + named === '') return undefined;
	return plainPath(absolutePath(named, absolutePath(from, cwd)));
}
