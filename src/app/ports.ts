import type { CommandContext, Context } from '../core/context.ts';
import type { FaultLine } from '../core/fault/fault.ts';
import type { Place } from '../git/place.ts';

/** What the use cases still reach through interfaces: everything outside the rooms (docs/adr/0001-rooms.md). */
export interface Ports {
	/** What the answer depends on besides the event. */
	readonly context: Context;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
	/** Hex digest. */
	readonly sha256: (text: string) => string;
	readonly host: HostFacts;
	/** The texts of a project that the client itself puts before the model. */
	readonly clientMemory: (place: Place) => readonly string[];
	readonly faults: Faults;
	readonly live: LiveServers;
	readonly client: ClientSettings;
	/** Says on stderr how sources were chosen, a line each; `undefined` unless `REQ_SESSION_DEBUG=1`. */
	readonly trace: ((line: string) => void) | undefined;
}

/** What every command has. */
export interface CommandPorts extends Ports {
	readonly context: CommandContext;
}

/** What the environment says, once per event. */
export interface HostFacts {
	readonly hostname: string;
	/** `<claude config dir>` (D3). */
	readonly configDir: string;
	/** The user's home directory. */
	readonly home: string;
	/** `CLAUDE_PROJECT_DIR`: where the session started. */
	readonly projectDir: string | undefined;
	/** This process. */
	readonly pid: number;
	/** The client's process: `CLAUDE_PID`, else the parent. */
	readonly clientPid: number;
	/** `CLAUDE_CODE_SESSION_ID`. */
	readonly sessionId: string | undefined;
	/** True inside a model's tool call: `CLAUDECODE` is set. */
	readonly calledByModel: boolean;
	/** `CLAUDE_PLUGIN_ROOT`: the folder this plugin runs from; `undefined` outside its hooks. */
	readonly pluginRoot: string | undefined;
	/** The client was started by another client's Bash call (D11, docs/adr/0003). */
	readonly nested: boolean;
	/** `REQ_INHERIT_FROM`: the session a new one inherits from, as a reference. */
	readonly inheritFrom: string | undefined;
	/** `REQ_INHERIT_BUNDLE`: what a session of a pipeline inherits, and whether it must say what it understood of it. */
	readonly inheritBundle: { readonly path: string; readonly required: boolean } | undefined;
	/** Who sits at this machine, for the record. */
	readonly user: string;
}

export interface Faults {
	readonly append: (place: Place, fault: FaultLine) => Promise<void>;
	/** Newest last, at most the last 64 kB of the file. */
	readonly read: (place: Place) => Promise<readonly FaultLine[]>;
}

export interface ClientSettings {
	/** The client's `plansDirectory` for this project, absolute and resolved; `undefined` when unset. */
	readonly plansDirectory: (place: Place) => string | undefined;
	/** Text of a small file, such as the client's settings; empty where there is none, `undefined` where it cannot be read. */
	readonly text: (path: string) => string | undefined;
	/** Settings as a text holds them, none for an empty one; `undefined` where it holds no object. */
	readonly parse: (text: string) => Readonly<Record<string, unknown>> | undefined;
	/**
	 * What the last part of a transcript says of the sessions that its messages come from, best effort: its format is
	 * the client's own.
	 */
	readonly copiedFrom: (transcript: string) => CopiedFrom;
}

/** Where the messages of a transcript come from, each once, oldest first. */
export interface CopiedFrom {
	readonly prompts: readonly string[];
	/** Full ids of the sessions that other messages were asked for in; clients before 2.1.330 do not say. */
	readonly sessions: readonly string[];
}

/** What servers that answer hooks leave in `<claude config dir>/requirements/live`. */
interface LiveServers {
	/** Whether one answers the hooks of the Claude Code that this runs in. */
	readonly hasServer: () => boolean;
	/** Removes markers and status lines of servers that are gone. */
	readonly removeStale: () => void;
	/** Removes the status line of a session, by its full id. */
	readonly removeLine: (session: string) => void;
}
