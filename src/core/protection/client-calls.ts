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
/** What of `claude plugin` only looks. */
const PLUGIN_LOOK = /^(?:list|ls|validate|test|help|details|show|info|search)$/;
/** Options with which a client starts without the plugins of the user, or with others. */
const OTHERS = /^--(?:bare|safe-mode|setting-sources|settings|plugin-dir|plugin-url)(?:=|$)/;
/** What hides from a nested client that it is one, or where the user's settings are. */
const HIDING = /(?:\b(?:CLAUDE_CONFIG_DIR|CLAUDE_CODE_EXECPATH|HOME)=)|\benv\s+(?:-\s|-i|--ignore)/;
/** What loads other plugins into a client, or none of their modules. */
const LOADING = /\bCLAUDE_CODE_(?:PLUGIN_[A-Z_]+|ENABLE_FUNCTION_HOOKS)=/;

/** What a call of the client would decide in the user's place. */
export type ClientCall =
	| 'client_typing'
	| 'client_plugins'
	| 'client_settings'
	| 'client_environment';

/**
 * How a command line would use the client itself to open a gate: a nested one that types the user's
 * commands, one that changes which plugins are there, or starts with others, one that cannot tell that it is nested.
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
	if (clients.flat().some((word) => OTHERS.test(word)) || LOADING.test(source))
		return 'client_settings';
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
	return !PLUGIN_LOOK.test((verb === 'marketplace' ? object : verb) ?? 'list');
}
