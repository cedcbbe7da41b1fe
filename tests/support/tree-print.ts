import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Everything below a directory, to the byte: `path kind mode content`, empty directories included. */
export function treePrint(dir: string): string[] {
	return readdirSync(dir, { recursive: true, encoding: 'utf8' })
		.sort()
		.map((name) => `${name} ${printOf(join(dir, name))}`);
}

function printOf(path: string): string {
	const stats = lstatSync(path);
	const mode = (stats.mode & 0o7777).toString(8);
	if (stats.isSymbolicLink()) return `link ${readlinkSync(path)}`;
	if (stats.isDirectory()) return `directory ${mode}`;
	return `file ${mode} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
}
