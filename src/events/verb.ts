/** `value`: the next word is its value. `maybe`: the next word is, where it is no option. */
export type Takes = 'value' | 'maybe' | 'nothing';

/** A command of ours as the user types it. */
interface TypedVerb {
	/** The options of the command line that make sense here: the session is the one it is typed in. */
	readonly options: readonly (readonly [name: string, takes: Takes])[];
	/** It names nothing: with the first word that is no option the user's prompt begins. */
	readonly isWordless?: true;
	/** A refusal names it as a way out: it is for the place where the session was held. */
	readonly isWayOut?: true;
	/** It opens no gate, so it does not matter who typed it. */
	readonly isHarmless?: true;
}

/** What the user does by typing `/req:<verb>` (D36). */
const TYPED_VERBS = {
	status: { options: [['--branch', 'value']], isWordless: true, isHarmless: true },
	satisfy: {
		options: [
			['--ttl', 'value'],
			['--evidence', 'value'],
			['--carry', 'maybe'],
		],
		isWayOut: true,
	},
	approve: {
		options: [
			['--ttl', 'value'],
			['--by', 'value'],
		],
		isWayOut: true,
	},
	pause: { options: [['--reason', 'value']], isWayOut: true },
	unpause: { options: [], isWordless: true, isWayOut: true },
	clear: {
		options: [
			['--all-sessions', 'nothing'],
			['--force', 'nothing'],
		],
		isWayOut: true,
	},
	continue: { options: [], isHarmless: true },
} as const satisfies Readonly<Record<string, TypedVerb>>;
export type Verb = keyof typeof TYPED_VERBS;

/** What is known of a verb. */
export function verbNamed(verb: Verb): TypedVerb {
	return TYPED_VERBS[verb];
}

const PLUGIN = 'req:';

/** A command as the client tells of it before its text is loaded. */
interface TypedCommand {
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
	return Object.hasOwn(TYPED_VERBS, name) ? (name as Verb) : undefined;
}
