import { type ProgramCall, programName, UNKNOWN } from '../command/call.ts';
import { readGit } from '../command/git-call.ts';
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
import { gitFills, hasRow, mayChangeAny } from '../written-files/program-writes.ts';
import type { WrittenFile } from '../written-files/written-files.ts';

/** Options by which formatters and linters change the files they are given. */
const CHANGES = /^(?:--(?:write|fix|in-?place|overwrite)(?:=.*)?|-[iw])$/;
/** To these `-i` or `-w` means something else. */
const READERS = optionSet(
	'grep egrep fgrep zgrep rg ag ack diff cmp sdiff comm join uniq ls tree wc cat bat less more fold nl column stat jq echo printf ssh docker podman kubectl npm pnpm node python python3 bash sh env',
);

/** Of git these write a file that they are told of: `git archive -o a`, `git config -f a`. */
const GIT_OUTPUTS = /^(?:archive|bundle|checkout-index|config|format-patch)$/;
/** After it, the folder in which `curl` and `wget` put what they fetch. */
const INTO = /^(?:--output-dir|-P|--directory-prefix)$/;
/** `-oa`, `--output=a`. */
const ATTACHED = /^(?:--[\w-]+=|-[a-z](?=.))/;

/** They fill a folder with what is in a repository: the last they are told of. */
const FILLS = /^(?:degit|tiged|giget)$/;

/**
 * The operands of programs that no row describes, where an option says that they change files:
 * `prettier --write a`; and folders that git and the like fill. A guess, so this is for refusals only, never for edits.
 */
export function flaggedFiles(parsed: ParsedCommand, facts: ShellFacts): readonly WrittenFile[] {
	const variables = withHome(parsed.variables, facts.home);
	return parsed.calls.map(innermostCall).flatMap((call) => {
		const from = absoluteSpelling(call.directory, spelledLiteral(facts.cwd));
		const paths = [
			...changedBy(call),
			...filledBy(call).flatMap((dir) => [dir, `${dir}/${UNKNOWN}`]),
		];
		return paths
			.flatMap((path) => expandVariables(path, variables))
			.map((path) => ({ ...asPath(absoluteSpelling(path, from)), how: 'content' as const }));
	});
}

function changedBy({ words, spellings }: ProgramCall): readonly string[] {
	const name = programName(words[0]);
	const isOutput = name === 'git' && GIT_OUTPUTS.test(readGit(words.slice(1)).verb);
	const isFetch = name === 'curl' || name === 'wget';
	if (mayChangeAny(name) || isOutput || isFetch) {
		const named = spellings.slice(1).map((word) => word.replace(ATTACHED, ''));
		const folders = named.filter((_, at) => isFetch && INTO.test(spellings[at] ?? ''));
		return [...named, ...folders.flatMap((folder) => named.map((one) => `${folder}/${one}`))];
	}
	if (name === 'git')
		return spellings.flatMap((word, at) =>
			word === '--output' ? (spellings[at + 1] ?? []) : (/^--output=(.*)$/s.exec(word)?.[1] ?? []),
		);
	if (hasRow(name) || READERS.has(name) || !words.some((word) => CHANGES.test(word))) return [];
	return spellings.slice(1).filter((word) => !word.startsWith('-'));
}

function filledBy({ words, spellings }: ProgramCall): readonly string[] {
	const rest = spellings.slice(1);
	if (programName(words[0]) === 'git') return gitFills(rest).map(({ spelling }) => spelling);
	return words.some((word) => FILLS.test(programName(word))) ? rest.slice(-1) : [];
}
