/** What of a run's options the client itself is told. */
export interface ClientOptions {
	readonly permissionMode: string | undefined;
	readonly model: string | undefined;
	readonly allowedTools: string | undefined;
	/** Whatever stood behind `--`, untouched. */
	readonly more: readonly string[];
}

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
		...['-p', '--output-format', 'stream-json', '--verbose'],
		...named.flatMap(([option, value]) => (value === undefined ? [] : [option, value])),
		...more,
	];
}
