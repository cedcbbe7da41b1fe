import budget from './budget.json' with { type: 'json' };
import type { Case } from './cases.ts';
import { type Size, sizeNames } from './configs.ts';
import type { Inside } from './inside.ts';
import { type Measured, median, p95 } from './measure.ts';

/** One case, measured and judged. Times in milliseconds, the rest against the empty script. */
export interface Row {
	readonly node: string;
	readonly size: Size;
	readonly event: string;
	readonly name: string;
	readonly ms: number;
	readonly emptyMs: number;
	/** The middle of the ratios of each run to the empty run beside it: this one is judged. */
	readonly ratio: number;
	readonly ratioOfMedians: number;
	readonly ratioOfMinima: number;
	readonly budget: number;
	/** Milliseconds that 95 of 100 runs do not exceed; the seeds limit some events. */
	readonly p95: number;
	readonly memory: number;
	readonly isOk: boolean;
}

/** Judges what was measured (budget.json). */
export function rowOf(given: Case, size: Size, measured: Measured): Omit<Row, 'node'> {
	const { hook, empty, hookPeak, emptyPeak } = measured;
	const ratio = median(hook.map((ms, run) => ms / (empty[run] ?? Number.NaN)));
	const memory = hookPeak / emptyPeak;
	const limit = budget[size][given.cost];
	const slow = p95(hook);
	return {
		size,
		event: given.event,
		name: given.name,
		ms: median(hook),
		emptyMs: median(empty),
		ratio,
		ratioOfMedians: median(hook) / median(empty),
		ratioOfMinima: Math.min(...hook) / Math.min(...empty),
		budget: limit,
		p95: slow,
		memory,
		isOk: ratio <= limit && memory <= budget.memory[size] && slow <= slowestOf(given.event),
	};
}

const SLOWEST: Readonly<Record<string, number | undefined>> = budget.p95;

function slowestOf(event: string): number {
	return SLOWEST[event] ?? Number.POSITIVE_INFINITY;
}

/** The rows as Markdown, one table. */
export function tableOf(rows: readonly Row[]): string {
	const lines = rows.map((row) => [
		row.node,
		sizeNames[row.size],
		row.event,
		row.name,
		row.ms.toFixed(1),
		row.p95.toFixed(1),
		row.ratio.toFixed(2),
		row.budget.toFixed(1),
		row.memory.toFixed(2),
		row.isOk ? 'yes' : 'NO',
	]);
	const head = ['node', 'world', 'event', 'case', 'ms', 'p95', 'ratio', 'budget', 'memory', 'ok'];
	const rule = head.map((_, column) => (column < 4 || column === 9 ? '---' : '---:'));
	return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** What hooks do inside, as Markdown. */
export function insideTable(rows: readonly Inside[]): string {
	const lines = rows.map(({ name, ms, p95: slow, limit, isOk }) => [
		...[name, ms.toFixed(2), slow.toFixed(2), limit.toFixed(1)],
		isOk ? 'yes' : 'NO',
	]);
	const head = ['inside one process', 'ms', 'p95', 'limit', 'ok'];
	const rule = ['---', '---:', '---:', '---:', '---'];
	return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** What missed its budget, one line each. */
export function missesOf(rows: readonly Row[]): string[] {
	return rows
		.filter(({ isOk }) => !isOk)
		.map(({ node, size, event, name, ratio, budget: limit, p95: slow, memory }) => {
			const most = budget.memory[size];
			const over = ratio > limit ? `${ratio.toFixed(2)} x, budget ${limit} x` : '';
			const fat = memory > most ? `memory ${memory.toFixed(2)} x, ${most} x` : '';
			const late = slow > slowestOf(event) ? `p95 ${slow.toFixed(0)} ms` : '';
			const what = [over, late, fat].filter((text) => text !== '').join('; ');
			return `node ${node}, ${sizeNames[size]}, ${event}, ${name}: ${what}`;
		});
}
