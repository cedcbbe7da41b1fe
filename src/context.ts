import type { Place } from './git/place.ts';

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * All that an answer depends on besides the event itself. Each door builds it, once per event: the code behind the door
 * reads neither the process nor the system's clock.
 */
export interface Context {
	readonly env: Env;
	/** The working directory. Throws a Fault if it was deleted. */
	readonly cwd: () => string;
	/** The user's home directory. */
	readonly home: string;
	readonly hostname: string;
	/** The config directory of Claude Code, where req keeps what belongs to no repository. */
	readonly configDir: string;
	/** The session's id, as the event or the environment names it. */
	readonly session: string | undefined;
	/** The system's directory for temporary files. */
	readonly temporary: string;
	/** As Node names it, such as `linux`. */
	readonly platform: string;
	/** The process that answers. */
	readonly pid: number;
	/** The process that started it. */
	readonly parentPid: number;
	/** Milliseconds since the epoch. Behind a door it never goes back, for which it leaves a file (`store/clock.ts`). */
	readonly now: () => number;
	/** The same by the system's clock. */
	readonly systemNow: () => number;
	/** Milliseconds since the event arrived; in a hook process, since the process started. */
	readonly elapsedMs: () => number;
	/**
	 * Claims the event before it changes or answers anything; false if another process answers it. The server and the hook
	 * process may both receive an event. `identity`: the fields that tell it from others.
	 */
	readonly claim: (event: unknown, identity: readonly string[] | undefined) => boolean;
	readonly writing: Writing;
	/** Places that an event has found, by directory, so that it finds each once. A command lasts too long to keep them. */
	readonly places?: Map<string, Place>;
	/** Git's answers about config files that a sparse checkout leaves out, by version of the index, likewise. */
	readonly hiddenConfigs?: Map<string, string>;
	/** Gets the message of each internal error that is stored; only a command prints it. */
	readonly onFault?: (message: string) => void;
	/** Writes a line to standard error, for debugging. Never throws. */
	readonly debug: (line: string) => void;
}

/** Whether stored files may be changed, and how long locks may take. */
interface Writing {
	/** Comes before each change. Throws if the event is over, or if another process answers it. */
	readonly begin: () => void;
	/** Nothing is changed at all, and no lock is waited for: a file that cannot be read stays where it is. */
	readonly isReadOnly: boolean;
	/** Milliseconds that all locks together may still be waited for; what waits for one takes its time off. */
	leftMs: number;
}

/** The context of a command. */
export interface CommandContext extends Context {
	/** All of standard input; `undefined` if it is a terminal. Never throws. */
	readonly stdin: () => string | undefined;
	readonly isStdinTerminal: () => boolean;
	readonly stdout: Output;
	readonly stderr: Output;
	/**
	 * Calls back when the user wants the command to end (Ctrl-C, or the end of the terminal): `isFinal` if no further
	 * signal will come. The returned function ends it; without a watcher an interrupt ends the process.
	 */
	readonly watchInterrupts: (onInterrupt: (isFinal: boolean) => void) => () => void;
	/** Ends the process at once: after an interrupt. */
	readonly exit: (code: number) => void;
}

/** A stream that a command prints to. */
export interface Output {
	readonly write: (text: string) => void;
	readonly isTerminal: boolean;
	/** The width of the terminal; `undefined` if it is unknown, or the output is a pipe. */
	readonly columns: () => number | undefined;
}
