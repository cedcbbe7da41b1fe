import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { ClientSettings } from '../app/ports.ts';
import { readTail } from './read-tail.ts';
import { realPath } from './real-path.ts';

/** Settings files of the client, the strongest first. */
const FILES = ['.claude/settings.local.json', '.claude/settings.json'];

const MAX_TRANSCRIPT = 4 * 1024 * 1024;
const PROMPT_ID = /"promptId":"([0-9A-Za-z-]{1,64})"/g;

/** The client's own settings, as far as gates depend on them. An unreadable file says nothing. */
export function clientSettings(configDir: string): ClientSettings {
	return {
		plansDirectory: ({ root }) => {
			const files = [...FILES.map((file) => join(root, file)), join(configDir, 'settings.json')];
			const directory = files.map(plansDirectoryIn).find((found) => found !== undefined);
			return directory === undefined ? undefined : realPath(absolute(directory, root));
		},
		promptIds: promptIdsIn,
	};
}

/** `…,"promptId":"10b6ef5f-0a74-4f50-a590-e21a7ae283d7",…` */
function promptIdsIn(transcript: string): string[] {
	try {
		const text = readTail(transcript, MAX_TRANSCRIPT) ?? '';
		return [...new Set([...text.matchAll(PROMPT_ID)].map(([, id]) => id ?? ''))];
	} catch {
		return [];
	}
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
