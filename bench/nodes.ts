import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A Node binary to measure with. */
export interface Node {
	readonly path: string;
	readonly version: string;
}

/** The binary of a major version such as `22`, from npm, kept in the user's cache; the running one for `undefined`. */
export function nodeOf(major: string | undefined): Node {
	if (major === undefined) return withVersion(process.execPath);
	const name = `node-${process.platform}-${process.arch}`;
	const prefix = join(homedir(), '.cache', 'claude-req', 'bench', `node-${major}`);
	const path = join(prefix, 'node_modules', name, 'bin', 'node');
	if (!existsSync(path)) {
		mkdirSync(prefix, { recursive: true });
		const args = ['install', '--prefix', prefix, '--no-save', '--ignore-scripts', '--silent'];
		execFileSync('npm', [...args, `${name}@${major}`], { stdio: ['ignore', 'ignore', 'inherit'] });
	}
	return withVersion(path);
}

function withVersion(path: string): Node {
	const env = { PATH: process.env['PATH'] };
	const version = execFileSync(path, ['--version'], { encoding: 'utf8', env }).trim().slice(1);
	return { path, version };
}
