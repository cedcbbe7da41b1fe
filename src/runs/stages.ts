import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { byList, KIND_OF, type List, NAMED_LISTS } from '../config/selection.ts';
import { importNotes } from '../events/add-notes.ts';
import { parseSessionId } from '../host/session-id.ts';
import { note } from '../journal/journal.ts';
import type { Bundle } from '../memory/bundle.ts';
import { readRunBundle } from '../memory/bundle-files.ts';
import { foreignLesson } from '../memory/foreign-lesson.ts';
import { isSameName } from '../memory/session-name.ts';
import { allSessions, readSession } from '../memory/sessions.ts';
import { Fault } from '../store/fault.ts';
import { elements, member, textIn } from '../store/foreign-json.ts';
import { readJson } from '../store/read-file.ts';
import { isRecord } from '../store/shape.ts';
import { cutAtWord, flat, named } from '../text/one-line.ts';
import { type Outcome, troubleOf } from './client.ts';
import { type ActiveRun, workInSession } from './loop.ts';
import type { Stage } from './pipeline-file.ts';
import { iterationPrompt } from './prompts.ts';
import {
	folderOf,
	type IterationResult,
	type RunItem,
	type RunRecord,
	type StageOfRun,
	writeFile,
} from './run-file.ts';

/** Characters of a summary, and of an item of a list; items of one list. */
const MAX = { summary: 2_000, item: 1_000, items: 50 };

const DECISIONS = ['continue', 'stop', 'error'] as const;

/**
 * Reads the `status.json` of an iteration leniently: what is missing or of another shape is left out.
 *
 * @param json `undefined` if there is none that can be read
 * @param unread why it cannot be read
 */
export function resultIn(json: unknown, unread?: string): IterationResult {
	let trouble = isRecord(json) ? undefined : 'its status.json is no JSON object';
	if (json === undefined) trouble = 'it wrote no status.json';
	if (unread !== undefined) trouble = `its status.json ${unread}`;
	const written = textIn(json, 'decision')?.trim().toLowerCase();
	const decision = DECISIONS.find((one) => one === written);
	const none = `the decision in status.json is none of ${DECISIONS.join(', ')}: it goes on`;
	const list = (key: List) =>
		elements(member(json, key))
			.flatMap((item) => {
				const { text = '', why } = foreignLesson(item) ?? {};
				return cutAtWord(flat(why === undefined ? text : `${text} - ${why}`), MAX.item) || [];
			})
			.slice(0, MAX.items);
	return {
		decision: trouble === undefined ? (decision ?? 'continue') : 'none',
		summary: cutAtWord(flat(textIn(json, 'summary') ?? ''), MAX.summary),
		...byList(list),
		trouble: trouble ?? (decision === undefined ? none : null),
	};
}

/** Key of an iteration among the items of its run, and name of its folder. */
export function iterationKey(stage: string, iteration: number): string {
	return `${stage}-${iteration}`;
}

/** What the finished iterations of a stage came to, in their order. */
export function resultsOf({ items }: Pick<RunRecord, 'items'>, stage: string): IterationResult[] {
	const results: IterationResult[] = [];
	for (;;) {
		const result = items[iterationKey(stage, results.length + 1)]?.result;
		if (result === undefined) return results;
		results.push(result);
	}
}

/** Why a stage is over. After an `error` or without a status there is nothing for later stages to build on. */
export type StageEnd = 'iterations' | 'stop' | 'plateau' | 'error' | 'no_status';

/**
 * Why a stage is over, by what its sessions decided in turn; `undefined`: it is not. A `plateau` takes two in a row that
 * have nothing left to do: the second checks what the first one thought finished. One that wrote no status is passed over;
 * two in a row, or the last one, end the stage: more of them would cost money for unknown results.
 */
export function stageEnd(
	{ id, iterations, until }: Pick<StageOfRun, 'id' | 'iterations' | 'until'>,
	run: Pick<RunRecord, 'items'>,
): StageEnd | undefined {
	const decisions = resultsOf(run, id).map(({ decision }) => decision);
	const [before, last] = [decisions.at(-2), decisions.at(-1)];
	if (last === 'error') return 'error';
	if (last === 'stop' && until === 'stop') return 'stop';
	if (last === 'stop' && before === 'stop') return 'plateau';
	const isLast = decisions.length >= iterations;
	if (last === 'none') return isLast || before === 'none' ? 'no_status' : undefined;
	return isLast ? 'iterations' : undefined;
}

/** Whether every stage of a pipeline, or every task, came to what it should. */
export function hasSucceeded(run: RunRecord): boolean {
	const { items, pipeline } = run;
	if (pipeline === undefined) return Object.values(items).every((one) => one.status === 'success');
	const ends = pipeline.stages.map((stage) => stageEnd(stage, run) ?? 'error');
	return ends.every((end) => end !== 'error' && end !== 'no_status');
}

/** What a pipeline does next: the first stage that is not over (D38). An iteration that failed ends the pipeline. */
export function nextIteration(
	stages: readonly Stage[],
	run: Pick<RunRecord, 'items'>,
): { readonly stage: Stage; readonly iteration: number } | undefined {
	const hasFailed = Object.values(run.items).some(({ status, result }) => result === undefined && status !== 'waiting');
	if (hasFailed) return undefined;
	for (const stage of stages) {
		const end = stageEnd(stage, run);
		if (end === undefined) return { stage, iteration: resultsOf(run, stage.id).length + 1 };
		if (end === 'error' || end === 'no_status') return undefined;
	}
	return undefined;
}

/** What all stages of a pipeline learned, each text once, and the sessions that it comes from, ancestors first. */
export function learnedIn({ items, pipeline }: RunRecord) {
	const { name = '', stages = [] } = pipeline ?? {};
	const results = stages.flatMap(({ id }) => resultsOf({ items }, id));
	const inherited = stages.flatMap(({ bundle }) => bundle?.lineage ?? []);
	const own = Object.keys(items).map((key) => `${name}-${key}`);
	return {
		...byList((list) => [...new Set(results.flatMap((result) => result[list]))]),
		lineage: [...new Set([...inherited, ...own])],
	};
}

/** The items of a run that goes on: what finished stays; what failed, or ended its stage badly, is tried again. */
export function itemsToResume(run: RunRecord): RunRecord['items'] {
	const kept = (run.pipeline?.stages ?? []).flatMap(({ id }) => {
		const results = resultsOf(run, id);
		const last = results.findLastIndex(({ decision }) => !['error', 'none'].includes(decision));
		return results.slice(0, last + 1).map((_, index) => iterationKey(id, index + 1));
	});
	const entries = Object.entries(run.items).map(([key, item]): [string, RunItem] => {
		return [key, kept.includes(key) ? item : { ...item, status: 'waiting', result: undefined }];
	});
	return Object.fromEntries(entries);
}

interface Iteration {
	readonly stage: Stage;
	readonly iteration: number;
	readonly key: string;
	readonly pipeline: string;
	readonly config: Config;
	/** Where its session reads and writes, outside the repository: no gate holds it, no commit takes it along. */
	readonly folder: string;
}

/**
 * Works on one iteration in a session of its own, and keeps what the session learned in its memory.
 *
 * @throws Fault `state_unreadable`, `state_unwritable`
 */
export async function iterate(it: Iteration, active: ActiveRun): Promise<Outcome> {
	const { stage, iteration, key, pipeline, folder } = it;
	const { place, run, report } = active;
	const [context, status] = [join(folder, 'context.json'), join(folder, 'status.json')];
	const paths = { context, status };
	const inherited = inheritedBy(stage, active);
	const inputs = stage.inputs.map((id) => [
		id,
		resultsOf(run, id).map((result, at) => ({ iteration: at + 1, ...result })),
	]);
	const given = {
		session: `${pipeline}-${key}`,
		iteration,
		inherited: inherited?.bundle ?? {},
		inputs: Object.fromEntries(inputs),
		paths,
	};
	writeFile(context, JSON.stringify(given));
	const facts = { pipeline, iteration, paths, inherits: inherited !== undefined };
	const session = {
		prompt: iterationPrompt(stage, facts),
		cwd: place.root,
		// The rule lets its session leave a status.
		args: ['--add-dir', folder, '--allowed-tools', `Edit(/${folder}/**)`],
		env: inherited?.env ?? {},
		resume: undefined,
	};
	const end = await workInSession(key, session, active);
	const { json, trouble: unread } = readJson(status);
	const result = resultIn(json, unread);
	const outcome = troubleOf(end, false) ?? outcomeOf(result);
	await keepInMemory(result, outcome, it, active);
	if (outcome.status === 'success' && result.trouble) report.warn(`${key}: ${result.trouble}`);
	return outcome;
}

/** What an iteration came to whose session ended well, by what it said about itself. */
function outcomeOf(result: IterationResult): Outcome {
	const { decision, summary, trouble } = result;
	const why = summary || 'it decided that the pipeline cannot go on';
	if (decision === 'error') return { status: 'failed', error: why, result };
	if (decision === 'none') return { status: 'no_status', error: trouble, result };
	return { status: 'success', result };
}

/** The file of a bundle in the folder of a run. */
export function bundleFile(folder: string, { sha256 }: Pick<Bundle, 'sha256'>): string {
	return join(folder, `inherited-${sha256.slice(0, 8)}.json`);
}

/**
 * The bundle of a stage as it was written at the start of the run, and the variables that a session's start reads.
 *
 * @throws Fault `state_unreadable` if it is gone, or another one
 */
function inheritedBy({ id }: Stage, active: ActiveRun) {
	const { run, place } = active;
	const kept = run.pipeline?.stages.find((stage) => stage.id === id)?.bundle;
	if (kept == null) return undefined;
	const path = bundleFile(folderOf(active), kept);
	const bundle = readRunBundle(place, path);
	const { comprehension } = kept;
	const env = { REQ_INHERIT_BUNDLE: path, REQ_INHERIT_COMPREHENSION: comprehension };
	if (bundle?.sha256 === kept.sha256) return { bundle, env };
	throw new Fault('state_unreadable', `what the pipeline inherited is not in ${named(path)}`, {
		hint: 'start the pipeline under another name',
	});
}

/**
 * Notes what the session learned as `req learn` would, each text once, and names it if the iteration counts: one that is
 * tried again leaves the name to the next session (D15).
 */
async function keepInMemory(
	result: IterationResult,
	{ status }: Outcome,
	{ key, pipeline, config }: Iteration,
	{ place, run, options, context }: ActiveRun,
): Promise<void> {
	const session = parseSessionId(run.items[key]?.session_uuid);
	const record = readSession(place, session, context);
	if (session === undefined || record === undefined) return;
	const name = `${pipeline}-${key}`;
	const isTaken = allSessions(place, context).some((one) => isSameName(one.name ?? '', name));
	if (status === 'success' && !isTaken) {
		await note(place, session, { entries: [{ e: 'name', name }], context });
	}
	const author = { place, config, caller: options.caller, session, record };
	const lessons = NAMED_LISTS.flatMap((list) => result[list].map((text) => ({ kind: KIND_OF[list], text })));
	await importNotes(lessons, author, context);
}
