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
import type { DeskPorts, Ports } from '../app/ports.ts';
import { clientSurroundings } from './client-surroundings.ts';
import { LOCK_WAIT_MS } from './command-ports.ts';
import { liveInterrupts } from './interrupts.ts';

/** The rest of the real world, for a command that asks for it; `ports`: as the command has them. */
export function deskPorts(ports: Ports): DeskPorts {
	const { env } = process;
	const { host, processes, sha256, now } = ports;
	const { hostname, configDir } = host;
	const root = packageRoot(fileURLToPath(import.meta.url));
	const writing = { waitMs: LOCK_WAIT_MS, hostname, processes, now };
	const leftovers = async () =>
		(await import('../adapters/prune/leftovers.ts')).liveLeftovers({
			...{ ...writing, sha256, configDir, env },
		});
	return {
		...ports,
		configFiles: { explain: (place) => explainSources(configDir, place) },
		setupFiles: liveSetupFiles(writing),
		projectProbe: liveProjectProbe({ configDir, env, ownFolder: root }),
		jsonReader: async () => (await import('../adapters/json-layouts.ts')).readJsonLayout,
		searchTexts: async (texts, asked) =>
			(await import('../adapters/text-search.ts')).searchTexts(texts, asked),
		runs: liveRunFiles(writing),
		clients: liveClients({ env, configDir }),
		interrupts: liveInterrupts(),
		pipelineFiles: livePipelineFiles(),
		pipelineFolders: livePipelineFolders(),
		leftovers: {
			find: async (place, terms) => (await leftovers()).find(place, terms),
			ofSession: async (place, session) => (await leftovers()).ofSession(place, session),
		},
		branches: (place) =>
			place.git ? [...(livingBranches(place, env) ?? [])].sort() : [place.branch],
		checkup: liveCheckup({
			...{ configDir, hostname, env, processes, now, root },
			surroundings: clientSurroundings(env),
		}),
		selftests: liveSelftests({ env }),
	};
}
