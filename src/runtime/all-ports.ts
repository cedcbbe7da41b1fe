import { liveClients } from '../adapters/claude-process.ts';
import { readJsonLayout } from '../adapters/json-layouts.ts';
import { livePipelineFiles, livePipelineFolders } from '../adapters/pipeline-files.ts';
import { liveProjectProbe } from '../adapters/project-probe.ts';
import { liveRunFiles } from '../adapters/run-file.ts';
import { liveSetupFiles } from '../adapters/setup-files.ts';
import type { AllPorts, CommandPorts } from '../app/ports.ts';

/** The rest of the real world, for a command that asks for it; `ports`: as the command has them. */
export function allPorts(ports: CommandPorts): AllPorts {
	const { context } = ports;
	const { env, configDir } = context;
	return {
		...ports,
		setupFiles: liveSetupFiles(context),
		projectProbe: liveProjectProbe(context),
		readJson: readJsonLayout,
		runs: liveRunFiles(context),
		clients: liveClients({ env, configDir }),
		pipelineFiles: livePipelineFiles(),
		pipelineFolders: livePipelineFolders(context),
	};
}
