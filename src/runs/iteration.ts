import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { KIND_OF, NAMED_LISTS } from '../config/selection.ts';
import { importNotes } from '../events/add-notes.ts';
import { parseSessionId } from '../host/session-id.ts';
import { note } from '../journal/journal.ts';
import type { Bundle } from '../memory/bundle.ts';
import { readRunBundle } from '../memory/bundle-files.ts';
import { validationOf } from '../memory/comprehension.ts';
import { isSameName } from '../memory/session-name.ts';
import { allSessions, readSession } from '../memory/sessions.ts';
import { redact } from '../secrets/redact.ts';
import { codeOf } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { readJson, readRegular } from '../store/read-file.ts';
import { named } from '../text/one-line.ts';
import { type ActiveRun, workInSession } from './loop.ts';
import { type Outcome, troubleOf } from './outcome.ts';
import type { Stage } from './pipeline-file.ts';
import { iterationPrompt } from './prompts.ts';
import { folderOf, type IterationResult, writeFile } from './run-file.ts';
import { resultIn, resultsOf } from './stages.ts';

/** Bytes of an output that is kept. */
const MAX_OUTPUT = 1024 * 1024;

/** One iteration of a stage. */
interface Iteration {
	readonly stage: Stage;
	readonly iteration: number;
	/** Of its item, and of its folder. */
	readonly key: string;
	/** Name of the pipeline. */
	readonly pipeline: string;
	readonly config: Config;
	/** Where its session reads and writes, outside the repository: no gate holds it, no commit takes it along. */
	readonly folder: string;
}

/**
 * Works on one iteration in a session of its own, and keeps what came of it in the session's memory and in the run.
 *
 * @throws Fault `state_unreadable`, `state_unwritable`
 */
export async function iterate(it: Iteration, active: ActiveRun): Promise<Outcome> {
	const { stage, iteration, key, pipeline, folder } = it;
	const { place, run, report } = active;
	const [context, status] = [join(folder, 'context.json'), join(folder, 'status.json')];
	const output = join(folder, 'output.md');
	const paths = { context, status, output };
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
	const validation = await keepInMemory(result, outcome, it, active);
	const kept = keepFiles(join(folderOf(active), key), output, validation);
	const troubles = [outcome.status === 'success' ? result.trouble : undefined, kept.trouble];
	for (const trouble of troubles) if (trouble) report.warn(`${key}: ${trouble}`);
	return outcome.result ? { ...outcome, result: { ...result, output: kept.output } } : outcome;
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
 *
 * @returns whether it said what it understood of its inheritance; `undefined`: it did not have to
 */
async function keepInMemory(
	result: IterationResult,
	{ status }: Outcome,
	{ key, pipeline, config }: Iteration,
	{ place, run, options, context }: ActiveRun,
) {
	const session = parseSessionId(run.items[key]?.session_uuid);
	const record = readSession(place, session, context);
	if (session === undefined || record === undefined) return undefined;
	const name = `${pipeline}-${key}`;
	const isTaken = allSessions(place, context).some((one) => isSameName(one.name ?? '', name));
	if (status === 'success' && !isTaken) {
		await note(place, session, { entries: [{ e: 'name', name }], context });
	}
	const author = { place, config, caller: options.caller, session, record };
	const lessons = NAMED_LISTS.flatMap((list) =>
		result[list].map((text) => ({ kind: KIND_OF[list], text })),
	);
	await importNotes(lessons, author, context);
	return validationOf(record);
}

/**
 * Keeps what the session of an iteration left, redacted (D30). Never throws: without it the pipeline goes on.
 *
 * @param folder of the iteration, in that of the run
 * @param left path of the session's output
 * @returns where the output is kept, and what cannot be kept, as a sentence without its end
 */
function keepFiles(folder: string, left: string, validation: object | undefined) {
	const files = { output: join(folder, 'output.md'), validation: join(folder, 'validation.json') };
	try {
		// Those of an earlier session of the iteration.
		for (const file of Object.values(files)) rmSync(file, { force: true });
		if (validation !== undefined) writeFile(files.validation, JSON.stringify(validation));
		const read = readRegular(left, { bytes: MAX_OUTPUT, of: 'whole' });
		if (read.kind === 'refused') return { output: null, trouble: `output.md ${read.why}` };
		if (read.kind === 'absent') return { output: null };
		writeFile(files.output, redact(read.text));
		return { output: files.output };
	} catch (error) {
		return { output: null, trouble: `what it left cannot be kept: ${codeOf(error)}` };
	}
}
