import { UNKNOWN } from '../../core/command/call.ts';
import { type ParsedCommand, parseCommand } from '../../core/command/parse-command.ts';
import { isUnread } from '../../core/command/steps.ts';
import type { Attempt } from '../../core/protection/attempt.ts';
import type { PatchFacts } from '../../core/written-files/patch-writes.ts';
import type { WrittenFile } from '../../core/written-files/written-files.ts';
import type { Ports } from '../ports.ts';
import type { LineHints } from '../protection/line-attempts.ts';
import { isNobodysWork } from './edits-by-project.ts';

export { parseCommand };

/** Before a call both ask for its line: what would open a gate, and what a gate holds. */
let last: { readonly roots: string; readonly parsed: ParsedCommand } | undefined;

function parsedOnce(source: string, roots: readonly string[]): ParsedCommand {
	const key = roots.join('\n');
	if (last?.parsed.source !== source || last.roots !== key)
		last = { roots: key, parsed: parseCommand(source, roots) };
	return last.parsed;
}

/** A Bash command, and where it starts. */
export interface ShellCommand {
	readonly source: string;
	readonly cwd: string;
}

/** What a call runs, and the files it changes. */
export interface Reading {
	/** `undefined` for other tools than Bash. */
	readonly command: ParsedCommand | undefined;
	/** Absolute. */
	readonly files: readonly string[];
	/** It changes files that cannot be named: the line is too long to read, or they stand in a patch elsewhere. */
	readonly anyFile?: 'unread' | 'unnamed' | undefined;
}

/**
 * All that parses Bash command lines starts here: the build makes a bundle of it, which hooks load only
 * for a line whose letters say that it matters.
 */
export async function readLine(
	source: string,
	where: { readonly cwd: string; readonly roots: readonly string[]; readonly mayEdit: boolean },
	ports: Ports,
): Promise<Reading> {
	if (!where.mayEdit) return { command: parsedOnce(source, where.roots), files: [] };
	const { touches, writtenFiles } = await import('../../core/written-files/written-files.ts');
	const { appliesUnnamed } = await import('../../core/written-files/patch-writes.ts');
	const command = parsedOnce(source, where.roots);
	const facts = factsFor(where.cwd, ports);
	const written = writtenFiles(command, facts);
	const isChanged = (path: string) => written.some((file) => touches(file, path));
	const unnamed = appliesUnnamed(command, facts, isChanged) ? 'unnamed' : undefined;
	return { command, files: workAmong(written, ports), anyFile: isUnread() ? 'unread' : unnamed };
}

/** What a command line would do to the gates, as far as a look at its letters says that it may. */
export async function attemptsInLine(
	shell: ShellCommand,
	look: LineHints,
	ports: Ports,
): Promise<readonly Attempt[]> {
	const { attemptsIn } = await import('../protection/line-attempts.ts');
	const parsed = parsedOnce(shell.source, []);
	const attempts = await attemptsIn(parsed, { look, facts: factsFor(shell.cwd, ports) }, ports);
	return isUnread() ? [...attempts, { kind: 'unread' }] : attempts;
}

/** What a line's readers may ask of the shell and the disk. */
function factsFor(cwd: string, { host, client, places }: Ports): PatchFacts {
	const root = (directory: string) => places.ifReadable(directory)?.root ?? directory;
	return { cwd, home: host.home, disk: { text: client.text, root } };
}

/** Of the files a command line changes those that are somebody's work; `chmod` changes no work. */
function workAmong(files: readonly WrittenFile[], { host }: Ports): string[] {
	return files
		.filter(({ how }) => how !== 'mode')
		.flatMap(editedPaths)
		.filter((path) => !isNobodysWork(path, host.configDir));
}

/**
 * A pattern stands for a file of that name (`src/*.ts` is seen by `src/**`), what is not known in it for
 * any name. What goes may be a directory, and takes what is in it along.
 */
function editedPaths({ path, pattern, how }: WrittenFile): string[] {
	const named = pattern ? path.replaceAll(UNKNOWN, '*') : path;
	return how === 'gone' && !pattern ? [named, `${named}/*`] : [named];
}
