import { programName } from '../command/call.ts';
import { optionSet } from '../command/options.ts';
import type { ParsedCommand } from '../command/parse-command.ts';
import {
	absoluteSpelling,
	asPath,
	expandVariables,
	type ShellFacts,
	spelledLiteral,
	withHome,
} from '../command/spelling.ts';
import { innermostCall } from '../command/wrappers.ts';
import { hasRow } from '../written-files/program-writes.ts';
import type { WrittenFile } from '../written-files/written-files.ts';

/** Options by which formatters and linters change the files they are given. */
const CHANGES = /^(?:--(?:write|fix|in-?place|overwrite)(?:=.*)?|-[iw])$/;
/** To these `-i` or `-w` means something else. */
const READERS = optionSet(
	'grep egrep fgrep zgrep rg ag ack diff cmp sdiff comm join uniq ls tree wc cat bat less more fold nl column stat jq echo printf ssh docker podman kubectl npm pnpm node python python3 bash sh env',
);

/**
 * The operands of programs that no row describes, where an option says that they change files:
 * `prettier --write a`. A guess, so this is for refusals only, never for edits.
 */
export function flaggedFiles(parsed: ParsedCommand, facts: ShellFacts): readonly WrittenFile[] {
	if (parsed.kind === 'unparsed') return [];
	const variables = withHome(parsed.variables, facts.home);
	return parsed.calls.map(innermostCall).flatMap(({ words, spellings, directory }) => {
		const name = programName(words[0]);
		if (hasRow(name) || READERS.has(name) || !words.some((word) => CHANGES.test(word))) return [];
		const operands = spellings.slice(1).filter((word) => !word.startsWith('-'));
		const from = absoluteSpelling(directory, spelledLiteral(facts.cwd));
		return operands
			.flatMap((operand) => expandVariables(operand, variables))
			.map((path) => ({ ...asPath(absoluteSpelling(path, from)), how: 'content' as const }));
	});
}
