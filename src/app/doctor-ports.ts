import type { HookCommand, HookTool } from '../core/doctor/hook-commands.ts';
import type { HookRun } from '../core/doctor/live.ts';
import type { Program } from '../core/doctor/programs.ts';
import type { JsonFile } from '../core/doctor/settings.ts';
import type { StoredFiles } from '../core/doctor/state.ts';
import type { Place } from '../git/place.ts';

/** What `req doctor` asks of the machine. Nothing behind it changes anything: not even a corrupt file moves. */
export interface Checkup {
	/** The package this `req` runs from. */
	readonly own: () => { readonly root: string; readonly version: string };
	readonly surroundings: ClientSurroundings;
	/** A JSON file of the client's. Never waits, never throws; large files are left alone. */
	readonly json: (path: string) => JsonFile;
	/** Names in a directory, at most 1,000, sorted; none where there is no directory. */
	readonly names: (directory: string) => readonly string[];
	readonly exists: (path: string) => boolean;
	/** A program by its name on the PATH, or by its absolute path, and what it says for `--version`. */
	readonly program: (name: string) => Promise<Program | undefined>;
	/** Whether a program of this name, or at this absolute path, can be started. */
	readonly hasProgram: (name: string) => boolean;
	readonly stored: (place: Place) => StoredFiles;
}

/** Where the client keeps its files. */
export interface ClientSurroundings {
	/** Where the client's own program may be besides the PATH, the likeliest first. */
	readonly clientPrograms: readonly string[];
	/** The client's `.claude.json`. */
	readonly clientState: string;
	/** The folder of settings that an administrator manages. */
	readonly managed: string;
}

/**
 * Hooks played for real, away from every project (`req doctor --live`): makes a repository of its own, lets `play` work in
 * it, and removes it, also after Ctrl-C.
 */
export type InScratch = <Result>(
	files: Readonly<Record<string, string>>,
	play: (scratch: Scratch) => Promise<Result>,
) => Promise<Result>;

/** The repository of a self-test, and who runs hooks in it as the client would. */
export interface Scratch {
	readonly repo: string;
	/** `pluginRoot`: what `${CLAUDE_PLUGIN_ROOT}` stands for; `undefined` for hooks of settings. */
	readonly run: (
		hook: HookCommand,
		given: {
			readonly pluginRoot: string | undefined;
			readonly session: string;
			readonly input: object;
		},
	) => Promise<HookRun>;
	/** Starts the plugin's server. From then on hook processes leave the events to it. */
	readonly startServer: (command: readonly string[], pluginRoot: string) => ScratchServer;
	/** Milliseconds an empty `node` takes. */
	readonly emptyNode: () => Promise<number>;
}

/** A server in the repository of a self-test. */
interface ScratchServer {
	/** Sends an event as the client does. Never throws: a server that is gone, or fails, is in the answer. */
	readonly ask: (tool: HookTool, input: object) => Promise<HookRun>;
	readonly end: () => Promise<void>;
}
