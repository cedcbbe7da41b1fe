import { programName } from '../command/call.ts';
import type { ParsedCommand } from '../command/parse-command.ts';

/** The client by the name of its package: `npx @anthropic-ai/claude-code`, `node …/claude-code/cli.js`. */
const PACKAGE = /(?:^|\/)claude-code(?:@[^/]*)?(?:\/|$)/;
/** Programs that may start it by that name. */
const STARTERS = new Set(['npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'bun', 'bunx', 'node']);
/** The user's own commands as a prompt; the client takes them without the plugin's name too. */
const TYPED = /\/req:|(?<![\w./-])\/(?:satisfy|approve|pause|unpause)(?![\w/-])/;
const SWITCHES = /disableAllHooks|enabledPlugins/;
const PLUGIN_SWITCH = /^(?:disable|uninstall|remove|rm)$/;

/** What a call of the client would decide in the user's place. */
export type ClientCall = 'typing' | 'plugins' | 'settings';

/**
 * How a command line would use the client itself to open a gate: a nested one that types the user's
 * commands, one that switches plugins off, one whose settings do. A prompt may also stand outside the
 * call: `echo … | claude -p`.
 */
export function clientCall(parsed: ParsedCommand): ClientCall | undefined {
	const calls = parsed.kind === 'parsed' ? parsed.calls.map(({ words }) => words) : [parsed.words];
	const clients = calls.flatMap(argumentsOf);
	if (clients.length === 0) return undefined;
	if (TYPED.test(parsed.source)) return 'typing';
	if (clients.some(switchesPlugins)) return 'plugins';
	const hasSettings = clients.flat().some((word) => word.startsWith('--settings'));
	return hasSettings && SWITCHES.test(parsed.source) ? 'settings' : undefined;
}

function argumentsOf(words: readonly string[]): string[][] {
	const starts = STARTERS.has(programName(words[0]));
	const at = words.findIndex(
		(word, index) => (index === 0 && programName(word) === 'claude') || (starts && isPackage(word)),
	);
	return at < 0 ? [] : [words.slice(at + 1)];
}

function isPackage(word: string): boolean {
	return PACKAGE.test(word) || programName(word) === 'claude';
}

function switchesPlugins(args: readonly string[]): boolean {
	const [noun, verb, object] = args.filter((word) => !word.startsWith('-'));
	if (noun !== 'plugin' && noun !== 'plugins') return false;
	return PLUGIN_SWITCH.test((verb === 'marketplace' ? object : verb) ?? '');
}
