import { programName, UNKNOWN } from '../command/call.ts';
import type { ParsedCommand } from '../command/parse-command.ts';
import { startsOf } from './started-programs.ts';

/** `claude`, its versions, and its package: `npx @anthropic-ai/claude-code`, `node …/claude-code/cli.js`. */
const CLIENT = /(?:^|\/)(?:claude-code(?:@[^/]*)?(?:\/[\s\S]*)?|claude\/versions\/[^/]+)$/;
/** What the client names itself to each Bash call, and what finds it. */
const FOUND = /CLAUDE_CODE_EXECPATH|(?:which|command -v|type -[pP]) +claude/;
/** The user's own commands in a prompt; the client takes them without the plugin's name where they begin it. */
const TYPED = /\/req:|["']\s*\/(?:satisfy|approve|pause|unpause|trust)(?![\w/-])/;
const BARE = /^\s*\/(?:satisfy|approve|pause|unpause|trust)(?![\w/-])/;
const SWITCHES = /disableAllHooks|enabledPlugins/;
const PLUGIN_SWITCH = /^(?:disable|uninstall|remove|rm)$/;
/** Options with which a client starts without the plugins of the user. */
const WITHOUT = /^--(?:bare|safe-mode|setting-sources)(?:=|$)/;
/** What hides from a nested client that it is one, or where the user's settings are. */
const HIDING = /(?:\b(?:CLAUDE_CONFIG_DIR|CLAUDE_CODE_EXECPATH|HOME)=)|\benv\s+(?:-\s|-i|--ignore)/;

/** What a call of the client would decide in the user's place. */
export type ClientCall =
	| 'client_typing'
	| 'client_plugins'
	| 'client_settings'
	| 'client_environment';

/**
 * How a command line would use the client itself to open a gate: a nested one that types the user's
 * commands, one that switches plugins off or does without them, one that cannot tell that it is nested.
 * A prompt may also stand outside the call: `echo … | claude -p`.
 */
export function clientCall(parsed: ParsedCommand): ClientCall | undefined {
	const { source } = parsed;
	const isFound = FOUND.test(source);
	const clients = startsOf(
		parsed,
		(word) => programName(word) === 'claude' || CLIENT.test(word) || (isFound && word === UNKNOWN),
	);
	if (clients.length === 0) return undefined;
	if (TYPED.test(source) || beginsTyped(parsed)) return 'client_typing';
	if (clients.some(switchesPlugins)) return 'client_plugins';
	if (clients.some((words) => words.some((word) => WITHOUT.test(word)))) return 'client_settings';
	const hasSettings = clients.flat().some((word) => word.startsWith('--settings'));
	if (hasSettings && SWITCHES.test(source)) return 'client_settings';
	return HIDING.test(source) || source.split(/[;&|]/).some(unsets)
		? 'client_environment'
		: undefined;
}

/** `unset CLAUDE_CODE_EXECPATH`, `env -u CLAUDE_CODE_EXECPATH claude`: the name behind the word in one call. */
function unsets(call: string): boolean {
	const at = call.search(/(?:unset|-u)[= ]/);
	return at >= 0 && call.indexOf('CLAUDE_CODE_EXECPATH', at) >= 0;
}

function beginsTyped(parsed: ParsedCommand): boolean {
	if (parsed.kind === 'unparsed') return parsed.words.some((word) => BARE.test(word));
	return parsed.calls.some(({ words, input }) =>
		[...words, input ?? ''].some((text) => BARE.test(text)),
	);
}

function switchesPlugins(args: readonly string[]): boolean {
	const [noun, verb, object] = args.filter((word) => !word.startsWith('-'));
	if (noun !== 'plugin' && noun !== 'plugins') return false;
	return PLUGIN_SWITCH.test((verb === 'marketplace' ? object : verb) ?? '');
}
