import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientWorld } from './client-world.ts';

/** The Node processes that a client starts for this plugin. */
export interface StartedPrograms {
	/** Variables for the client. */
	readonly env: Readonly<Record<string, string>>;
	/** The files that Node was started with since the last call, without their folders: `server.cjs`. */
	readonly take: () => readonly string[];
}

/** Puts a `node` first on the client's PATH that writes down what it is started with. */
export function watchNode({ root, env }: ClientWorld): StartedPrograms {
	const bin = join(root, 'bin');
	const log = join(root, 'started');
	mkdirSync(bin, { recursive: true });
	const script = `#!/bin/sh
for file; do case $file in --*) ;; *) break ;; esac done
echo "$file" >>'${log}'
exec '${process.execPath}' "$@"
`;
	writeFileSync(join(bin, 'node'), script);
	chmodSync(join(bin, 'node'), 0o755);
	let taken = 0;
	return {
		env: { PATH: `${bin}:${env['PATH']}` },
		take: () => {
			const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
			const fresh = lines.slice(taken);
			taken = lines.length;
			return fresh.map((file) => file.replace(/^.*\//, ''));
		},
	};
}
