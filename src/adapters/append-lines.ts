import { closeSync, constants, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const { O_APPEND, O_CREAT, O_WRONLY } = constants;

/**
 * Appends each value as a line of JSON, all with one write, so that lines of processes that append at
 * the same time never mix (D9). The directory is made when it turns out to be missing.
 */
export function appendLines(path: string, values: readonly object[]): void {
	if (values.length === 0) return;
	const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
	const fd = openForAppend(path);
	try {
		writeSync(fd, text);
	} finally {
		closeSync(fd);
	}
}

function openForAppend(path: string): number {
	const open = () => openSync(path, O_APPEND | O_CREAT | O_WRONLY, 0o600);
	try {
		return open();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		return open();
	}
}
