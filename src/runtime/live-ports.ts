import { writeSync } from 'node:fs';
import { liveBranchStates } from '../adapters/branch-state-files.ts';
import { clientSettings } from '../adapters/client-settings.ts';
import { liveConfigs, readBaseline } from '../adapters/config-files.ts';
import { attempt, unlessFault } from '../adapters/failures.ts';
import { sha256 } from '../adapters/hashes.ts';
import { livePlaces } from '../adapters/places.ts';
import { liveProcesses, namedPlugins } from '../adapters/processes.ts';
import { steadyClock } from '../adapters/seal.ts';
import { liveJournals } from '../adapters/session-files.ts';
import type { Faults, Patterns, Places, Ports, Registries } from '../app/ports.ts';
import type { Bundles, Events, Records, TaskLists } from '../app/record-ports.ts';
import { hostFacts } from './host-facts.ts';

/** The real world. `lockWaitMs`: how long a write may wait for a busy document (D8). */
export function livePorts(lockWaitMs: number): Ports {
	const { env } = process;
	const host = hostFacts(env);
	const processes = liveProcesses();
	const writing = { waitMs: lockWaitMs, hostname: host.hostname, processes, now: Date.now };
	return {
		now: steadyClock(host.configDir),
		sha256,
		host,
		places: remembered(livePlaces({ configDir: host.configDir, env, sha256 })),
		config: liveConfigs({ configDir: host.configDir }),
		baselines: {
			read: (session) => readBaseline(host.configDir, session),
			stored: async () =>
				(await import('../adapters/baseline-files.ts')).storedBaselines({
					...{ configDir: host.configDir, env, sha256 },
				}),
		},
		receipts: async () =>
			(await import('../adapters/call-receipts.ts')).callReceipts(host.configDir),
		looks: async () => (await import('../adapters/looks.ts')).liveLooks(host.configDir, env),
		branchState: liveBranchStates({ ...writing, sha256, configDir: host.configDir }),
		registry: deferred(REGISTRY, async () =>
			(await import('../adapters/document-store.ts')).liveRegistry({
				...{ ...writing, configDir: host.configDir },
			}),
		),
		journal: liveJournals(),
		records: deferred(RECORDS, async () =>
			(await import('../adapters/record-store.ts')).liveRecords({
				...{ ...writing, configDir: host.configDir, user: host.user },
			}),
		),
		clientMemory: async (place, transcript) =>
			(await import('../adapters/client-memory.ts')).clientMemory(
				place,
				host.configDir,
				transcript,
			),
		agentTasks: async (transcript, agent) =>
			(await import('../adapters/agent-tasks.ts')).agentTasks(transcript, agent),
		fetchShared: async (place) => {
			const { fetchShared } = await import('../adapters/background-fetch.ts');
			const { configDir } = host;
			const started = { hook: process.argv[1] ?? '', configDir, now: Date.now() };
			fetchShared(place, { ...started, env: process.env });
		},
		lessons: async () => (await import('../adapters/lesson-cache.ts')).lessonCache,
		tasks: deferred(TASKS, async () =>
			(await import('../adapters/task-store.ts')).liveTaskLists(writing),
		),
		bundles: deferred(
			BUNDLES,
			async () => (await import('../adapters/bundle-store.ts')).liveBundles,
		),
		events: deferred(EVENTS, async () =>
			(await import('../adapters/event-store.ts')).liveEvents({ ...writing, sha256 }),
		),
		faults: deferred(FAULTS, async () =>
			(await import('../adapters/fault-file.ts')).liveFaults(host),
		),
		patterns: deferred(PATTERNS, async () =>
			(await import('../adapters/re2-patterns.ts')).re2Patterns(),
		),
		sizes: {
			branchSize: async (place) =>
				(await import('../adapters/git.ts')).liveSizes({ env }).branchSize(place),
		},
		processes,
		foreignMods: async (root) =>
			(await import('../adapters/foreign-mods.ts')).foreignMods(root, host, env),
		namedPlugins: () => namedPlugins(host.clientPid, env),
		ancestry: async () => (await import('../adapters/ancestry.ts')).liveAncestry,
		client: clientSettings(host.configDir),
		attempt,
		// At once: a hook ends without waiting for what it has not written yet.
		trace:
			env['REQ_SESSION_DEBUG'] === '1' ? (line) => void writeSync(2, `req: ${line}\n`) : undefined,
	};
}

const RECORDS: Names<Records> = {
	...{ read: true, readNewer: true, glance: true, fold: true, summaries: true, survey: true },
	...{ all: true, unfolded: true, started: true, archive: true },
};
const TASKS: Names<TaskLists> = { read: true, update: true };
const BUNDLES: Names<Bundles> = { read: true, write: true, given: true, file: true };
const EVENTS: Names<Events> = { append: true, leave: true, read: true };
const REGISTRY: Names<Registries> = { look: true, read: true, update: true };
const PATTERNS: Names<Patterns> = { matcher: true };
const FAULTS: Names<Faults> = { append: true, read: true };

type Names<Port> = { readonly [Name in keyof Port]: true };
type Asked = (...given: never[]) => Promise<unknown>;

/** A port whose adapter is evaluated when it is first asked something: most calls of tools ask none of them. */
function deferred<Port extends { readonly [Name in keyof Port]: Asked }>(
	names: Names<Port>,
	load: () => Promise<Port>,
): Port {
	const ask =
		(name: keyof Port) =>
		async (...given: never[]) =>
			(await load())[name](...given);
	const methods = Object.keys(names).map((name) => [name, ask(name as keyof Port)]);
	return Object.fromEntries(methods) as Port;
}

/** One process asks several times where it stands and where a path leads, and neither moves meanwhile. */
function remembered(places: Places): Places {
	const at = once(places.at);
	const ifReadable = (dir: string) => unlessFault(() => at(dir));
	return { ...places, at, ifReadable, realPath: once(places.realPath) };
}

function once<Value>(ask: (path: string) => Value): (path: string) => Value {
	const known = new Map<string, Value>();
	return (path) => {
		const value = known.get(path) ?? ask(path);
		known.set(path, value);
		return value;
	};
}
