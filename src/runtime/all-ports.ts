import { join } from 'node:path';
import { liveCheckup } from '../adapters/checkup.ts';
import { liveClients } from '../adapters/claude-process.ts';
import { readJsonLayout } from '../adapters/json-layouts.ts';
import { livePipelineFiles, livePipelineFolders } from '../adapters/pipeline-files.ts';
import { liveProjectProbe } from '../adapters/project-probe.ts';
import { liveRunFiles } from '../adapters/run-file.ts';
import { scratchMaker } from '../adapters/selftest.ts';
import { liveSetupFiles } from '../adapters/setup-files.ts';
import type { ClientSurroundings } from '../app/doctor-ports.ts';
import type { AllPorts, CommandPorts } from '../app/ports.ts';
import type { Context } from '../core/context.ts';
import { ownFolder } from './command-ports.ts';

/** The rest of the real world, for a command that asks for it; `ports`: as the command has them. */
export function allPorts(ports: CommandPorts): AllPorts {
	const { context } = ports;
	const { env, configDir } = context;
	const root = ownFolder();
	return {
		...ports,
		setupFiles: liveSetupFiles(context),
		projectProbe: liveProjectProbe(context),
		readJson: readJsonLayout,
		runs: liveRunFiles(context),
		clients: liveClients({ env, configDir }),
		pipelineFiles: livePipelineFiles(),
		pipelineFolders: livePipelineFolders(context),
		checkup: liveCheckup({
			...context,
			root,
			surroundings: clientSurroundings(context),
		}),
		inScratch: scratchMaker(context),
	};
}

/** Where an administrator's settings lie (docs/notes/claude-code/installation.md). */
const MANAGED: Readonly<Record<string, string>> = {
	darwin: '/Library/Application Support/ClaudeCode',
	win32: 'C:\\Program Files\\ClaudeCode',
};

/** What the environment says about the client (19, 26). */
export function clientSurroundings({
	env,
	home,
	platform,
}: Pick<Context, 'env' | 'home' | 'platform'>): ClientSurroundings {
	const configDir = env['CLAUDE_CONFIG_DIR'] || undefined;
	const running = env['CLAUDE_CODE_EXECPATH'];
	return {
		clientPrograms: [
			...(running ? [running] : []),
			'claude',
			join(home, '.local/bin/claude'),
			join(home, '.claude/local/claude'),
		],
		clientState: join(configDir ?? home, '.claude.json'),
		managed: MANAGED[platform] ?? '/etc/claude-code',
	};
}
