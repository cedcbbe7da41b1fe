import { flat } from '../core/text/one-line.ts';
import { programName, UNKNOWN } from '../shell/call.ts';
import { matchesCommand, provesCommand } from '../shell/match.ts';
import type { ParsedCommand } from '../shell/read-line.ts';
import { member, textIn } from '../store/foreign-json.ts';

/**
 * The commit a successful Bash call made: as the client says, else by the rules of D33. The subject is not cut here: it
 * is cut when its secrets are (D30).
 *
 * @param response `tool_response` of the call
 * @returns `branch` and `sha` only where the client names them
 */
export function madeCommit(parsed: ParsedCommand, response: unknown) {
	const told = member(member(response, 'gitOperation'), 'commit');
	const isTold = typeof told === 'object' && told !== null;
	const isMade = isTold ? matchesCommand(parsed, COMMIT) : provesCommand(parsed, COMMIT);
	if (!isMade) return undefined;
	const printed = said(textIn(response, 'stdout') ?? '')?.[3];
	const subject = flat(messageIn(parsed) ?? printed ?? '');
	return { subject, sha: textIn(told, 'sha'), branch: textIn(told, 'branch') };
}

const COMMIT = 'git commit';

/** The first line of what `-m` says; not known where the shell puts it together. */
function messageIn(parsed: ParsedCommand): string | undefined {
	if (parsed.kind === 'unparsed') return undefined;
	for (const { words } of parsed.calls) {
		if (programName(words[0]) !== 'git' || !words.includes('commit')) continue;
		const message = messageOf(words.slice(words.indexOf('commit') + 1));
		if (message !== undefined) return message.includes(UNKNOWN) ? undefined : firstLine(message);
	}
	return undefined;
}

function messageOf(words: readonly string[]): string | undefined {
	for (const [index, word] of words.entries()) {
		const attached = /^(?:--message=|-[a-zA-Z]*?m)(.+)$/s.exec(word)?.[1];
		if (/^(?:--message|-[a-zA-Z]*m)$/.test(word)) return words[index + 1];
		if (attached !== undefined) return attached;
	}
	return undefined;
}

/**
 * What a failed call printed of a commit, as the response of a successful one would tell it; of no commit, as one
 * that has not finished.
 */
export function printedCommit(output: string): object {
	const [, branch, sha] = said(output) ?? [];
	if (sha === undefined) return { interrupted: true };
	const where = branch === DETACHED_HEAD ? {} : { branch };
	return { stdout: output, gitOperation: { commit: { sha, ...where } } };
}

const DETACHED_HEAD = 'detached HEAD';

/** `[main 1234567] Add login`, as git says it, of the first commit also `[main (root-commit) 1234567]`. */
function said(output: string): RegExpExecArray | null {
	return /^\[(detached HEAD|[^\]\n ]{1,300})(?: \([a-z -]{1,20}\))? ([0-9a-f]{4,40})\] ([^\n]{1,300})$/m.exec(
		output.slice(0, 10_000),
	);
}

function firstLine(text: string): string {
	return text.trim().split('\n', 1)[0] ?? '';
}
