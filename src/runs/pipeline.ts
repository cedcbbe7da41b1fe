import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Inherit } from '../config/settings.ts';
import type { CommandContext } from '../context.ts';
import type { Project } from '../events/projects.ts';
import { branchText } from '../git/place.ts';
import { type Bundle, bundleFileText } from '../memory/bundle.ts';
import { loadInheritance } from '../memory/inherit.ts';
import { sessionNamed } from '../memory/known-sessions.ts';
import { isSameName, whyNoName } from '../memory/session-name.ts';
import { unlessError } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { sha256 } from '../store/hashes.ts';
import { realPath } from '../store/paths.ts';
import { readConfigFile } from '../store/read-file.ts';
import { cutAtWord, named, oneLine, quoted } from '../text/one-line.ts';
import { clientProgram } from './client.ts';
import type { ActiveRun, RunOptions, Source } from './loop.ts';
import type { Stage } from './pipeline-file.ts';
import { folderOf, newRun, ownProcess, type RunRecord, readRuns, type StageOfRun, writeFile } from './run-file.ts';
import { bundleFile, itemsToResume, iterate, iterationKey, nextIteration } from './stages.ts';

/** What `req pipeline run` or `req pipeline loop` was asked. */
interface PipelineOptions extends RunOptions {
	/** As the user named it; of a loop its prompt. */
	readonly file: string;
	/** What its sessions are called after. */
	readonly name: string;
}

/** A pipeline to work through, and where. */
export interface PipelineWork extends Pick<Project, 'place' | 'config'> {
	readonly options: PipelineOptions;
	readonly stages: readonly Stage[];
}

/** What is clearly the path of a text file: a missing one is not taken for a prompt. */
const LIKE_A_FILE = /^\S+\.(?:md|markdown|txt|prompt)$/i;
/** Characters of a prompt that tell iterations from each other. */
const MAX_TITLE = 80;

/**
 * The one stage of `req pipeline loop`: a prompt, or the file that holds it, again and again.
 *
 * @throws Fault `usage` if there is no prompt
 */
export function loopStage(words: string, iterations: number, cwd: string): Stage {
	// A prompt is longer than a path, and has lines.
	const isPrompt = words.includes('\n') || words.length > 1_000;
	const read = isPrompt ? undefined : readConfigFile(resolve(cwd, words), undefined);
	if (read?.kind === 'refused' && (!read.isAbsent || LIKE_A_FILE.test(words))) {
		throw new Fault('usage', `${named(words)} ${read.why}`, {
			hint: 'name a file that exists, or write a prompt of some words in quotation marks',
		});
	}
	const prompt = (read?.kind === 'text' ? read.text : words).trim();
	if (prompt === '') {
		throw new Fault('usage', 'the prompt is empty', { hint: 'say what a session is to do' });
	}
	return { id: 'loop', prompt, iterations, until: 'stop', inputs: [], inherit: undefined };
}

/**
 * The iterations of a pipeline, one session each, from its start or from the end of an earlier process.
 *
 * @throws Fault `usage` for an invalid name, or `--resume` without a run of that name on this branch; `refused` if the
 * pipeline changed since that run began, if there is such a run and `--resume` is missing, or if there is no client to
 * start; `unknown_session`, `state_unreadable`, `state_unwritable`
 */
export function pipelineSource(work: PipelineWork, context: CommandContext): Source {
	const { place, config, options, stages } = work;
	const { name: pipeline, resume } = options;
	const longest = stages.map(({ id, iterations }) => `${pipeline}-${iterationKey(id, iterations)}`);
	const why = [pipeline, ...longest].map(whyNoName).find(Boolean);
	if (why !== undefined) {
		throw new Fault('usage', `${quoted(pipeline)} is not a name for a session: ${why}`, {
			hint: 'such as auth-v2',
		});
	}
	const { pid, temporary, env } = context;
	const program = clientProgram(env);
	const newest = readRuns(place).runs.find((one) => isSameName(one.pipeline?.name ?? '', pipeline));
	if (!resume && newest !== undefined) {
		throw new Fault('refused', `there is a run of a pipeline called ${named(pipeline)} already`, {
			hint: 'give the pipeline another name; --resume goes on with that run',
		});
	}
	const warnings: string[] = [];
	const run = resume ? resumedRun(newest, work, context) : newPipelineRun(work, warnings, context);
	// The path without links: a rule that allows its sessions to write there must match.
	const own = `req-pipeline-${pid}-${randomUUID().slice(0, 6)}`;
	const folder = join(realPath(temporary), own);
	const next = (now: RunRecord) => {
		const found = nextIteration(stages, now);
		if (found === undefined) return undefined;
		const { stage, iteration } = found;
		const key = iterationKey(stage.id, iteration);
		const title = cutAtWord(oneLine(stage.prompt), MAX_TITLE);
		// As it was spelled at the start of the run: `--resume` ignores case.
		const name = now.pipeline?.name ?? pipeline;
		const it = { stage, iteration, key, pipeline: name, config, folder: join(folder, key) };
		const perform = (active: ActiveRun) => iterate(it, active);
		return { key, title, number: iteration, of: stage.iterations, perform };
	};
	const end = () => void unlessError(() => rmSync(folder, { recursive: true, force: true }));
	return { place, options, program, run, warnings, next, end };
}

/** @throws Fault `usage` without such a run on this branch; `refused` if the pipeline is another one now */
function resumedRun(
	newest: RunRecord | undefined,
	{ options, place, stages: now }: PipelineWork,
	context: CommandContext,
): RunRecord {
	const { name, file, inherit } = options;
	const another = 'or start the pipeline under another name';
	if (inherit !== undefined) {
		throw new Fault('usage', 'what a pipeline inherits is settled at its start', {
			hint: `leave --inherit out, ${another}`,
		});
	}
	if (newest?.pipeline === undefined) {
		throw new Fault('usage', `there is no run of a pipeline called ${named(name)}`, {
			hint: 'leave --resume out; `req run list` shows what there is',
		});
	}
	if (newest.branch !== place.branch) {
		throw new Fault('usage', `the run of ${named(name)} is of ${branchText(newest.branch)}`, {
			hint: 'check that out first',
		});
	}
	if (newest.pipeline.sha256 !== contentHash(now)) {
		throw new Fault('refused', `${quoted(file)} changed since the run of ${named(name)} began`, {
			hint: `put back its stages and prompts as they were, ${another}`,
		});
	}
	const stages = newest.pipeline.stages.map((stage) => {
		const { iterations = stage.iterations } = now.find(({ id }) => id === stage.id) ?? {};
		return { ...stage, iterations };
	});
	return {
		...newest,
		...ownProcess(context),
		completed_at: null,
		items: itemsToResume(newest),
		pipeline: { ...newest.pipeline, stages },
	};
}

/** Of what must not change while a run of it can go on: all but how often a stage may run. */
function contentHash(stages: readonly Stage[]): string {
	return sha256(JSON.stringify(stages.map(({ iterations: _, ...stage }) => stage)));
}

/**
 * The run of a pipeline as it begins. What its sessions inherit is on the disk before the run's file says so.
 *
 * @param warnings gets what there is to know of the sources
 */
function newPipelineRun(work: PipelineWork, warnings: string[], context: CommandContext): RunRecord {
	const { place, options } = work;
	const { file, name, inherit: reference = null, timeout, more } = options;
	const config = { file, inherit: reference, timeout_ms: timeout, claude_args: more.join(' ') };
	const run = newRun({ kind: 'pipeline', config, items: {} }, place, context);
	const loaded = new Map<string, Bundle>();
	const stages = work.stages.map((stage): StageOfRun => {
		const { id, iterations, until } = stage;
		const inherit = inheritOf(stage, work);
		if (inherit === undefined) return { id, iterations, until, bundle: null };
		// Loaded once for all stages that ask for the same.
		const asked = JSON.stringify([inherit.from, inherit.select]);
		const bundle = loaded.get(asked) ?? loadBundle(inherit, work, warnings, context);
		loaded.set(asked, bundle);
		const { sha256: hash, from_session, lineage } = bundle;
		const { comprehension } = inherit;
		const kept = { sha256: hash, from_session, lineage: [...lineage], comprehension };
		return { id, iterations, until, bundle: kept };
	});
	for (const bundle of loaded.values()) {
		writeFile(bundleFile(folderOf({ place, run }), bundle), bundleFileText(bundle));
	}
	return { ...run, pipeline: { name, sha256: contentHash(work.stages), stages } };
}

/** What a stage inherits: by the command line, else by the file, else by the config (D24). */
function inheritOf({ inherit }: Stage, { options, config }: PipelineWork): Inherit | undefined {
	const from = options.inherit ?? inherit?.from;
	const usual = { select: 'all', comprehension: 'optional' } as const;
	return from === undefined ? undefined : { ...usual, ...config.inherit, ...inherit, from };
}

function loadBundle(
	{ from, select }: Inherit,
	{ place, config }: PipelineWork,
	warnings: string[],
	context: CommandContext,
): Bundle {
	const source = sessionNamed(from, place, context);
	const asked = { place, config, session: undefined, source, select, maxAge: undefined };
	const loaded = loadInheritance({ ...asked, door: 'command' }, context);
	warnings.push(...loaded.warnings);
	return loaded.bundle;
}
