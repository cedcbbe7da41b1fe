import { readJsonLayout } from '../adapters/json-layouts.ts';
import { liveProjectProbe } from '../adapters/project-probe.ts';
import { liveSetupFiles } from '../adapters/setup-files.ts';
import type { AllPorts, CommandPorts } from '../app/ports.ts';

/** The rest of the real world, for a command that asks for it; `ports`: as the command has them. */
export function allPorts(ports: CommandPorts): AllPorts {
	const { context } = ports;
	return {
		...ports,
		setupFiles: liveSetupFiles(context),
		projectProbe: liveProjectProbe(context),
		readJson: readJsonLayout,
	};
}
