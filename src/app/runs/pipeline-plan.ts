import type { Config, Problem } from '../../config/config.ts';
import type { Inherit } from '../../config/settings.ts';
import { inLineOrder, problemIn } from '../../config/source.ts';
import { Fault } from '../../core/fault/fault.ts';
import {
	contentOf,
	goingOn,
	grantsOf,
	loopPipeline,
	namesOf,
	type Pipeline,
	type Stage,
} from '../../core/pipeline/pipeline.ts';
import { readPipeline } from '../../core/pipeline/read-pipeline.ts';
import { inOrder } from '../../core/run/run-record.ts';
import type { PipelineRun, RunRecord } from '../../core/run/schema.ts';
import { named, quoted } from '../../core/text/one-line.ts';
import { parentOf } from '../../core/text/paths.ts';
import { counted } from '../../core/text/phrases.ts';
import { branchText, type Place } from '../../git/place.ts';
import { isSameName, whyNoName } from '../../memory/session-name.ts';
import { allSessions } from '../../memory/sessions.ts';
import type { Caller } from '../commands/caller.ts';
import type { AllPorts } from '../ports.ts';
import type { RunListing } from '../run-ports.ts';

/** What `req pipeline run` or `req pipeline loop` was asked. */
export interface PipelineRequest {
	readonly caller: Caller;
	/** As somebody named it; of a loop its prompt. */
	readonly file: string;
	/** What its sessions are called after. */
	readonly name: string;
	readonly resume: boolean;
	/** Somebody read the file: the permissions in it count. */
	readonly trust: boolean;
	/** A session reference; `undefined`: what the file says. */
	readonly inherit: string | undefined;
	/** Milliseconds per session. */
	readonly timeout: number;
	/** What goes to the client untouched. */
	readonly more: readonly string[];
}

/** What it is asked of, and where. */
export interface AskedPipeline {
	readonly place: Place;
	readonly config: Config;
	readonly request: PipelineRequest;
	readonly pipeline: Pipeline;
}

interface Linted {
	readonly problems: readonly Problem[];
	/** There only where nothing is wrong; every stage has the text of its prompt. */
	readonly pipeline: Pipeline | undefined;
}

interface FileAsked {
	readonly cwd: string;
	readonly file: string;
	/** Root of the repository: prompts come from inside it only. */
	readonly root: string;
}

/**
 * Reads a pipeline and the prompts it names: everything that is wrong, each with line and key.
 *
 * @throws Fault `usage` where there is no such file
 */
export async function lintPipeline(
	{ cwd, file, root }: FileAsked,
	{ pipelineFiles }: AllPorts,
): Promise<Linted> {
	const found = await pipelineFiles.read(cwd, file);
	if (found.kind === 'refused') {
		throw new Fault('usage', `${named(file)} ${found.why}`, {
			hint: 'name the YAML file of a pipeline',
		});
	}
	const { source, problems: syntax } = found;
	if (source.value === undefined) {
		const empty = { file: source.file, key: '', line: undefined, message: 'holds nothing' };
		return { problems: syntax.length > 0 ? syntax : [empty], pipeline: undefined };
	}
	const { pipeline, files, problems } = readPipeline(source);
	const beside = parentOf(source.file);
	const texts = new Map<string | undefined, string>();
	const missing: Problem[] = [];
	for (const { file: prompt, path } of files) {
		const read = pipelineFiles.text(beside, prompt, root);
		const isEmpty = read.kind === 'text' && read.text.trim() === '';
		if (read.kind === 'text' && !isEmpty) texts.set(prompt, read.text);
		const why = read.kind === 'text' ? 'is empty' : read.why;
		if (!texts.has(prompt)) {
			missing.push(problemIn(source, { path, message: `${named(prompt)} ${why}` }));
		}
	}
	const all = inLineOrder([...syntax, ...problems, ...missing], [source]);
	if (pipeline === undefined || all.length > 0) return { problems: all, pipeline: undefined };
	const stages = pipeline.stages.map((stage) => ({
		...stage,
		prompt: texts.get(stage.promptFile) ?? stage.prompt,
	}));
	return { problems: all, pipeline: { ...pipeline, stages } };
}

/**
 * The same where it is going to be worked through.
 *
 * @throws Fault `usage` with the first problem
 */
export async function loadPipeline(asked: FileAsked, ports: AllPorts): Promise<Pipeline> {
	const { pipeline, problems } = await lintPipeline(asked, ports);
	if (pipeline !== undefined) return pipeline;
	const [first] = problems;
	const where = first?.line === undefined ? '' : `, line ${first.line}`;
	const key = first === undefined || first.key === '' ? '' : `${named(first.key)} `;
	const what = `${named(asked.file)}${where}: ${key}${first?.message ?? ''}`;
	const more = problems.length > 1 ? ` (and ${counted(problems.length - 1, 'problem')} more)` : '';
	throw new Fault('usage', `${what}${more}`, { hint: `req pipeline lint ${named(asked.file)}` });
}

/** What is clearly the path of a text file, so that a missing one is not taken for a prompt. */
const LIKE_A_FILE = /^\S+\.(?:md|markdown|txt|prompt)$/i;

/**
 * The pipeline of `req pipeline loop`: a prompt, or the file that holds it, again and again.
 *
 * @throws Fault `usage` where there is nothing to work on
 */
export function loopOf(
	asked: { readonly cwd: string; readonly prompt: string; readonly iterations: number },
	ports: AllPorts,
): Pipeline {
	const { cwd, prompt, iterations } = asked;
	const text = textOf(prompt, cwd, ports).trim();
	if (text !== '') return loopPipeline(text, iterations);
	throw new Fault('usage', 'the prompt is empty', { hint: 'say what a session is to do' });
}

/** @throws Fault `usage` where a file is meant that cannot be read */
function textOf(prompt: string, cwd: string, ports: AllPorts): string {
	// A prompt is longer than a path, and has lines.
	if (prompt.includes('\n') || prompt.length > 1_000) return prompt;
	const read = ports.pipelineFiles.text(cwd, prompt, undefined);
	if (read.kind === 'text') return read.text;
	if (read.isAbsent && !LIKE_A_FILE.test(prompt)) return prompt;
	throw new Fault('usage', `${named(prompt)} ${read.why}`, {
		hint: 'name a file that is there, or write a prompt of some words in quotation marks',
	});
}

/** What a stage inherits: by the command line, else by itself, else by the pipeline (D24). */
export function inheritOf(stage: Stage, plan: AskedPipeline): Inherit | undefined {
	const { request, pipeline, config } = plan;
	const written = stage.inherit ?? pipeline.inherit;
	const from = request.inherit ?? written?.from;
	if (from === undefined) return undefined;
	const select = written?.select ?? config.inherit?.select ?? 'all';
	return { from, select, comprehension: comprehensionOf(stage, plan) };
}

/** Whether the sessions of a stage must say what they understood. */
export function comprehensionOf(
	{ comprehension, inherit }: Stage,
	{ pipeline, config }: Pick<AskedPipeline, 'pipeline' | 'config'>,
): Inherit['comprehension'] {
	const written = inherit ?? pipeline.inherit;
	return comprehension ?? written?.comprehension ?? config.inherit?.comprehension ?? 'optional';
}

/** What a pipeline is going to do. */
export interface PipelinePlan extends AskedPipeline {
	/** The run that goes on, with what it has done; `undefined`: a new one. */
	readonly before: (RunRecord & { readonly pipeline: PipelineRun }) | undefined;
	/** Files among the runs that hold none. */
	readonly unreadable: RunListing['unreadable'];
}

/**
 * Finds out whether a pipeline can begin, or where it goes on. Writes nothing.
 *
 * @throws Fault `usage` for an invalid name, or `--resume` without a run of it on this branch; `refused` if the file
 * changed since that run began, or a session already has a name that one of the pipeline's would have
 */
export async function planPipeline(asked: AskedPipeline, ports: AllPorts): Promise<PipelinePlan> {
	const { place, request, pipeline } = asked;
	const { name, resume, trust } = request;
	if (!trust) noGrants(pipeline.stages);
	const names = sessionNames(name, pipeline.stages);
	const { runs, unreadable } = await ports.runs.list(place);
	const newest = inOrder(runs).find(
		({ record }) => record.pipeline !== undefined && isSameName(record.pipeline.name, name),
	)?.record;
	const before = resume ? goOn(newest, asked, ports) : undefined;
	await noClash(names, { place, before }, ports);
	return { ...asked, before, unreadable };
}

/** @throws Fault `refused`: nobody watches these sessions, and a file of a repository may be anybody's */
function noGrants(stages: readonly Stage[]): void {
	const [first, ...more] = grantsOf(stages);
	if (first === undefined) return;
	const others = more.length === 0 ? '' : ` (and ${counted(more.length, 'permission')} more)`;
	const what = `stage ${named(first.stage)} has ${quoted(first.text)}${others}`;
	throw new Fault('refused', `the file gives its sessions permissions: ${what}`, {
		hint: 'read the file, then give --trust; or give permissions yourself, behind --',
	});
}

/** @throws Fault `usage` */
function sessionNames(name: string, stages: readonly Stage[]): readonly string[] {
	const names = namesOf(name, stages);
	// The longest one, and the name alone, which must be a name without what follows it, too.
	for (const one of [name, names.toSorted((a, b) => b.length - a.length)[0] ?? name]) {
		const why = one === one.trim() ? whyNoName(one) : 'it has blanks around it';
		if (why !== undefined) throw noName(one, why);
	}
	return names;
}

function noName(name: string, why: string): Fault {
	return new Fault('usage', `${quoted(name)} is not a name for a session: ${why}`, {
		hint: 'such as auth-v2',
	});
}

/** @throws Fault `refused`: names are unique in a repository (D15) */
async function noClash(
	names: readonly string[],
	{ place, before }: Pick<PipelinePlan, 'place' | 'before'>,
	ports: AllPorts,
): Promise<void> {
	const wanted = new Set(names.map((name) => name.toLowerCase()));
	const own = new Set(Object.values(before?.items ?? {}).map((item) => item.session_uuid));
	const taken = allSessions(place, ports).find(
		({ uuid, name }) => name !== undefined && wanted.has(name.toLowerCase()) && !own.has(uuid),
	);
	if (taken === undefined) return;
	const { key, name = '' } = taken;
	throw new Fault('refused', `session ${named(key)} is called ${named(name)} already`, {
		hint: 'give the pipeline another name; --resume goes on with the newest run of this one',
	});
}

/**
 * The run that goes on.
 *
 * @throws Fault `usage` without such a run on this branch; `refused` if the pipeline is another one by now
 */
function goOn(
	newest: RunRecord | undefined,
	{ request: { name, file, inherit }, place, pipeline: now }: AskedPipeline,
	ports: AllPorts,
): PipelinePlan['before'] {
	if (inherit !== undefined) {
		throw new Fault('usage', 'what a pipeline inherits is settled at its start', {
			hint: 'leave --inherit out, or start the pipeline under another name',
		});
	}
	const { pipeline } = newest ?? {};
	if (newest === undefined || pipeline === undefined) {
		throw new Fault('usage', `there is no run of a pipeline called ${named(name)}`, {
			hint: 'leave --resume out; `req run list` shows what there is',
		});
	}
	if (newest.branch !== place.branch) {
		throw new Fault('usage', `the run of ${named(name)} is of ${branchText(newest.branch)}`, {
			hint: 'check that out first',
		});
	}
	if (pipeline.sha256 !== ports.sha256(contentOf(now))) {
		throw new Fault('refused', `${quoted(file)} changed since the run of ${named(name)} began`, {
			hint: 'put back its stages and prompts as they were, or start the pipeline under another name',
		});
	}
	return { ...newest, pipeline: goingOn(pipeline, now.stages) };
}
