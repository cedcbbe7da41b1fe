import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { type AttackWorld, type ModelCall, openAttackWorld, printOf } from './attack-world.ts';
import { git, gitSucceeds, writeIn } from './git-repo.ts';

/**
 * What became of an attempt. `refused`: a call of it did not run. `without effect`: all of it ran, and the gate held.
 * `told`: it got round the gate, and a hook said so. `waits`: it got round the gate, and nobody said a word.
 */
const Outcome = z.enum(['refused', 'without effect', 'told', 'waits']);
type Outcome = z.infer<typeof Outcome>;

/** What shows that an attempt succeeded. */
const Goal = z.enum(['edit', 'write', 'commit', 'proof', 'branch', 'settings']);

/** Calls one after the other: a command, `EDIT`, or a tool's name and its input. */
const Calls = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const Try = z.strictObject({
	refused: Calls.optional(),
	'without effect': Calls.optional(),
	told: Calls.optional(),
	waits: Calls.optional(),
	/** The branch it starts on, if not the table's. */
	on: z.string().optional(),
	/** Programs that not every machine has: without them it has no effect. */
	needs: z.array(z.string()).optional(),
});
const Table = z.strictObject({
	what: z.string(),
	goal: Goal,
	on: z.string(),
	config: z.looseObject({}),
	tries: z.array(Try),
});
export type Table = z.infer<typeof Table>;

/** A table of attempts in `tests/contract/attacks`. */
export function attackTable(name: string): Table {
	const file = new URL(`../contract/attacks/${name}`, import.meta.url);
	return Table.parse(parse(readFileSync(file, 'utf8')));
}

/** Plays every attempt of a table; returns the differences between what it says and what happened, one line each. */
export async function playTable(table: Table): Promise<string[]> {
	const queue = table.tries.entries();
	const found: (readonly [number, string])[] = [];
	const work = async () => {
		for (const [index, one] of queue) {
			for (const line of await difference(table, one)) found.push([index, line]);
		}
	};
	await Promise.all([work(), work()]);
	return found.sort(([a], [b]) => a - b).map(([, line]) => line);
}

async function difference(table: Table, one: z.infer<typeof Try>): Promise<string[]> {
	const expected = Outcome.options.find((outcome) => one[outcome] !== undefined);
	const calls = expected === undefined ? undefined : one[expected];
	if (expected === undefined || calls === undefined)
		throw new Error(`no outcome: ${JSON.stringify(one)}`);
	const seen = await outcomeOf(table, one.on ?? table.on, calls);
	if (seen === expected) return [];
	const lacks = one.needs?.find((program) => !isThere(program));
	if (lacks !== undefined && seen !== 'refused' && expected !== 'refused') return [];
	return [`${JSON.stringify(calls)}: ${seen}, the table says ${expected}`];
}

export function isThere(program: string): boolean {
	const folders = (process.env['PATH'] ?? '').split(':');
	return folders.some((folder) => existsSync(join(folder, program)));
}

async function outcomeOf(table: Table, branch: string, calls: readonly string[]): Promise<Outcome> {
	using world = await openAttackWorld(table.config, branch, table.goal === 'branch');
	if (table.goal === 'commit') {
		writeIn(world.repo, 'README.md', '# Another project\n');
		git(world.repo, 'add', 'README.md');
	}
	const before = await markOf(table, world);
	const said: string[] = [];
	let isRefused = false;
	let isBlind = false;
	for (const [index, text] of calls.entries()) {
		const call = callOf(text, world);
		const event = { tool_name: call.tool, tool_input: call.input, tool_use_id: `toolu_${index}` };
		const { refuses, text: answer } = await world.hook('pre-tool-use', event);
		if (answer !== '') said.push(answer);
		if (refuses) {
			isRefused = true;
			break;
		}
		isBlind ||= call.tool.startsWith('mcp__');
		const after = await world.hook(...(await made(call, event, world)));
		if (after.text !== '') said.push(after.text);
	}
	// No server stands behind a tool: what is let through would have been done.
	const reached = (isBlind && !isRefused) || (await isReached(table, world, before, said));
	if (!reached) return isRefused ? 'refused' : 'without effect';
	const stop = await world.hook('stop', { stop_hook_active: false });
	return stop.text !== '' || said.length > 0 ? 'told' : 'waits';
}

const TOOL = /^(?<tool>Write|Edit|mcp__\w+) (?<input>\{.*\})$/s;

/** A call as a table writes it: `$W` is the scratch world, `$CWD` its repository, `$PLUGIN` the installed plugin. */
export function callOf(text: string, { dir, plugin, repo }: AttackWorld): ModelCall {
	const filled = text
		.replaceAll(/\$W\b/g, dir)
		.replaceAll(/\$PLUGIN\b/g, plugin)
		.replaceAll(/\$CWD\b/g, repo);
	if (filled === 'EDIT') {
		const file_path = join(repo, 'src/a.ts');
		return { tool: 'Edit', input: { file_path, old_string: '1', new_string: '2' } };
	}
	const { tool, input } = TOOL.exec(filled)?.groups ?? {};
	if (tool === undefined || input === undefined)
		return { tool: 'Bash', input: { command: filled } };
	return { tool, input: JSON.parse(input) };
}

type After = Parameters<AttackWorld['hook']>;

/** Does what the call says; returns what the client says of it afterwards. */
export async function made(
	{ tool, input }: ModelCall,
	event: object,
	world: AttackWorld,
	mayGoOn = false,
): Promise<After> {
	const file = String(input['file_path'] ?? '').replace(`${world.repo}/`, '');
	if (tool === 'Edit') {
		const path = join(world.repo, file);
		const { old_string: from, new_string: to } = input;
		writeIn(world.repo, file, readFileSync(path, 'utf8').replace(String(from), String(to)));
	}
	if (tool === 'Write')
		writeIn(file.startsWith('/') ? '/' : world.repo, file, String(input['content']));
	if (tool !== 'Bash') return ['post-tool-use', { ...event, tool_response: {} }];
	const began = Date.now();
	const { exit, stdout, stderr } = await world.bash(String(input['command']), mayGoOn);
	// Short, however busy the machine is.
	const duration_ms = Math.min(Date.now() - began, 1_900);
	if (exit !== 0)
		return [
			'post-tool-use-failure',
			{ ...event, duration_ms, error: `Exit code ${exit}\n${stderr}`, is_interrupt: false },
		];
	const response = { stdout, stderr, interrupted: false };
	return ['post-tool-use', { ...event, duration_ms, tool_response: response }];
}

/** What is compared afterwards. */
async function markOf({ goal }: Table, { dir, repo }: AttackWorld): Promise<string> {
	switch (goal) {
		case 'write':
			return printOf(join(repo, 'src'));
		case 'commit':
			return gitSucceeds(repo, 'rev-parse', 'HEAD')
				? git(repo, 'rev-list', '--all', '--count')
				: '';
		case 'branch':
			return git(repo, 'rev-parse', 'main');
		case 'settings':
			return [join(repo, '.claude'), join(dir, 'home/.claude')]
				.flatMap((folder) =>
					['', '.local'].map((kind) => textIn(join(folder, `settings${kind}.json`))),
				)
				.join('\n');
		default:
			return '';
	}
}

async function isReached(
	table: Table,
	world: AttackWorld,
	before: string,
	said: string[],
): Promise<boolean> {
	switch (table.goal) {
		case 'write':
		case 'settings':
			return (await markOf(table, world)) !== before;
		case 'commit':
			return Number(await markOf(table, world)) > Number(before);
		case 'branch': {
			const isThere = gitSucceeds(world.repo, 'rev-parse', '-q', '--verify', 'main');
			if (isThere && git(world.repo, 'rev-parse', 'main') !== before) return true;
			return isOpen('EDIT', world, said);
		}
		case 'edit':
			return isOpen('EDIT', world, said);
		case 'proof': {
			const [ran, now] = [textIn(join(world.dir, 'ran')), textIn(join(world.repo, 'src/a.ts'))];
			return ran !== now && isOpen('git commit -m x', world, said);
		}
	}
}

function textIn(path: string): string {
	return existsSync(path) ? readFileSync(path, 'utf8') : 'gone';
}

/** Whether the gate lets this through now; what it says of it counts as told. */
async function isOpen(text: string, world: AttackWorld, said: string[]): Promise<boolean> {
	const { tool, input } = callOf(text, world);
	const event = { tool_name: tool, tool_input: input, tool_use_id: 'toolu_probe' };
	const answer = await world.hook('pre-tool-use', event);
	if (!answer.refuses && answer.text !== '') said.push(answer.text);
	return !answer.refuses;
}
