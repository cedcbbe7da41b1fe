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

/** Options of git itself whose value is the next word. */
const VALUED = new Set([
	...['-c', '-C', '--config-env', '--git-dir', '--work-tree', '--namespace'],
	...['--attr-source', '--shallow-file', '--super-prefix'],
]);

function isLeading({ words }: Call): boolean {
	const [program, ...args] = words;
	if (programName(program) !== 'git') return false;
	const verb = subcommandAt(args);
	if (args.slice(0, verb).some((word) => KEY.test(word))) return true;
	const rest = args.slice(verb + 1);
	const at = rest.findIndex((word) => KEY.test(word));
	if (args[verb] !== 'config' || at < 0) return false;
	if (rest.some((word) => CHANGING.test(word))) return true;
	const isShown = rest.some((word) => SHOWING.test(word));
	const isGiven = rest.slice(at + 1).some((word) => !word.startsWith('-'));
	return !isShown && (rest.includes('set') || rest.includes('unset') || isGiven);
}

function subcommandAt(args: readonly string[]): number {
	let at = 0;
	while (args[at]?.startsWith('-') === true) at += VALUED.has(args[at] ?? '') ? 2 : 1;
	return at;
}
