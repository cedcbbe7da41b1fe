import type { Problem } from '../../core/config/config.ts';
import type { StageChange } from '../../core/pipeline/resumption.ts';
import { hasSucceeded } from '../../core/run/run-record.ts';
import type { RunRecord } from '../../core/run/schema.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import { itemsTable, pipelineLines, runJson } from './runs.ts';

/** What is wrong in a pipeline, a line each (`req pipeline lint`). */
export function lintText(file: string, problems: readonly Problem[]): string {
	if (problems.length === 0) return `${named(file)} is in order`;
	return problems
		.map(({ file: path, line, key, message }) => {
			const where = line === undefined ? oneLine(path) : `${oneLine(path)}:${line}`;
			return `${where}: ${key === '' ? '' : `${key} `}${oneLine(message)}`;
		})
		.join('\n');
}

/** The same for scripts. */
export function lintJson(problems: readonly Problem[]) {
	return problems.map(({ file, line, key, message }) => ({
		...{ file, line: line ?? null, key: key === '' ? null : key, message },
	}));
}

/** What is another thing in the file than when the run began that goes on, a line each. */
export function changeLines(changes: readonly StageChange[]): string[] {
	return changes.map(({ stage, what }) => `stage ${named(stage)} ${CHANGED[what]}`);
}

const CHANGED: Readonly<Record<StageChange['what'], string>> = {
	new: 'is new: it is worked on in its turn',
	gone: 'is not in the file any more: what it came to stays in the run',
	prompt: 'has another prompt from here on',
	late: 'is over: its new prompt is not worked on',
	inheritance: 'inherits what it did at the start: that is settled',
};

/** What became of a pipeline: its iterations, how its stages ended, what they learnt, and how it goes on. */
export function pipelineText(run: RunRecord): string {
	return [
		...itemsTable(run),
		...pipelineLines(run),
		...(hasSucceeded(run) ? [] : [goesOn(run)]),
	].join('\n');
}

/** What it inherits is settled at its start: `--resume` takes no other. */
function goesOn({ config }: RunRecord): string {
	const instead = config['inherit'] === null ? '' : ' in the place of --inherit';
	return `the same command with --resume${instead} goes on`;
}

/** What became of a pipeline, for scripts. */
export function pipelineJson(run: RunRecord) {
	const { name, stages, bundles, end } = run.pipeline ?? {
		...{ name: null, stages: [], bundles: {}, end: null },
	};
	return { ...runJson(run), name, stages, bundles, end };
}
