import { type Call, programName } from '../command/call.ts';
import type { ParsedCommand } from '../command/parse-command.ts';
import { withoutQuotes } from '../command/prefilter.ts';

const KEY = /core\.hookspath/i;
/** What git takes as its config from the environment. */
const BY_ENVIRONMENT = /GIT_CONFIG(?:_KEY_\d+|_PARAMETERS)=\S*core\.hookspath/i;
/** What of `git config` only shows. */
const SHOWING = /^(?:get|list|--get(?:-.*)?|--list|-l)$/;
const CHANGING = /^--(?:add|unset|unset-all|replace-all|edit)$/;

/** Whether a command line may lead git to other hooks: a look at its letters. */
export function mentionsHooksPath(source: string): boolean {
	return /hookspath/i.test(withoutQuotes(source));
}

/** Whether a command line leads git to other hooks than those that hold the repository, for good or for one command. */
export function leadsHooksAway(parsed: ParsedCommand): boolean {
	if (BY_ENVIRONMENT.test(withoutQuotes(parsed.source))) return true;
	if (parsed.kind === 'unparsed') return parsed.words.some((word) => KEY.test(word));
	return parsed.calls.some(isLeading);
}

function isLeading({ words }: Call): boolean {
	const [program, ...args] = words;
	const at = args.findIndex((word) => KEY.test(word));
	if (programName(program) !== 'git' || at < 0) return false;
	const isSetting = args[at - 1] === '-c' || /^(?:-c|--config-env)\S/.test(args[at] ?? '');
	if (isSetting || args[at - 1] === '--config-env') return true;
	if (!args.slice(0, at).includes('config')) return false;
	if (args.some((word) => CHANGING.test(word))) return true;
	const isShown = args.some((word) => SHOWING.test(word));
	return !isShown && (args.includes('set') || args.includes('unset') || args.length > at + 1);
}
