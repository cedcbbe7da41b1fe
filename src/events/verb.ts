/** `value`: the next word is its value. `maybe`: the next word is, unless it is an option. */
type Takes = 'value' | 'maybe' | 'nothing';

/** A command of ours as the user types it. */
interface TypedVerb {
	/** The options of the command line that make sense here: the session is the one it is typed in. */
	readonly options: Readonly<Record<string, Takes>>;
	/** It names nothing: with the first word that is no option the user's prompt begins. */
	readonly isWordless?: true;
	/** A refusal names it as the next step: it is for the place where the session was blocked. */
	readonly isNextStep?: true;
}

const VERBS = {
	status: { options: { '--branch': 'value' }, isWordless: true },
	satisfy: {
		options: { '--ttl': 'value', '--evidence': 'value', '--carry': 'maybe' },
		isNextStep: true,
	},
	approve: { options: { '--ttl': 'value', '--by': 'value' }, isNextStep: true },
	pause: { options: { '--reason': 'value' }, isNextStep: true },
	unpause: { options: {}, isWordless: true, isNextStep: true },
	clear: { options: { '--all-sessions': 'nothing', '--force': 'nothing' }, isNextStep: true },
	continue: { options: {} },
} as const satisfies Readonly<Record<string, TypedVerb>>;

/** What the user does by typing `/req:<verb>` (D36). */
export type Verb = keyof typeof VERBS;

/** What is known of a verb. */
export function verbNamed(verb: Verb): TypedVerb {
	return VERBS[verb];
}

/** A command as Claude Code reports it before its text is loaded. */
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

/** Whether another command has the name of one of ours: Claude Code takes that one. */
export function hidesOurs(command: TypedCommand): boolean {
	return command.command_source !== 'plugin' && verbIn(command) !== undefined;
}

function verbIn({ command_name }: TypedCommand): Verb | undefined {
	const [, name = ''] = /^req:(.*)$/.exec(command_name) ?? [];
	return Object.hasOwn(VERBS, name) ? (name as Verb) : undefined;
}
