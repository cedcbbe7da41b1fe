import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Inside } from './inside.ts';
import { emptyNodeMs, median, p95 } from './measure.ts';
import { makeWorld } from './world.ts';

const SCRIPT = fileURLToPath(new URL('../hooks/at-read.sh', import.meta.url));

/** What a read costs beside 1,000 lessons; the limits are in empty nodes. */
const ROWS = [
	{ name: 'a read that no lesson is about', file: 'src/login.ts', limit: 0.4, says: /^$/ },
	{ name: 'a read that one is about', file: 'src/warned.ts', limit: 2.8, says: /EARLIER LESSONS/ },
] as const;

/** Measures a `Read` as the plugin wires it: a script that starts the hook where there may be something to tell. */
export function measureReads(runs: number, dist: string): readonly Inside[] {
	const world = makeWorld('large', process.execPath, dist);
	try {
		mkdirSync(join(world.dir, 'repo/src'));
		const files = world.files();
		return ROWS.map(({ name, file, limit, says }) => {
			const file_path = join(world.dir, 'repo', file);
			writeFileSync(file_path, '');
			const input = { tool_name: 'Read', tool_use_id: 'toolu_1', tool_input: { file_path } };
			const step = { hook: 'pre-tool-use', input } as const;
			const started = [SCRIPT, world.node, ...world.args(step)];
			const once = () => {
				world.restore(files);
				const from = performance.now();
				const { stdout } = spawnSync('sh', started, { ...world.call(step), encoding: 'utf8' });
				if (!says.test(stdout)) throw new Error(`${name}: answered ${stdout || 'nothing'}`);
				return performance.now() - from;
			};
			const both = Array.from({ length: runs }, () => [emptyNodeMs(world.node), once()] as const);
			const took = both.map(([, ms]) => ms);
			const most = limit * median(both.map(([empty]) => empty));
			const ms = median(took);
			return { name, ms, p95: p95(took), limit: most, isOk: ms <= most };
		});
	} finally {
		world.remove();
	}
}
