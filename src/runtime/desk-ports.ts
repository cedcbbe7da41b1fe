import { fileURLToPath } from 'node:url';
import { liveCheckup } from '../adapters/checkup.ts';
import { liveClients } from '../adapters/claude-process.ts';
import { explainSources } from '../adapters/config-files.ts';
import { livingBranches } from '../adapters/living-branches.ts';
import { packageRoot } from '../adapters/own-package.ts';
import { livePipelineFiles } from '../adapters/pipeline-file.ts';
import { livePipelineFolders } from '../adapters/pipeline-folders.ts';
import { liveProjectProbe } from '../adapters/project-probe.ts';
import { liveRunFiles } from '../adapters/run-file.ts';
import { liveSelftests } from '../adapters/selftest.ts';
import { liveSetupFiles } from '../adapters/setup-files.ts';
import type { Leftovers } from '../app/leftover-ports.ts';
import type { DeskPorts } from '../app/ports.ts';
import { clientSurroundings } from './client-surroundings.ts';
import { liveInterrupts } from './interrupts.ts';
import { livePorts } from './live-ports.ts';

/** The real world as the command line sees it. `lockWaitMs`: as in `livePorts`. */
export function deskPorts(lockWaitMs: number): DeskPorts {
	const ports = livePorts(lockWaitMs);
	const { env } = process;
	const { hostname, configDir } = ports.host;
	const root = packageRoot(fileURLToPath(import.meta.url));
	return {
		...ports,
		foreignMods: async (project) => {
			const { foreignMods } = await import('../adapters/foreign-mods.ts');
			const { pluginRoot = root } = ports.host;
			return foreignMods(project, { ...ports.host, pluginRoot }, env);
		},
		configFiles: { explain: (place) => explainSources(configDir, place) },
		setupFiles: liveSetupFiles({
			...{ waitMs: lockWaitMs, hostname, processes: ports.processes, now: ports.now },
		}),
		projectProbe: liveProjectProbe({ configDir, env, ownFolder: root }),
		jsonReader: async () => (await import('../adapters/json-layouts.ts')).readJsonLayout,
		searchTexts: async (texts, asked) =>
			(await import('../adapters/text-search.ts')).searchTexts(texts, asked),
		runs: liveRunFiles({ waitMs: lockWaitMs, hostname, processes: ports.processes }),
		clients: liveClients({ env, configDir }),
		interrupts: liveInterrupts(),
		pipelineFiles: livePipelineFiles(),
		pipelineFolders: livePipelineFolders(),
		leftovers: lazyLeftovers(ports, lockWaitMs),
		branches: (place) =>
			place.git ? [...(livingBranches(place, process.env) ?? [])].sort() : [place.branch],
		checkup: liveCheckup({
			...{ configDir, hostname, env },
			processes: ports.processes,
			now: ports.now,
			surroundings: clientSurroundings(env),
			root,
		}),
		selftests: liveSelftests({ env }),
	};
}

/** Loaded only where something is pruned. */
function lazyLeftovers(
	{ host, processes, sha256, now }: ReturnType<typeof livePorts>,
	waitMs: number,
): Leftovers {
	const load = async () => {
		const { liveLeftovers } = await import('../adapters/prune/leftovers.ts');
		const { hostname, configDir } = host;
		const { env } = process;
		return liveLeftovers({ waitMs, hostname, processes, sha256, now, configDir, env });
	};
	return {
		find: async (place, terms) => (await load()).find(place, terms),
		ofSession: async (place, session) => (await load()).ofSession(place, session),
	};
}
