import { type ParsedCommand, parseCommand } from '../../core/command/parse-command.ts';
import type { ShellFacts } from '../../core/command/spelling.ts';
import { isUnread } from '../../core/command/steps.ts';
import type { WrittenFile } from '../../core/written-files/written-files.ts';
import type { Ports } from '../ports.ts';
import { workAmong } from './work-among.ts';

export { parseCommand };

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
	if (!where.mayEdit) return { command: parseCommand(source, where.roots), files: [] };
	const { appliesPatch, writtenFiles } = await import('../../core/written-files/written-files.ts');
	const command = parseCommand(source, where.roots);
	const written = writtenFiles(command, factsFor(where.cwd, ports));
	const unnamed = appliesPatch(command) ? 'unnamed' : undefined;
	return {
		command,
		files: workAmong(written, ports),
		anyFile: isUnread(command.steps) ? 'unread' : unnamed,
	};
}

/** A command line as its calls, of which nothing but their words matters. */
export function parsedLine(source: string): ParsedCommand {
	return parseCommand(source);
}

/** The files that a command line is predicted to change, whoever's they are. */
export async function writtenBy(
	{ source, cwd }: ShellCommand,
	ports: Ports,
): Promise<readonly WrittenFile[]> {
	const { writtenFiles } = await import('../../core/written-files/written-files.ts');
	return writtenFiles(parsedLine(source), factsFor(cwd, ports));
}

function factsFor(cwd: string, { host }: Ports): ShellFacts {
	return { cwd, home: host.home };
}
