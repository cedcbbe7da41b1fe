import { existsSync, readFileSync } from 'node:fs';
import { hookRows } from '../../scripts/wiring.ts';
import { eventOf } from './case-events.ts';
import type { HookStep } from './case-format.ts';
import { fillIn } from './case-placeholders.ts';
import { type CaseWorld, hookEnv, makeCaseWorld, writeFileOf } from './case-world.ts';
import { startHook } from './hook-process.ts';
import { type LiveServer, runWithoutServer } from './live-server.ts';

/** What the two hooks of one event answered. */
export interface Answers {
	readonly byServer: string;
	readonly byProcess: string;
}

/** The calls of a turn that is refused once, goes on, and may not end. */
export const TURN: readonly HookStep[] = [
	{ hook: 'user-prompt-submit', stdin: { prompt: 'Plan the import, then write it.' } },
	{ hook: 'pre-tool-use', edit: 'src/a.ts' },
	{ hook: 'post-tool-use', skill: 'arch-review' },
	{ hook: 'pre-tool-use', edit: 'src/a.ts' },
	{ hook: 'post-tool-use', edit: 'src/a.ts' },
	{ hook: 'pre-tool-use', bash: 'npm test' },
	{ hook: 'post-tool-use', bash: 'npm test' },
	{ hook: 'stop' },
];

const REQUIREMENTS = {
	commit_plan: {},
	tested: {
		triggers: [{ edit: 'src/**' }],
		blocks: [{ command: 'git commit' }],
		commands: ['npm test'],
	},
	reviewed: { triggers: [{ edit: 'src/**' }], enforce: 'stop', skills: ['code-review'] },
};

/** A project with requirements that a turn of `TURN` meets. */
export async function makeGatedWorld(requirements: object = REQUIREMENTS): Promise<CaseWorld> {
	const world = await makeCaseWorld(true);
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, { requirements });
	return world;
}

/** Where hooks of this world run, and with which environment. */
export function placeOf(world: CaseWorld) {
	return { cwd: world.repo, env: hookEnv(world) };
}

export function configDirOf(world: CaseWorld): string {
	return String(world.names['$CONFIG']);
}

/** Of which session the events are, and how many calls it made before. */
interface Sequence {
	readonly session?: string;
	readonly call?: number;
}

/** The events of these steps. Each call has an id of its own; what follows a call has that of the call. */
export function eventsOf(
	world: CaseWorld,
	steps: readonly HookStep[],
	{ session, call: first = 0 }: Sequence = {},
): object[] {
	let call = first;
	return steps.map((step) => {
		if (step.hook !== 'post-tool-use' || step.skill !== undefined) call += 1;
		const event = fillIn(eventOf(step, call), world.names, world.now) as object;
		return session === undefined ? event : { ...event, session_id: session };
	});
}

/**
 * Sends an event as Claude Code does: to its server, and beside it to the script that starts the hook process if no server
 * lives. A server that is gone answers nothing.
 */
export async function sendToBoth(
	event: object,
	{ cwd, env }: ReturnType<typeof placeOf>,
	server: LiveServer | undefined,
): Promise<Answers> {
	const name = (event as { hook_event_name?: unknown }).hook_event_name;
	const row = hookRows.find((one) => one.event === name);
	if (row === undefined) throw new Error(`no hook for ${String(name)}`);
	const started = { cwd, env, ...(server === undefined ? {} : { client: server.clientPid }) };
	if (row.identity === undefined) {
		const stdin = JSON.stringify(event);
		return {
			byServer: '',
			byProcess: (await startHook(row.entry, { cwd, env, stdin }).ended).stdout,
		};
	}
	const [byServer, { stdout }] = await Promise.all([
		server === undefined ? '' : server.ask(event).catch(() => ''),
		runWithoutServer(row.entry, event, started),
	]);
	return { byServer, byProcess: stdout };
}

/** What of a turn can be compared between worlds: the answers, and what it left in the journal. */
export interface Played {
	/** Of each event, one for each door that answered. */
	readonly answers: readonly (readonly string[])[];
	readonly lines: readonly string[];
}

/** Plays events one after the other. `send`: given the event and its index. */
export async function playEvents(
	world: CaseWorld,
	events: readonly object[],
	send: (event: object, index: number) => Promise<Answers>,
): Promise<Played> {
	const answers: string[][] = [];
	for (const [index, event] of events.entries()) {
		const { byServer, byProcess } = await send(event, index);
		answers.push([byServer, byProcess].filter((text) => text !== '').map((text) => levelled(world, text)));
	}
	return { answers, lines: journalOf(world) };
}

/** The journal of a session, without times. `id`: its id. */
export function journalOf(world: CaseWorld, id = 'abc12345-0000-4000-8000-000000000001'): string[] {
	const file = `${world.repo}/.git/requirements/sessions/${id}.jsonl`;
	if (!existsSync(file)) return [];
	const lines = readFileSync(file, 'utf8').split('\n');
	return lines.filter((line) => line !== '').map((line) => levelled(world, withoutTime(line)));
}

function withoutTime(line: string): string {
	const { at: _, ...rest } = JSON.parse(line);
	return JSON.stringify(rest);
}

function levelled(world: CaseWorld, text: string): string {
	return text.replaceAll(world.dir, '<world>').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');
}
