import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { ClientSettings } from '../app/ports.ts';
import { realPath } from './real-path.ts';

/** Settings files of the client, the strongest first. */
const FILES = ['.claude/settings.local.json', '.claude/settings.json'];

/** The client's own settings, as far as gates depend on them. An unreadable file says nothing. */
export function clientSettings(configDir: string): ClientSettings {
	return {
		plansDirectory: ({ root }) => {
			const files = [...FILES.map((file) => join(root, file)), join(configDir, 'settings.json')];
			const directory = files.map(plansDirectoryIn).find((found) => found !== undefined);
			return directory === undefined ? undefined : realPath(absolute(directory, root));
		},
	};
}

function plansDirectoryIn(path: string): string | undefined {
	try {
		const settings: unknown = JSON.parse(readFileSync(path, 'utf8'));
		const directory = (settings as { plansDirectory?: unknown } | null)?.plansDirectory;
		return typeof directory === 'string' && directory !== '' ? directory : undefined;
	} catch {
		return undefined;
	}
}

function absolute(directory: string, root: string): string {
	if (directory.startsWith('~/')) return join(homedir(), directory.slice(2));
	return isAbsolute(directory) ? directory : resolve(root, directory);
}
