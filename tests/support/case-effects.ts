import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventOf } from './case-events.ts';
import type { HookStep } from './case-format.ts';
import { fillIn } from './case-placeholders.ts';
import { type CaseWorld, hookEnv } from './case-world.ts';
import { runHook } from './run-hook.ts';

/** What one hook process did to the machine. */
export interface Effects {
	/** Programs it started. */
	readonly spawned: readonly string[];
	/** Documents it put in place, in order: once per write. Relative to the world. */
	readonly documents: readonly string[];
	/** Journals and other line files it appended to, in order. */
	readonly appended: readonly string[];
}

interface Noted {
	readonly op: 'spawn' | 'put' | 'open';
	readonly target: string;
}

const spy = fileURLToPath(new URL('case-spy.cjs', import.meta.url));

/** Runs one hook under a spy. `call`: number of the tool call, as in `eventOf`. */
export async function effectsOf(world: CaseWorld, step: HookStep, call: number): Promise<Effects> {
	const event = fillIn(eventOf(step, call), world.names, world.now);
	const log = join(world.dir, `spy-${call}-${step.hook}.log`);
	const env = {
		...hookEnv(world),
		NODE_OPTIONS: `--require ${JSON.stringify(spy)}`,
		REQ_TEST_SPY_LOG: log,
	};
	const ran = await runHook(step.hook, { cwd: world.repo, stdin: JSON.stringify(event), env });
	if (ran.exit !== 0 || ran.stderr !== '') throw new Error(`${step.hook}: ${ran.stderr}`);
	const noted = linesIn(log);
	const targets = (op: Noted['op']) =>
		noted.filter((one) => one.op === op).map(({ target }) => target);
	const inWorld = (path: string) => relative(world.dir, path);
	return {
		spawned: targets('spawn'),
		documents: targets('put').map(inWorld),
		appended: targets('open')
			.filter((path) => path.endsWith('.jsonl'))
			.map(inWorld),
	};
}

function linesIn(path: string): Noted[] {
	const lines = readFileSync(path, 'utf8').split('\n');
	return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}
