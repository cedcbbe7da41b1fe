import { join } from 'node:path';
import type { ProjectConfig } from '../config/config.ts';
import type { CommandContext } from '../context.ts';
import type { Place } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import { isLive as hasLiveServer } from '../host/server-marker.ts';
import { parseSessionId } from '../host/session-id.ts';
import { journalOf } from '../journal/journal.ts';
import { readFaults } from '../state/faults.ts';
import { commonDirOf, entryOfSession, liveEntries, readRegistry } from '../state/registry.ts';
import { type FaultLine, unreadFaults } from '../store/fault.ts';
import { textIn } from '../store/foreign-json.ts';
import { realPath } from '../store/paths.ts';
import { firstProgram, type Program } from '../store/programs.ts';
import { type JsonFile, readJson } from '../store/read-file.ts';
import { type Installation, type Plugin, pluginAt, readInstallation } from './installation.ts';
import { type LivePlay, playLive } from './live.ts';

/** What several findings of `req doctor` go by. Whatever else a finding needs, it reads itself. */
export interface DoctorWorld {
	readonly context: CommandContext;
	readonly place: Place;
	readonly config: ProjectConfig;
	/** The package that this `req` runs from. */
	readonly own: { readonly root: string; readonly version: string };
	readonly node: Program | undefined;
	readonly claude: Program | undefined;
	readonly installation: Installation;
	/** Internal errors that no session start has reported yet. */
	readonly faults: readonly FaultLine[];
	/** The session that `req` is called in: whether a hook of req has run in it, and whether the server answers its hooks. */
	readonly session: { readonly key: string; readonly isSeen: boolean; readonly hasServer: boolean } | undefined;
	/** Whether a hook of req has run in a live session here. */
	readonly isSeen: boolean;
	/** The session that was played; `undefined` without `--live`. */
	readonly live: LivePlay | undefined;
}

/** What can be wrong, each under its code. */
export type FindingTable = Readonly<Record<string, FindingRow>>;

interface FindingRow {
	/**
	 * `broken`: gates do not work, or not where they should. `warning`: a person should correct it. `note`: a person may
	 * want to know it, and the exit status does not count it.
	 */
	readonly severity: 'broken' | 'warning' | 'note';
	readonly means: string;
	/** What corrects it. `<word>` is filled in from the case. */
	readonly fix: string;
	readonly find: (world: DoctorWorld) => Case | undefined | false | readonly Case[];
}

/** One case of a finding. Other members are words of the row's fix. */
export interface Case {
	/** One sentence about this case, with foreign text made harmless. */
	readonly what: string;
	readonly file?: string | undefined;
	/** 1-based. */
	readonly line?: number | undefined;
	readonly key?: string | undefined;
	/** What corrects this very case, if more is known than the row says. */
	readonly fix?: string | undefined;
	readonly [word: string]: string | number | undefined;
}

/** Something `req doctor` found. */
export interface Finding extends Pick<Case, 'what' | 'file' | 'line' | 'key'> {
	readonly code: string;
	readonly severity: FindingRow['severity'];
	readonly means: string;
	readonly fix: string;
}

/** Finds what is wrong, in the order of the rows. */
export function findAll(table: FindingTable, world: DoctorWorld): readonly Finding[] {
	return Object.entries(table).flatMap(([code, { severity, means, find, fix: usual }]) =>
		[find(world) || []].flat().map((one) => {
			const { what, file, line, key, fix = usual } = one;
			const filled = fix.replaceAll(/<(\w+)>/g, (whole, word: string) => `${one[word] ?? whole}`);
			return { code, severity, what, means, file, line, key, fix: filled };
		}),
	);
}

/** Where a JSON file names a key first. */
export function at({ path, text }: JsonFile, key: string): Pick<Case, 'file' | 'line' | 'key'> {
	const start = text.indexOf(JSON.stringify(key));
	const line = start === -1 ? undefined : text.slice(0, start).split('\n').length;
	return { file: path, line, key };
}

/**
 * Reads what several findings go by. Changes nothing.
 *
 * @param context that writes nothing
 * @param root the folder of this package
 * @param isLive plays a session through the hooks
 */
export async function readWorld(
	{ place, config, root, isLive }: { place: Place; config: ProjectConfig; root: string; isLive: boolean },
	context: CommandContext,
): Promise<DoctorWorld> {
	const { env, home, configDir, hostname } = context;
	const { projectDir, sessionId, clientPid } = environmentOf(context);
	const start = projectDir === undefined ? place.root : realPath(projectDir);
	const registry = readRegistry(context);
	const session = parseSessionId(sessionId);
	const isSeen =
		session !== undefined &&
		(entryOfSession(registry, session.uuid) !== undefined || (await journalOf(place, session)).length > 0);
	const hasServer = hasLiveServer(configDir, hostname, clientPid);
	const live = liveEntries(registry, context);
	const manifest = readJson(join(root, '.claude-plugin/plugin.json')).json;
	// Claude Code is not on the PATH of each shell.
	const claude = ['claude', join(home, '.local/bin/claude'), join(home, '.claude/local/claude')];
	const installation = readInstallation([...new Set([start, place.root])], context);
	const isOn = ({ status }: Plugin) => status === 'on' || status === 'unbuilt';
	const played = installation.plugins.find(isOn) ?? pluginAt('req', root, undefined);
	return {
		context,
		place,
		config,
		own: { root, version: textIn(manifest, 'version') ?? 'unknown' },
		node: firstProgram(['node'], env),
		claude: firstProgram([env['CLAUDE_CODE_EXECPATH'] || 'claude', ...claude], env),
		installation,
		faults: unreadFaults(readFaults(place, context)),
		session: session && { key: session.key, isSeen, hasServer },
		isSeen: isSeen || live.some(([, entry]) => entry.common_dir === commonDirOf(place)),
		live: isLive ? await playLive(played, context) : undefined,
	};
}
