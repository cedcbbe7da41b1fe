import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parse } from 'yaml';
import * as z from 'zod';
import { type EffectWorld, openEffectWorld } from './effect-world.ts';
import { git } from './git-repo.ts';
import { callOf, isThere, made } from './played-call.ts';
import { treePrint } from './tree-print.ts';

/**
 * What became of a line. `refused`: PreToolUse kept it from running. `observed`: it changed something, change detection
 * showed what, and the turn was kept open. `no effect`: it ran, and changed nothing that a gate blocks. `told only`: it was
 * shown, and the turn ended. `escaped`: nothing was shown.
 */
const OUTCOMES = ['refused', 'observed', 'told only', 'escaped', 'no effect'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** `<outcome>: <line>`. */
const Try = z
	.looseObject({
		/** Of a line that escapes: the name of its cause. */
		because: z.string().optional(),
		/** It goes on after its call has ended. */
		late: z.boolean().optional(),
		/** Programs that not every machine has: without them it has no effect. */
		needs: z.array(z.string()).optional(),
	})
	.transform(({ because, late = false, needs = [], ...rest }) => {
		const [[outcome, line] = []] = Object.entries(rest);
		return {
			outcome: z.string().parse(outcome),
			line: z.string().parse(line),
			because,
			late,
			needs,
		};
	});
type Try = z.infer<typeof Try>;

const Table = z.strictObject({
	what: z.string(),
	goal: z.enum(['files', 'branches']),
	config: z.looseObject({}),
	prepared: z.string(),
	/** Why lines escape, by name. */
	causes: z.record(z.string(), z.string()),
	lines: z.array(Try),
});
type Table = z.infer<typeof Table>;

/** Milliseconds: long enough for what goes on to be done. */
const WHILE = 7_000;

/** A table of lines in `tests/contract/effects`. */
export function effectTable(name: string): Table {
	const file = new URL(`../contract/effects/${name}`, import.meta.url);
	return Table.parse(parse(readFileSync(file, 'utf8')));
}

/** What became of each line, as the table writes it. */
export async function playEffects(table: Table): Promise<string[]> {
	const held = await refusedOf(table);
	return twoAtOnce(table.lines, async (one, index) => {
		if (held[index]) return 'refused';
		const outcome = outcomeOf(await play(table, one));
		// On a busy machine git may not answer in time, and what goes on late may come early.
		return outcome === one.outcome ? outcome : outcomeOf(await play(table, one));
	});
}

/** Whether PreToolUse refuses each line. It changes nothing, so one world is enough for all. */
async function refusedOf(table: Table): Promise<boolean[]> {
	using world = await open(table);
	return await twoAtOnce(table.lines, async ({ line }, index) => {
		const answer = await world.hook('pre-tool-use', eventOf(line, world, `toolu_r${index}`));
		return answer.refuses;
	});
}

function open({ config, prepared }: Table): Promise<EffectWorld> {
	return openEffectWorld(config, prepared);
}

function eventOf(line: string, world: EffectWorld, tool_use_id = 'toolu_1') {
	const { tool, input } = callOf(line, world);
	return { tool_name: tool, tool_input: input, tool_use_id };
}

interface Played {
	readonly isChanged: boolean;
	readonly isTold: boolean;
	/** The stop is held. */
	readonly isHeld: boolean;
}

async function play(table: Table, { line, late }: Try): Promise<Played> {
	using world = await open(table);
	const before = markOf(table, world);
	const event = eventOf(line, world);
	await world.hook('pre-tool-use', event);
	const after = await world.hook(...(await made(callOf(line, world), event, world, late)));
	if (late) await setTimeout(WHILE);
	const isChanged = isReached(table, before, markOf(table, world));
	const isTold = /(?:changed|moved) during this Bash call/.test(after.text);
	if (!isChanged || !isTold) return { isChanged, isTold, isHeld: false };
	const stop = await world.hook('stop', { stop_hook_active: false });
	return { isChanged, isTold, isHeld: stop.refuses };
}

function outcomeOf({ isChanged, isTold, isHeld }: Played): Outcome {
	if (!isChanged) return 'no effect';
	if (isHeld) return 'observed';
	return isTold ? 'told only' : 'escaped';
}

function markOf({ goal }: Table, { dir, repo }: EffectWorld): string {
	if (goal === 'branches') return branchesOf(repo, join(dir, 't/up'));
	const source = join(repo, 'src');
	return existsSync(source) ? treePrint(source).map(withoutRights).join('\n') : 'gone';
}

/** Of the rights of a file only whether it can be run is content. */
function withoutRights(line: string): string {
	return line.replace(/ [0-7]{3,4}(?= [0-9a-f]{64}$|$)/, (mode) => (Number.parseInt(mode, 8) & 0o100 ? ' x' : ''));
}

function isReached({ goal }: Table, before: string, after: string): boolean {
	return goal === 'files' ? after !== before : isHeldMove(before, after);
}

/** Where main stands, and all commits that branches, HEAD and the remote have. */
function branchesOf(repo: string, remote: string): string {
	const main = gitSays(repo, 'rev-parse', '-q', '--verify', 'refs/heads/main');
	const head = gitSays(repo, 'rev-parse', '-q', '--verify', 'HEAD') === '' ? [] : ['HEAD'];
	const commits = gitSays(repo, 'rev-list', '--branches', ...head);
	return JSON.stringify([main, commits.split('\n'), gitSays(remote, 'rev-list', '--all').split('\n')]);
}

function gitSays(repo: string, ...args: readonly string[]): string {
	try {
		return git(repo, ...args);
	} catch {
		return '';
	}
}

/** Whether a branch, or a detached HEAD, has a commit that none had, or the protected main is elsewhere. */
function isHeldMove(before: string, after: string): boolean {
	const [main, commits]: [string, string[]] = JSON.parse(after);
	const [mainBefore, known, ofRemote]: [string, string[], string[]] = JSON.parse(before);
	return main !== mainBefore || commits.some((one) => ![...known, ...ofRemote].includes(one));
}

/** The differences between what a table says and what was seen; a program that is not here excuses its line. */
export function differences({ lines }: Table, seen: readonly string[]): string[] {
	return lines.flatMap(({ line, outcome, needs }, index) => {
		if (seen[index] === outcome || !needs.every(isThere)) return [];
		return [`${line}: ${seen[index]}, the table says ${outcome}`];
	});
}

/** What is told or refused of ordinary lines, each in a project of its own. */
export async function disturbed(table: Table, lines: readonly string[]): Promise<string[]> {
	const found = await twoAtOnce(lines, async (line) => {
		using world = await open(table);
		const event = eventOf(line, world);
		const before = await world.hook('pre-tool-use', event);
		if (before.refuses) return `${line}: ${before.text}`;
		const after = await made(callOf(line, world), event, world);
		const { text } = await world.hook(...after);
		const stop = await world.hook('stop', { stop_hook_active: false });
		const said = [text, stop.text].filter((one) => one !== '');
		return said.length === 0 ? '' : `${line}: ${said.join('\n')}`;
	});
	return found.filter((one) => one !== '');
}

/** Two things at a time; what is made of each, in their order. */
async function twoAtOnce<T, R>(all: readonly T[], work: (one: T, index: number) => Promise<R>): Promise<R[]> {
	const queue = all.entries();
	const done: R[] = [];
	const worker = async () => {
		for (const [index, one] of queue) done[index] = await work(one, index);
	};
	await Promise.all([worker(), worker()]);
	return done;
}
