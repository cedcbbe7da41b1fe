import type { Ports } from '../app/ports.ts';
import { mentionsWrite } from '../shell/loose-words.ts';
import { type ParsedCommand, parseCommand } from '../shell/parse-command.ts';
import { isUnread } from '../shell/steps.ts';
import { appliesPatch, writtenFiles } from '../shell/written-files.ts';
import { workAmong } from './work-among.ts';

/** What a call runs, and the files it changes. */
export interface Reading {
	/** `undefined` for other tools than Bash. */
	readonly command: ParsedCommand | undefined;
	/** Absolute. */
	readonly files: readonly string[];
	/** It changes files that cannot be named: the line is too long to read, or they stand in a patch elsewhere. */
	readonly anyFile?: 'unread' | 'unnamed' | undefined;
}

/** Reads a Bash command line. */
export function readLine(
	source: string,
	where: { readonly cwd: string; readonly roots: readonly string[]; readonly mayEdit: boolean },
	ports: Ports,
): Reading {
	if (!where.mayEdit) return { command: parseCommand(source, where.roots), files: [] };
	const command = parseCommand(source, where.roots);
	const written = writtenFiles(command, { cwd: where.cwd, home: ports.host.home });
	const unnamed = appliesPatch(command) ? 'unnamed' : undefined;
	return {
		command,
		files: workAmong(written, ports),
		anyFile: isUnread(command.steps) && mentionsWrite(source) ? 'unread' : unnamed,
	};
}
