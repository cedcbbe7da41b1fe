import { cpSync, existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { removeWhole } from '../scripts/remove-whole.ts';
import { clientBinary, clientVersions } from '../tests/support/client-binary.ts';
import { measureSession, measureToolCalls, measureTurn } from './client.ts';
import type { Bench, Row } from './measure.ts';
import { measureCommands, measureStart } from './processes.ts';
import { measureServer } from './server.ts';

/** Measures what req costs, as one table. Exits 1 if a target is missed. */
const { values: options } = parseArgs({
	options: {
		runs: { type: 'string', default: '10' },
		only: { type: 'string', default: '' },
		plugin: { type: 'string', default: fileURLToPath(new URL('../dist/plugin', import.meta.url)) },
		beside: { type: 'string' },
		json: { type: 'boolean', default: false },
	},
});

/** What is measured together; `needs` is `undefined` if it can be measured everywhere. */
interface Group {
	readonly name: string;
	readonly needs?: 'client' | 'server';
	readonly measure: (bench: Bench) => Promise<readonly Row[]>;
}

const HEAD = ['row', 'measured', 'beside', 'ratio', 'to reach', 'ok'];
const RULE = HEAD.map(() => '---');
const groups: readonly Group[] = [
	{ name: 'tool calls', needs: 'client', measure: measureToolCalls },
	{ name: 'session of 11 tools', needs: 'client', measure: measureSession },
	{ name: 'one turn', needs: 'client', measure: measureTurn },
	{ name: 'session start', measure: measureStart },
	{ name: 'server', needs: 'server', measure: measureServer },
	{ name: 'commands', measure: measureCommands },
];

const dir = realpathSync(mkdtempSync(join(tmpdir(), 'req-bench-')));
try {
	await measureAll();
} finally {
	removeWhole(dir);
}

async function measureAll(): Promise<void> {
	const plugin = copyOf(options.plugin, 'plugin');
	const earlier = options.beside === undefined ? undefined : copyOf(options.beside, 'earlier');
	const lacks = {
		client: clientBinary(clientVersions[0]) === undefined,
		server: !existsSync(join(plugin, 'dist/server.cjs')),
	};
	const rows: Row[] = [];
	const unmeasured: { readonly name: string; readonly why: string }[] = [];
	for (const { name, needs, measure } of groups.filter(({ name }) => name.includes(options.only))) {
		const progress = (text: string) => process.stderr.write(`${name}: ${text}\n`);
		const bench = { dir, plugin, earlier, runs: Number(options.runs), progress };
		if (needs !== undefined && lacks[needs]) unmeasured.push({ name, why: `no ${needs}` });
		else rows.push(...(await measure(bench)));
	}
	const cells = unmeasured.map(({ name, why }) => [name, `not measured: ${why}`, '', '', '', '']);
	const table = [HEAD, RULE, ...rows.map(cellsOf), ...cells].map((line) => `| ${line.join(' | ')} |`);
	console.log(options.json ? JSON.stringify([...rows, ...unmeasured], undefined, '\t') : table.join('\n'));
	process.exitCode = rows.every(isOk) ? 0 : 1;
}

function copyOf(folder: string, name: string): string {
	if (!existsSync(join(folder, 'dist'))) throw new Error(`no build in ${folder}: npm run build`);
	cpSync(resolve(folder), join(dir, name), { recursive: true });
	return join(dir, name);
}

function isOk({ measured, beside = Number.NaN, most, mostRatio }: Row): boolean {
	const isLow = most === undefined || measured <= most;
	return isLow && (mostRatio === undefined || measured / beside <= mostRatio);
}

function cellsOf(row: Row): string[] {
	const { name, unit, measured, beside, most, mostRatio } = row;
	const worded = (value: number) => `${Number(value.toFixed(1))} ${unit}`;
	const limits = [
		...(most === undefined ? [] : [`≤ ${worded(most)}`]),
		...(mostRatio === undefined ? [] : [`≤ ${mostRatio} ×`]),
	];
	const compared = beside === undefined ? [] : [worded(beside), `${(measured / beside).toFixed(2)} ×`];
	const [other = '', ratio = ''] = compared;
	const verdict = isOk(row) ? 'yes' : 'NO';
	return [name, worded(measured), other, ratio, limits.join(', '), limits.length > 0 ? verdict : ''];
}
