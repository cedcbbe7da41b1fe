import { type ProgramCall, programName } from '../command/call.ts';
import { readGit } from '../command/git-call.ts';
import type { ParsedCommand } from '../command/parse-command.ts';
import { withoutQuotes } from '../command/prefilter.ts';

const KEY = /core\.hookspath/i;
/** What git takes as its config from the environment. */
const BY_ENVIRONMENT = /GIT_CONFIG(?:_KEY_\d+|_PARAMETERS)=\S*core\.hookspath/i;
/** What of `git config` only shows. */
const SHOWING = /^(?:get|list|--get(?:-.*)?|--list|-l)$/;
const CHANGING = /^--(?:add|unset|unset-all|replace-all|edit)$/;

/** Whether a command line leads git to other hooks than those that hold the repository, for good or for one command. */
export function leadsHooksAway(parsed: ParsedCommand): boolean {
	if (BY_ENVIRONMENT.test(withoutQuotes(parsed.source))) return true;
	return parsed.words.some((word) => KEY.test(word)) || parsed.calls.some(isLeading);
}

function isLeading({ words }: ProgramCall): boolean {
	if (programName(words[0]) !== 'git') return false;
	const { own, verb, rest } = readGit(words.slice(1));
	if (own.some((word) => KEY.test(word))) return true;
	const at = rest.findIndex((word) => KEY.test(word));
	if (verb !== 'config' || at < 0) return false;
	if (rest.some((word) => CHANGING.test(word))) return true;
	const isShown = rest.some((word) => SHOWING.test(word));
	const isGiven = rest.slice(at + 1).some((word) => !word.startsWith('-'));
	return !isShown && (rest.includes('set') || rest.includes('unset') || isGiven);
}
