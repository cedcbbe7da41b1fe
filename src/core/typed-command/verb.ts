/** What the user does by typing `/req:<verb>` (D36). */
const VERBS = [
	'status',
	'satisfy',
	'approve',
	'pause',
	'unpause',
	'clear',
	'continue',
	'trust',
] as const;
export type Verb = (typeof VERBS)[number];

const PLUGIN = 'req:';

/** A command as the client tells of it before its text is loaded. */
export interface TypedCommand {
	readonly command_name: string;
	/** `plugin`, `projectSettings`, `userSettings`, … */
	readonly command_source?: string | undefined;
}

/**
 * The verb of a command of ours. One of the same name that a project or a user wrote is theirs: its
 * source differs (docs/notes/claude-code/hook-inputs.md).
 */
export function typedVerb(command: TypedCommand): Verb | undefined {
	return command.command_source === 'plugin' ? verbIn(command) : undefined;
}

/** Whether somebody else's command has the name of one of ours: the client takes theirs. */
export function hidesOurs(command: TypedCommand): boolean {
	return command.command_source !== 'plugin' && verbIn(command) !== undefined;
}

function verbIn({ command_name }: TypedCommand): Verb | undefined {
	if (!command_name.startsWith(PLUGIN)) return undefined;
	const name = command_name.slice(PLUGIN.length);
	return VERBS.find((verb) => verb === name);
}
