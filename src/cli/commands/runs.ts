import * as runs from '../../app/commands/runs.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { runJson, runPage, runsTable, unreadableRuns } from '../text/runs.ts';

interface Options {
	readonly json?: true;
	readonly wide?: true;
}

/** `req run list`: files that hold no run are named on stderr. */
export async function runsList(options: Options, { ports, caller, layout }: Desk): Promise<Answer> {
	const { runs: listed, unreadable } = await runs.runsList(caller(undefined), ports);
	const said = options.json
		? jsonAnswer(listed.map(({ record }) => runJson(record)))
		: answer(runsTable(listed, layout(options)));
	return { ...said, warnings: unreadableRuns(unreadable) };
}

/** `req run show [RUN]` */
export async function runsShow(
	reference: string | undefined,
	options: Options,
	{ ports, caller, paint, layout }: Desk,
): Promise<Answer> {
	const found = await runs.runAsked(reference, caller(undefined), ports);
	return options.json ? jsonAnswer(found.record) : answer(runPage(found, paint, layout(options)));
}
