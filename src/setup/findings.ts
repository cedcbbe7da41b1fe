import { join } from 'node:path';
import type { ProjectConfig } from '../config/config.ts';
import type { CommandContext } from '../context.ts';
import type { Place } from '../git/place.ts';
import { environmentOf } from '../host/environment.ts';
import { isLive } from '../host/server-marker.ts';
import { parseSessionId } from '../host/session-id.ts';
import { journalOf } from '../journal/journal.ts';
import { readBranchState } from '../state/branch-files.ts';
import { readFaults } from '../state/faults.ts';
import { commonDirOf, entryOfSession, liveEntries, readRegistry } from '../state/registry.ts';
import { unreadFaults } from '../store/fault.ts';
import { textIn } from '../store/foreign-json.ts';
import { realPath } from '../store/paths.ts';
import { firstProgram } from '../store/programs.ts';
import { readJson } from '../store/read-file.ts';
import type { DoctorWorld, FindingTable } from './finding.ts';
import { readInstallation } from './installation.ts';
import { INSTALLATION_FINDINGS } from './installation-findings.ts';
import { badDocuments, PROJECT_FINDINGS } from './project-findings.ts';

/** Milliseconds. No person notices that each tool call waits for so long. */
const SLOW = 500;

/** What can be wrong with the hooks as they run. */
const LIVE_FINDINGS: FindingTable = {
	live_failed: {
		severity: 'broken',
		means:
			'A hook is missing, crashed, took longer than its time limit, or gave a wrong answer. Claude Code allows the call.',
		fix: 'read what the hook printed and look for what disturbs it: NODE_OPTIONS, a wrapper around node, a memory limit, a slow disk; otherwise build or install the plugin again',
		find: ({ live }) => (live?.troubles ?? []).map(({ what, event: key }) => ({ what, key })),
	},
	live_slow: {
		severity: 'warning',
		means: 'A hook takes more than half a second, and every tool call waits for it.',
		fix: 'find what slows `node` down: NODE_OPTIONS, NODE_EXTRA_CA_CERTS, a virus scanner',
		find: ({ live }) =>
			(live?.times ?? [])
				.map((time) => ({ ...time, slowest: time.server_ms ?? time.ms }))
				.filter(({ slowest }) => slowest > SLOW)
				.map(({ what, event: key, slowest }) => ({
					what: `${what}: ${slowest} ms`,
					key,
				})),
	},
};

/** Everything that `req doctor` can find, in the order in which it is shown. */
export const FINDINGS: FindingTable = {
	...INSTALLATION_FINDINGS,
	...PROJECT_FINDINGS,
	...LIVE_FINDINGS,
};

/**
 * Reads what several findings go by. Changes nothing.
 *
 * @param context that writes nothing
 * @param root the folder of this package
 */
export async function readWorld(
	{ place, config, root }: { place: Place; config: ProjectConfig; root: string },
	context: CommandContext,
): Promise<Omit<DoctorWorld, 'live'>> {
	const { env, home, configDir, hostname } = context;
	const { projectDir, sessionId, clientPid } = environmentOf(context);
	const start = projectDir === undefined ? place.root : realPath(projectDir);
	const registry = readRegistry(context);
	const session = parseSessionId(sessionId);
	const isSeen =
		session !== undefined &&
		(entryOfSession(registry, session.uuid) !== undefined ||
			(await journalOf(place, session)).length > 0);
	const hasServer = isLive(configDir, hostname, clientPid);
	const live = liveEntries(registry, context);
	const manifest = readJson(join(root, '.claude-plugin/plugin.json')).json;
	// Claude Code is not on the PATH of each shell.
	const claude = ['claude', join(home, '.local/bin/claude'), join(home, '.claude/local/claude')];
	return {
		context,
		place,
		config,
		own: { root, version: textIn(manifest, 'version') ?? 'unknown' },
		node: firstProgram(['node'], env),
		claude: firstProgram([env['CLAUDE_CODE_EXECPATH'] || 'claude', ...claude], env),
		installation: readInstallation([...new Set([start, place.root])], context),
		bad: badDocuments(place, context),
		state: (await readBranchState(place, context)).state,
		faults: unreadFaults(readFaults(place, context)),
		session: session && { key: session.key, isSeen, hasServer },
		isSeen: isSeen || live.some(([, entry]) => entry.common_dir === commonDirOf(place)),
	};
}
