import { elements, member, members, textIn } from '../../store/foreign-json.ts';

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

/** One tool of an MCP server that the client calls on an event. */
export interface HookTool extends Pick<HookCommand, 'event' | 'matcher' | 'timeout'> {
	readonly tool: string;
	/** Its arguments, to be filled in from the event. */
	readonly input: Readonly<Record<string, string>>;
}

/** Every command in a `hooks` object; what is no command is left out. */
export function hookCommands(hooks: unknown): HookCommand[] {
	return hooksIn(hooks).flatMap(({ hook, ...where }) => {
		const command = textIn(hook, 'command');
		if (command === undefined) return [];
		const args = member(hook, 'args');
		return [{ ...where, command, args: Array.isArray(args) ? args.map(String) : undefined }];
	});
}

/** Every tool in a `hooks` object. */
export function hookTools(hooks: unknown): HookTool[] {
	return hooksIn(hooks).flatMap(({ hook, ...where }) => {
		const tool = textIn(hook, 'tool');
		if (tool === undefined) return [];
		const input = members(member(hook, 'input')).map(([name, text]) => [name, String(text)]);
		return [{ ...where, tool, input: Object.fromEntries(input) }];
	});
}

/** The arguments of a call as Claude Code fills them in: objects as JSON, nothing for what is absent. */
export function argumentsOf({ input }: HookTool, event: object): Record<string, string> {
	const filled = Object.entries(input).map(([name, template]) => {
		const path = /^\$\{(\w+)\}$/.exec(template)?.[1];
		const value = path === undefined ? template : (member(event, path) ?? '');
		return [name, typeof value === 'string' ? value : JSON.stringify(value)];
	});
	return Object.fromEntries(filled);
}

function hooksIn(hooks: unknown) {
	return members(hooks).flatMap(([event, groups]) =>
		elements(groups).flatMap((group) =>
			elements(member(group, 'hooks')).map((hook) => {
				const timeout = member(hook, 'timeout');
				return {
					hook,
					event,
					matcher: textIn(group, 'matcher') ?? '',
					timeout: typeof timeout === 'number' ? timeout : undefined,
				};
			}),
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

/** A path that ends like one of our hooks; the scripts start them. */
const OUR_HOOK_FILE =
	/(?:^|\/)(?:dist\/hooks\/[a-z-]+\.cjs|hooks\/launch\.cjs|hooks\/(?:no-server|session-start)\.sh)$/i;

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
