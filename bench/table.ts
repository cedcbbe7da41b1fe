import budget from './budget.json' with { type: 'json' };
import type { Case } from './cases.ts';
import { type Size, sizeNames } from './configs.ts';
import { type Measured, median } from './measure.ts';

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
	readonly memory: number;
	readonly isOk: boolean;
}

/** Judges what was measured (budget.json). */
export function rowOf(given: Case, size: Size, measured: Measured): Omit<Row, 'node'> {
	const { hook, empty, hookPeak, emptyPeak } = measured;
	const ratio = median(hook.map((ms, run) => ms / (empty[run] ?? Number.NaN)));
	const memory = hookPeak / emptyPeak;
	const limit = budget[size][given.cost];
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
		memory,
		isOk: ratio <= limit && memory <= budget.memory,
	};
}

/** The rows as Markdown, one table. */
export function tableOf(rows: readonly Row[]): string {
	const lines = rows.map((row) => [
		row.node,
		sizeNames[row.size],
		row.event,
		row.name,
		row.ms.toFixed(1),
		row.ratio.toFixed(2),
		row.budget.toFixed(1),
		row.memory.toFixed(2),
		row.isOk ? 'yes' : 'NO',
	]);
	const head = ['node', 'world', 'event', 'case', 'ms', 'ratio', 'budget', 'memory', 'ok'];
	const rule = head.map((_, column) => (column < 4 || column === 8 ? '---' : '---:'));
	return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** What missed its budget, one line each. */
export function missesOf(rows: readonly Row[]): string[] {
	return rows
		.filter(({ isOk }) => !isOk)
		.map(({ node, size, event, name, ratio, budget: limit, memory }) => {
			const over = ratio > limit ? `${ratio.toFixed(2)} x, budget ${limit} x` : '';
			const fat = memory > budget.memory ? `memory ${memory.toFixed(2)} x, ${budget.memory} x` : '';
			const what = [over, fat].filter((text) => text !== '').join('; ');
			return `node ${node}, ${sizeNames[size]}, ${event}, ${name}: ${what}`;
		});
}
