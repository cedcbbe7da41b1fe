import { liveBranchStates } from '../adapters/branch-state-files.ts';
import { clientSettings } from '../adapters/client-settings.ts';
import { steadyClock } from '../adapters/clock.ts';
import { liveConfigs } from '../adapters/config-files.ts';
import { sha256 } from '../adapters/hashes.ts';
import { removeStaleMarkers } from '../adapters/live-server.ts';
import { livePlaces } from '../adapters/places.ts';
import { liveProcesses, pluginFoldersGiven } from '../adapters/processes.ts';
import { attempt } from '../adapters/read-regular.ts';
import { liveJournals } from '../adapters/session-files.ts';
import type { HostFacts, Ports } from '../app/ports.ts';
import type { Context } from '../core/context.ts';
import { claudeConfigDir } from './claude-config-dir.ts';

/** The real world. `lockWaitMs`: how long a write may wait for a busy document (D8). */
export function livePorts(context: Context, lockWaitMs: number): Ports {
	const { env, now } = context;
	const host = hostFacts(context);
	const processes = liveProcesses();
	const { hostname, configDir, user } = host;
	const writing = { waitMs: lockWaitMs, hostname, processes, now, configDir };
	const places = { configDir, env, sha256 };
	return {
		context,
		now: steadyClock(configDir, now),
		sha256,
		host,
		places: livePlaces(places),
		config: liveConfigs({ configDir, env }),
		seenConfigs: async () =>
			(await import('../adapters/seen-configs.ts')).liveSeenConfigs(configDir),
		calls: async () => (await import('../adapters/call-marks.ts')).callMarks(configDir),
		looks: async () => (await import('../adapters/looks.ts')).liveLooks(configDir, context),
		branchState: liveBranchStates({ ...writing, sha256 }),
		registry: deferred({ read: true, update: true }, async () =>
			(await import('../adapters/document-store.ts')).liveRegistry(writing),
		),
		journal: liveJournals(),
		records: deferred(
			{
				...{ read: true, readNewer: true, glance: true, fold: true, summaries: true, survey: true },
				...{ all: true, unfolded: true, started: true, archive: true },
			},
			async () => (await import('../adapters/record-store.ts')).liveRecords({ ...writing, user }),
		),
		clientMemory: async ({ root }) =>
			(await import('../adapters/client-memory.ts')).clientMemory(root),
		lessons: async () => (await import('../adapters/lesson-cache.ts')).lessonCache,
		tasks: deferred({ read: true, update: true }, async () =>
			(await import('../adapters/task-store.ts')).liveTaskLists(writing),
		),
		bundles: deferred(
			{ read: true, write: true, given: true, file: true },
			async () => (await import('../adapters/bundle-store.ts')).liveBundles,
		),
		events: deferred({ append: true, leave: true, read: true }, async () =>
			(await import('../adapters/event-store.ts')).liveEvents({ ...writing, sha256 }),
		),
		faults: deferred({ append: true, read: true }, async () =>
			(await import('../adapters/fault-file.ts')).liveFaults(host),
		),
		branchSize: async (place) => (await import('../adapters/git.ts')).branchSize(place, env),
		processes,
		removeStaleServers: () => removeStaleMarkers(configDir, hostname),
		namedPlugins: () => pluginFoldersGiven(host.clientPid, env),
		client: clientSettings(configDir, host.home),
		attempt,
		trace: env['REQ_SESSION_DEBUG'] === '1' ? context.debug : undefined,
	};
}

type Asked = (...given: never[]) => Promise<unknown>;

/** A port whose adapter is evaluated when it is first asked something: most calls of tools ask none of them. */
export function deferred<Port extends { readonly [Name in keyof Port]: Asked }>(
	names: { readonly [Name in keyof Port]: true },
	load: () => Promise<Port>,
): Port {
	const ask =
		(name: keyof Port) =>
		async (...given: never[]) =>
			(await load())[name](...given);
	const methods = Object.keys(names).map((name) => [name, ask(name as keyof Port)]);
	return Object.fromEntries(methods) as Port;
}

/** What the environment says (7, 19). */
function hostFacts({ env, home, hostname, pid, parentPid }: Context): HostFacts {
	return {
		hostname,
		home,
		configDir: claudeConfigDir({ ...env, HOME: home }),
		projectDir: named(env['CLAUDE_PROJECT_DIR']),
		pid,
		clientPid: pidIn(env['CLAUDE_PID']) ?? parentPid,
		sessionId: named(env['CLAUDE_CODE_SESSION_ID']),
		calledByModel: named(env['CLAUDECODE']) !== undefined,
		pluginRoot: named(env['CLAUDE_PLUGIN_ROOT']),
		// Every child of every client has CLAUDE_CODE_CHILD_SESSION. Only Bash calls get CLAUDE_CODE_EXECPATH,
		// so a hook that sees it belongs to a client that another client's Bash call started.
		nested: named(env['CLAUDE_CODE_EXECPATH']) !== undefined,
		inheritFrom: named(env['REQ_INHERIT_FROM']),
		inheritBundle: bundleIn(env),
		gatesToldBy: named(env['REQ_RUN_GATES']),
		user: named(env['USER']) ?? 'user',
	};
}

function named(value: string | undefined): string | undefined {
	return value === undefined || value === '' ? undefined : value;
}

function bundleIn(env: Context['env']): HostFacts['inheritBundle'] {
	const path = named(env['REQ_INHERIT_BUNDLE']);
	if (path === undefined) return undefined;
	return { path, required: env['REQ_INHERIT_COMPREHENSION'] === 'required' };
}

function pidIn(value: string | undefined): number | undefined {
	const pid = Number(value);
	return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}
