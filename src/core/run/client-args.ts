/** What of a run's options the client itself is told. */
export interface ClientOptions {
	readonly permissionMode: string | undefined;
	readonly model: string | undefined;
	readonly allowedTools: string | undefined;
	/** Whatever stood behind `--`, untouched. */
	readonly more: readonly string[];
}

/**
 * What its prompt asks it to run. Nobody is there to be asked for permission: without these no session could ever say
 * that its task is done. What the user denies stays denied.
 */
const OWN_COMMANDS = ['task', 'learn', 'next', 'block', 'ack'].flatMap((name) => [
	'--allowed-tools',
	`Bash(req ${name}:*)`,
]);

/**
 * The arguments of a headless session whose prompt comes through stdin: no word of a task is ever one of them.
 *
 * @param resume full id of the session that goes on; `undefined`: a new one
 */
export function clientArgs(options: ClientOptions, resume: string | undefined): readonly string[] {
	const { permissionMode, model, allowedTools, more } = options;
	const named = [
		['--resume', resume],
		['--permission-mode', permissionMode],
		['--model', model],
		['--allowed-tools', allowedTools],
	] as const;
	return [
		...['-p', '--output-format', 'stream-json', '--verbose', ...OWN_COMMANDS],
		...named.flatMap(([option, value]) => (value === undefined ? [] : [option, value])),
		...more,
	];
}
