import type { CommandContext } from '../context.ts';
import type { Caller } from '../events/caller.ts';
import { environmentOf } from '../host/environment.ts';

/** Exit codes of `req` (D37). */
export const EXIT = {
	/** Done; status and lists always. */
	done: 0,
	/** The answer is no, it failed, or a check has findings. */
	no: 1,
	/** Done, with a warning. */
	warned: 2,
	/** The command line itself is wrong (sysexits: EX_USAGE). */
	usage: 64,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** What a command has to say. */
export interface Answer {
	/** For stdout, without a newline at the end. */
	readonly text: string | (() => string);
	/** What `--json` prints instead. Absent values are null. */
	readonly json?: () => unknown;
	/** For stderr, one line each. */
	readonly warnings?: readonly string[];
	/** Default: done. */
	readonly exit?: ExitCode;
}

/** The line as it was typed, for commands that pass words on. */
export interface TypedLine {
	/** The command's words before `--`. */
	readonly words: readonly string[];
	/** Those after it: Claude Code gets them untouched. */
	readonly more: readonly string[];
}

/** What a word or an option is, if one line does not say it all. */
export interface Detailed {
	readonly about: string;
	readonly choices?: readonly string[];
	/** The value of an option that is not given. */
	readonly usual?: string;
	readonly isRepeatable?: true;
	/** Given twice it is a usage error: neither value may win silently. */
	readonly isSingle?: true;
}

/** A word by its spelling, such as `<name>`, `[name]` or `<names...>`, with what it means. */
type Words = Readonly<Record<string, string | Detailed>>;

/** An option by its flags, such as `--ttl <duration>`, with what it does. */
type Options = Readonly<Record<string, string | Detailed>>;

/** One command, or a group of them: all that help, docs and the runner know of it. */
export interface Command {
	/** In a list of commands: imperative, at most 10 words, no full stop. */
	readonly about: string;
	/** What its own help adds, in sentences. */
	readonly details?: string;
	/** It is in no help. */
	readonly isHidden?: true;
	/** It runs if its group is typed alone, or with options only. */
	readonly isDefault?: true;
	/** If the words alone do not show it. */
	readonly usage?: string;
	/** Printed after the error of a wrong command line. */
	readonly advice?: string;
	readonly words?: Words;
	readonly options?: Options;
	readonly examples: readonly string[];
	/** A part of its help before the examples: title and rows. */
	readonly part?: readonly [title: string, rows: readonly (readonly string[])[]];
	/** A group does nothing by itself. */
	readonly run?: (given: never, context: CommandContext, line: TypedLine) => Promise<Answer>;
	/** What a group holds. */
	readonly commands?: Readonly<Record<string, Command>>;
}

/** A command whose words and options have the types that their spelling says. */
export function command<const W extends Words = Record<never, string>, const O extends Options = Record<never, string>>(
	it: Omit<Command, 'run' | 'words' | 'options'> & {
		readonly words?: W;
		readonly options?: O;
		readonly run: (given: WordsGiven<W> & OptionsGiven<O>, context: CommandContext, line: TypedLine) => Promise<Answer>;
	},
): Command & Required<Pick<Command, 'run'>> {
	return it;
}

type WordsGiven<W> = {
	readonly [Word in keyof W & string as NameOfWord<Word>]: Word extends `${string}...${string}`
		? readonly string[]
		: ChoiceOf<W[Word], string> | (Word extends `[${string}` ? undefined : never);
};

type OptionsGiven<O> = {
	readonly [Flags in keyof O & string as O[Flags] extends { readonly usual: string }
		? never
		: NameOfOption<Flags>]?: ValueOf<Flags, O[Flags]>;
} & {
	readonly [Flags in keyof O & string as O[Flags] extends { readonly usual: string }
		? NameOfOption<Flags>
		: never]: ValueOf<Flags, O[Flags]>;
};

type ValueOf<Flags, About> = About extends { readonly isRepeatable: true }
	? readonly string[]
	: Flags extends `${string}<${string}`
		? ChoiceOf<About, string>
		: Flags extends `${string}[${string}`
			? string | true
			: Flags extends `--no-${string}`
				? false
				: true;

type ChoiceOf<About, Else> = About extends { readonly choices: readonly (infer Choice)[] } ? Choice : Else;

type NameOfWord<Word extends string> = Word extends `${'<' | '['}${infer Name}${'>' | ']'}`
	? Camel<Name extends `${infer One}...` ? One : Name>
	: never;

type NameOfOption<Flags extends string> = Flags extends `--no-${infer Name}`
	? Camel<Name>
	: Flags extends `${string}--${infer Name} ${string}`
		? Camel<Name>
		: Flags extends `${string}--${infer Name}`
			? Camel<Name>
			: never;

type Camel<Text extends string> = Text extends `${infer First}-${infer Rest}`
	? `${First}${Capitalize<Camel<Rest>>}`
	: Text;

/** The option of every command that reads or changes one session (D5). */
export const SESSION = {
	'--session <ref>':
		'name, key, id or the first 4 or more characters of it; default: the session this runs in, or the only live one',
} as const;

/** The option of every command that shows something. */
export const JSON_SHOWN = { '--json': 'for scripts' } as const;

/** The options of every command that shows a table. */
export const TABLE_OPTIONS = {
	'--json': 'for scripts',
	'--wide': 'whole texts, however wide the terminal, and exact times',
} as const;

/** The caller, with the session reference given on the command line. */
export function callerAt(context: CommandContext, session: string | undefined): Caller {
	const { calledByModel: isModel, user } = environmentOf(context);
	return { cwd: context.cwd(), session, isModel, user };
}

/** A value as commands print JSON. */
export function jsonText(value: unknown): string {
	return JSON.stringify(value, undefined, 2);
}
