import { dirname, resolve } from 'node:path';
import type { PipelineFiles, PipelineSource } from '../app/run-ports.ts';
import { readConfigFile } from './read-config-file.ts';

/** Pipelines as YAML files, wherever somebody has them. */
export function livePipelineFiles(): PipelineFiles {
	return {
		read: async (cwd, file) => readPipelineFile(resolve(cwd, file)),
		text: (cwd, file, within) => readConfigFile(resolve(cwd, file), within),
		directoryOf: (cwd, file) => dirname(resolve(cwd, file)),
	};
}

async function readPipelineFile(path: string): Promise<PipelineSource> {
	const read = readConfigFile(path, undefined);
	if (read.kind === 'refused') return read;
	const { readYaml } = await import('./yaml-file.ts');
	const { value, problems, lineOf } = readYaml(read.text);
	return {
		kind: 'source',
		source: { layer: 'project', file: path, value, lineOf },
		problems: problems.map((problem) => ({ ...problem, file: path })),
	};
}
