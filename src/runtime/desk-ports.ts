import { liveConfigFiles } from '../adapters/created-config-files.ts';
import type { DeskPorts } from '../app/ports.ts';
import { livePorts } from './live-ports.ts';

/** The real world as the command line sees it. `lockWaitMs`: as in `livePorts`. */
export function deskPorts(lockWaitMs: number): DeskPorts {
	const ports = livePorts(lockWaitMs);
	return { ...ports, configFiles: liveConfigFiles(ports.host.configDir) };
}
