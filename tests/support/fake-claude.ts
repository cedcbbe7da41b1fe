import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bundle } from '../../src/memory/bundle.ts';
import type { RunRecord } from '../../src/runs/run-file.ts';
import { builtHandle } from './built-handle.ts';
import type { HookName, HookResult } from './run-hook.ts';
import { makeReqWorld, type ReqWorld } from './run-req.ts';

/** What the stand-in of the client does in one start of it. All in the order of these keys. */
export interface Play {
	/** Its id; default: that of the session it resumes, else a new one. */
	readonly session?: string;
	/** Signals that do not end it. */
	readonly ignores?: readonly string[];
	/** It starts a process that outlives it unless somebody ends it. */
	readonly grandchild?: true;
	/** With `exit`: it says this and ends before it does anything; `{session}` is its id. */
	readonly stderr?: string;
	readonly exit?: number;
	/** `false`: it leaves no transcript. */
	readonly transcript?: false;
	/** Its start and its end are answered. */
	readonly hooks?: true;
	/** Milliseconds before it tells its id. */
	readonly waits?: number;
	/** `false`: it never tells its id. */
	readonly init?: false;
	/** Lines it prints as they are. */
	readonly raw?: readonly string[];
	/** That many lines of so many bytes. */
	readonly flood?: { readonly lines: number; readonly bytes: number };
	/** Milliseconds before the model calls a tool. */
	readonly pauses?: number;
	/** Command lines of the model; `{task}` is the task of the prompt, `{status}` the path of the status it asks for. */
	readonly bash?: readonly string[];
	/** Events of the model's calls that are answered: of which hook, and what it is given. */
	readonly events?: readonly (readonly [HookName, object])[];
	/** What it writes as the status of its iteration: JSON, or a text as it is. */
	readonly status?: object | string;
	/** Milliseconds. */
	readonly hangs?: number;
	readonly says?: string;
	/** `false`: no last line. */
	readonly result?: false;
	/** Its last line tells this error. */
	readonly fails?: string;
}

/** `context.json` of an iteration. */
interface IterationContext {
	readonly session: string;
	readonly iteration: number;
	readonly inherited: Bundle | Readonly<Record<string, never>>;
	readonly inputs: Readonly<Record<string, readonly object[]>>;
	readonly paths: Readonly<Record<'context' | 'status', string>>;
}

/** One start of the stand-in, as it wrote it down. */
export interface Start {
	readonly args: readonly string[];
	readonly prompt: string;
	readonly cwd: string;
	/** Of an iteration. */
	readonly given?: IterationContext;
	/** What of its environment is named after req or the client. */
	readonly env: Readonly<Record<string, string>>;
	readonly session: string;
	readonly pid: number;
	readonly grandchild: number | null;
}

/** What a hook answered a session. */
interface Told {
	readonly session: string;
	readonly hook: HookName;
	/** Empty where it has nothing to say. */
	readonly said: string;
}

/** A repository in which `claude` is the stand-in. */
export interface RunWorld extends ReqWorld {
	/** What it does in its first start, its second …; the last one stands for those that follow. */
	readonly plays: (...plays: readonly Play[]) => void;
	/** Every start of it. */
	readonly starts: () => readonly Start[];
	/** Every answer of a hook to it. */
	readonly told: () => readonly Told[];
	/** `req run …` */
	readonly run: (...args: readonly string[]) => Promise<HookResult>;
	/** Run files, the newest last. */
	readonly runs: () => readonly RunRecord[];
}

/** The program that stands in for the client. */
const fakeClaude = fileURLToPath(new URL('fake-claude.mjs', import.meta.url));
const builtReq = fileURLToPath(new URL('../../dist/cli/req.cjs', import.meta.url));

/** What a model types to say that its task is done. */
export const DONE = `${process.execPath} ${builtReq} task done {task}`;

/** Makes such a world; where no play is written the task is done. */
export async function makeRunWorld(config: string): Promise<RunWorld> {
	const world = await makeReqWorld(config);
	const folder = join(world.dir, 'fake');
	mkdirSync(folder);
	// The stand-in finds node where the tests do.
	const path = { PATH: process.env['PATH'] ?? '' };
	const fake = { FAKE_CLAUDE: folder, FAKE_HANDLE: builtHandle(), REQ_CLAUDE: fakeClaude };
	const env = { ...path, ...world.env, ...fake };
	const plays = (...all: readonly Play[]) => {
		writeFileSync(join(folder, 'plays.json'), JSON.stringify(all));
	};
	plays({ bash: [DONE] });
	const reqWith: ReqWorld['reqWith'] = (given, ...args) =>
		world.reqWith({ ...given, env: { ...env, ...given.env } }, ...args);
	const req: ReqWorld['req'] = (...args) => reqWith({}, ...args);
	return {
		...{ ...world, env, req, reqWith, plays },
		json: async (...args) => JSON.parse((await req(...args, '--json')).stdout),
		starts: () => linesIn<Start>(join(folder, 'starts.jsonl')),
		told: () => linesIn<Told>(join(folder, 'told.jsonl')),
		run: (...args) => req('run', ...args),
		runs: () => runsIn(world),
	};
}

/** The run files of a repository, in the order of their names. */
function runsIn({ repo }: ReqWorld): readonly RunRecord[] {
	const folder = join(repo, '.git/requirements/runs');
	const names = existsSync(folder) ? readdirSync(folder).sort() : [];
	return names
		.filter((name) => name.endsWith('.json'))
		.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

function linesIn<Line>(path: string): Line[] {
	if (!existsSync(path)) return [];
	const lines = readFileSync(path, 'utf8').split('\n');
	return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
