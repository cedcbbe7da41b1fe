import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ConfigFiles } from '../app/ports.ts';
import type { Source } from '../core/config/source.ts';
import { Fault } from '../core/fault/fault.ts';
import { explainSources } from './config-files.ts';

const PROJECT_FILES: Readonly<Record<Exclude<Source['layer'], 'global'>, string>> = {
	project: 'requirements.yaml',
	local: 'requirements.local.yaml',
};

/** The config files of a place as `req init` creates them and `req config` explains them (D34). */
export function liveConfigFiles(configDir: string): ConfigFiles {
	return {
		path: ({ root }, layer) =>
			layer === 'global'
				? join(configDir, 'requirements.yaml')
				: join(root, '.claude', PROJECT_FILES[layer]),
		exists: (path) => existsSync(path),
		create: async (path, text) => create(path, text),
		explain: (place) => explainSources(configDir, place),
	};
}

/** @throws Fault `state_unwritable` */
function create(path: string, text: string): boolean {
	try {
		mkdirSync(dirname(path), { recursive: true });
		return writeNew(path, text);
	} catch (cause) {
		const hint = 'free the disk or make the folder writable';
		throw new Fault('state_unwritable', (cause as Error).message, { cause, hint });
	}
}

/** Exclusive: neither a file nor a link of that name is ever followed or replaced. */
function writeNew(path: string, text: string): boolean {
	try {
		writeFileSync(path, text, { flag: 'wx' });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}
