import { elements, member, members, textIn } from '../document/foreign-json.ts';
import { OUR_HOOK_FILE } from '../protocol/hook-events.ts';

/** One command the client runs on an event, as `hooks.json` or settings wire it. */
export interface HookCommand {
	readonly event: string;
	/** Pattern of tool names; empty for all. */
	readonly matcher: string;
	readonly command: string;
	/** `undefined`: the command is a line for the shell. */
	readonly args: readonly string[] | undefined;
	/** Seconds; `undefined` for the client's own limit. */
	readonly timeout: number | undefined;
}

/** A script named in a line for the shell: quoted, or without blanks. */
const SCRIPTS =
	/"([^"]+\.(?:[cm]?[jt]s|sh))"|'([^']+\.(?:[cm]?[jt]s|sh))'|([^\s"']+\.(?:[cm]?[jt]s|sh))(?=\s|$)/g;
const SCRIPT = /\.(?:[cm]?[jt]s|sh)$/;

/** Every command in a `hooks` object; what is no command is left out. */
export function hookCommands(hooks: unknown): HookCommand[] {
	return members(hooks).flatMap(([event, groups]) =>
		elements(groups).flatMap((group) =>
			elements(member(group, 'hooks')).flatMap((hook) => commandIn(hook, event, group)),
		),
	);
}

/** Files a command runs, with what the client puts in for its variables. */
export function scriptsOf(hook: HookCommand, values: Readonly<Record<string, string>>): string[] {
	const { command, args } = hook;
	const scripts =
		args === undefined
			? [...command.matchAll(SCRIPTS)].map(([, double, single, bare]) => double ?? single ?? bare)
			: [command, ...args].filter((word) => SCRIPT.test(word));
	return scripts.map((script) => substituted(script ?? '', values));
}

/** Whether a command runs a hook of this package. */
export function isReqHook(hook: HookCommand): boolean {
	return scriptsOf(hook, {}).some((script) => OUR_HOOK_FILE.test(script));
}

/** A text with `${NAME}` and `$NAME` put in. */
export function substituted(
	text: string,
	values: Readonly<Record<string, string | undefined>>,
): string {
	return text.replaceAll(
		/\$\{(\w+)\}|\$(\w+)/g,
		(whole, braced, bare) => values[braced ?? bare] ?? whole,
	);
}

function commandIn(hook: unknown, event: string, group: unknown): HookCommand[] {
	const command = textIn(hook, 'command');
	if (command === undefined) return [];
	const args = member(hook, 'args');
	const timeout = member(hook, 'timeout');
	return [
		{
			event,
			matcher: textIn(group, 'matcher') ?? '',
			command,
			args: Array.isArray(args) ? args.map(String) : undefined,
			timeout: typeof timeout === 'number' ? timeout : undefined,
		},
	];
}
