import { programName, UNKNOWN } from '../command/call.ts';
import type { ParsedCommand } from '../command/parse-command.ts';
import { startsOf } from './started-programs.ts';

/** `claude`, its versions, its package (`npx @anthropic-ai/claude-code`, `node …/claude-code/cli.js`), and what a process runs. */
const CLIENT =
	/(?:^|\/)(?:claude-code(?:@[^/]*)?(?:\/[\s\S]*)?|claude\/versions\/[^/]+)$|^\/proc\/[^/]+\/exe$/;
/** The package's program, where it is started in the package's folder. */
const PROGRAM = /^(?:\.\/)?cli\.[cm]?js$/;
/** What the client names itself to each Bash call, and what finds it. */
const FOUND = /CLAUDE_CODE_EXECPATH|\/proc\/[^\s/]+\/exe|(?:which|command -v|type -[pP]) +claude/;
/** The user's own commands in a prompt; the client takes them without the plugin's name where they begin it. */
const TYPED = /\/req:|["']\s*\/(?:satisfy|approve|pause|unpause|trust)(?![\w/-])/;
const BARE = /^\s*\/(?:satisfy|approve|pause|unpause|trust)(?![\w/-])/;
/** What of `claude plugin` only looks. */
const PLUGIN_LOOK = /^(?:list|ls|validate|test|help|details|show|info|search)$/;
/** Options with which a client starts without the plugins of the user, or with others. */
const OTHERS =
	/^--(?:bare|safe-mode|setting-sources|settings|managed-settings|plugin-(?:dir|url)(?:-[a-z-]+)?)(?:=|$)/;
/** Those of them that hardly another program has. */
const TELLING = /^--(?:safe-mode|setting-sources|managed-settings|plugin-(?:dir|url))(?:[=-]|$)/;
/** An option that a line puts together: `A=--bare; claude $A`. */
const MADE_UP =
	/(?<![\w-])--(?:safe-mode|setting-sources|managed-settings|plugin-(?:dir|url))|=["']?--(?:bare|settings)(?![\w-])/;
/** The client's own name, as a word or at the end of a path. */
const NAMED = /(?<![\w.-])claude(?![\w./-])/;
/** They say an option, or look for it. */
const SPEAKING = /^(?:echo|printf|e?grep|rg|ag|git|gh|glab|sed|awk|cat|jq|test|\[)$/;
/** What hides from a nested client that it is one, or where the user's settings are. */
const HIDING = /(?:\b(?:CLAUDE_CONFIG_DIR|CLAUDE_CODE_EXECPATH|HOME)=)|\benv\s+(?:-\s|-i|--ignore)/;
/** Variables that load other plugins or settings into a client, or none of their modules: set, exported, or spelled for what sets them. */
const LOADS =
	'CLAUDE_CODE_(?:PLUGIN_[A-Z_]+|ENABLE_FUNCTION_HOOKS|SIMPLE|SAFE_MODE|PERSONAL_HOOKS_OFF|RESTRICT[A-Z_]*|(?:MANAGED|REMOTE)_SETTINGS_PATH)';
const LOADING = new RegExp(
	`\\b${LOADS}=|=["']?${LOADS}\\b|\\b(?:export|declare|typeset|read)\\s[^;&|\\n]*\\b${LOADS}\\b`,
);

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
		(word, directory) =>
			programName(word) === 'claude' ||
			CLIENT.test(PROGRAM.test(word) ? `${directory}/${word}` : word) ||
			(isFound && word === UNKNOWN),
	);
	if (clients.length === 0) return startsOther(parsed) ? 'client_settings' : undefined;
	if (TYPED.test(source) || beginsTyped(parsed)) return 'client_typing';
	if (clients.some(switchesPlugins)) return 'client_plugins';
	const isOther = clients.flat().some((word) => OTHERS.test(word)) || startsOther(parsed);
	if (isOther || LOADING.test(source) || isMadeUp(clients.flat(), source)) return 'client_settings';
	return HIDING.test(source) || source.split(/[;&|]/).some(unsets)
		? 'client_environment'
		: undefined;
}

/** Under another name, in a line that speaks of the client: an alias, a function, a copy, a link. */
function startsOther(parsed: ParsedCommand): boolean {
	const { source } = parsed;
	if (!NAMED.test(source) && !FOUND.test(source)) return false;
	return [parsed, ...parsed.calls].some(
		({ words: [program, ...args] }) =>
			!SPEAKING.test(programName(program)) && args.some((word) => TELLING.test(word)),
	);
}

/** What only the shell knows may be an option that stands elsewhere in the line. */
function isMadeUp(args: readonly string[], source: string): boolean {
	return MADE_UP.test(source) && args.some((word) => word.includes(UNKNOWN));
}

/** `unset CLAUDE_CODE_EXECPATH`, `env -u CLAUDE_CODE_EXECPATH claude`: the name behind the word in one call. */
function unsets(call: string): boolean {
	const at = call.search(/(?:unset|-u)[= ]/);
	return at >= 0 && call.indexOf('CLAUDE_CODE_EXECPATH', at) >= 0;
}

function beginsTyped(parsed: ParsedCommand): boolean {
	const texts = parsed.calls.flatMap(({ words, input }) => [...words, input ?? '']);
	return [...parsed.words, ...texts].some((text) => BARE.test(text));
}

function switchesPlugins(args: readonly string[]): boolean {
	const [noun, verb, object] = args.filter((word) => !word.startsWith('-'));
	if (noun !== 'plugin' && noun !== 'plugins') return false;
	return !PLUGIN_LOOK.test((verb === 'marketplace' ? object : verb) ?? 'list');
}
