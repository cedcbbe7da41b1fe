import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundled } from './bundled.ts';
import { type Case, plans } from './cases.ts';
import type { Size } from './configs.ts';
import type * as inside from './inside.ts';
import { measure } from './measure.ts';
import { type Node, nodeOf } from './nodes.ts';
import { measureReads } from './reads.ts';
import { measureRuns } from './runs.ts';
import { playStories } from './stories.ts';
import { insideTable, missesOf, type Row, rowOf, tableOf } from './table.ts';
import { makeWorld } from './world.ts';

/**
 * Measures every hook as a whole process against an empty script, and compares with budget.json.
 * Exit code 1 when a budget is missed.
 */
const { values: options } = parseArgs({
	options: {
		node: { type: 'string', multiple: true },
		runs: { type: 'string', default: '30' },
		only: { type: 'string', default: '' },
		dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
		json: { type: 'boolean', default: false },
	},
});

function progress(text: string): void {
	if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function measureWorld(node: Node, size: Size, chosen: readonly Case[]): Row[] {
	const world = makeWorld(size, node.path, options.dist);
	try {
		const told = playStories(world);
		return chosen.map((given) => {
			progress(`node ${node.version} · ${size} · ${given.event} · ${given.name}`);
			const before = told.get(given.after);
			if (before === undefined) throw new Error(`no story is called ${given.after}`);
			const measured = measure(world, given, { before, runs: Number(options.runs) });
			return { node: node.version, ...rowOf(given, size, measured) };
		});
	} finally {
		world.remove();
	}
}

function isWanted(size: Size, { event, name }: Case): boolean {
	return `${size} ${event} ${name}`.toLowerCase().includes(options.only.toLowerCase());
}

function isPart(name: string): boolean {
	return options.only === '' || options.only === name;
}

async function measuredInside(): Promise<readonly inside.Inside[]> {
	const { measureInside } = await bundled<typeof inside>('inside.ts');
	return measureInside(Number(options.runs));
}

const rows: Row[] = [];
for (const node of (options.node ?? [undefined]).map(nodeOf)) {
	for (const plan of plans) {
		const chosen = plan.cases.filter((given) => isWanted(plan.size, given));
		if (chosen.length > 0) rows.push(...measureWorld(node, plan.size, chosen));
	}
}
progress('');
/** Beside the processes, not in place of them: where no case was chosen there is no empty node to compare with. */
const insideRows: readonly inside.Inside[] = [
	...(isPart('inside') ? await measuredInside() : []),
	...(isPart('reads') ? measureReads(Number(options.runs), options.dist) : []),
	...(isPart('runs') ? await measureRuns(Number(options.runs)) : []),
];
process.stdout.write(
	options.json
		? `${JSON.stringify([...rows, ...insideRows], undefined, '\t')}\n`
		: `${tableOf(rows)}\n${insideTable(insideRows)}`,
);
const misses = [
	...missesOf(rows),
	...insideRows.filter(({ isOk }) => !isOk).map(({ name, p95 }) => `${name}: ${p95.toFixed(1)} ms`),
];
for (const miss of misses) process.stderr.write(`over budget: ${miss}\n`);
process.exitCode = misses.length > 0 || rows.length + insideRows.length === 0 ? 1 : 0;
