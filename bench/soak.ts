/**
 * What a project's memory weighs after many sessions: `npm run bench:soak -- [SESSIONS]`. Each session is played through
 * `handle` and `main` in this process, with a clock of its own that ends now; 40 sessions are a day. Prints the size of each
 * file of `.git/requirements` on the way, and exits 1 if a bound is missed.
 */
import {
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandContext } from '../src/context.ts';
import { main } from '../src/doors/main.ts';
import { handle } from '../src/events/handle.ts';
import { contextOf } from '../tests/support/context.ts';
import { git, makeRepo, quietEnv, writeIn } from '../tests/support/git-repo.ts';

const SESSIONS = Number(process.argv[2] ?? 1_000);
/** Milliseconds from one session to the next. */
const APART = (24 * 3_600_000) / 40;
/** The size of each file is shown after so many sessions. */
const SHOWN_AFTER = [1, 10, 100, 300, 1_000, 3_000];
/** Bytes. */
const MOST_RECORD = 50 * 1024;
/** How much longer a start may take at the end than after 100 sessions, when 60 records are read already. */
const MOST_GROWTH = 2;

const BRANCHES = ['main', 'feature/login', 'feature/cart', 'fix/timeout', 'chore/build'];
const WORDS = ['login', 'cart', 'timeout', 'build', 'proxy', 'cookie', 'router', 'cache'];
const CONFIG = `version: 1
requirements:
  tested: { commands: [npm test], triggers: [edit], enforce: warn }
`;
/** No process has it: a session that never ends was killed. */
const NO_PID = 4_194_303;

const dir = mkdtempSync(join(tmpdir(), 'req-soak-'));
const repo = makeRepo(join(dir, 'repo'));
const stored = join(repo, '.git/requirements');
let clock = Date.now() - SESSIONS * APART;
let calls = 0;

/** A session that is played. */
interface Soaked {
	readonly n: number;
	readonly id: string;
	readonly word: string;
	readonly isKilled: boolean;
}

function contextOfSession({ id, isKilled }: Soaked): CommandContext {
	const env = {
		...quietEnv,
		HOME: dir,
		USER: 'ana',
		CLAUDECODE: '1',
		CLAUDE_CODE_SESSION_ID: id,
		CLAUDE_CONFIG_DIR: join(dir, 'claude'),
		CLAUDE_PROJECT_DIR: repo,
		CLAUDE_PID: String(isKilled ? NO_PID : process.pid),
	};
	return { ...contextOf({ env, cwd: repo }).context, now: () => clock };
}

async function event(one: Soaked, name: string, input: object): Promise<string> {
	clock += 1_000;
	calls += 1;
	const own = { session_id: one.id, cwd: repo, prompt_id: `p${calls >> 4}` };
	const given = { hook_event_name: name, tool_use_id: `toolu_${calls}`, ...own, ...input };
	return JSON.stringify((await handle(given, contextOfSession(one))) ?? '');
}

async function req(one: Soaked, ...args: readonly string[]): Promise<number> {
	clock += 1_000;
	return main(args, contextOfSession(one));
}

async function ran(one: Soaked, tool: string, input: object, response: object = {}): Promise<void> {
	const call = { tool_name: tool, tool_input: input };
	await event(one, 'PreToolUse', call);
	await event(one, 'PostToolUse', { ...call, tool_response: response });
}

/** An afternoon's work. @returns characters and milliseconds of its start */
async function play(one: Soaked): Promise<{ chars: number; took: number }> {
	const { n, word } = one;
	writeFileSync(join(repo, '.git/HEAD'), `ref: refs/heads/${BRANCHES[n % BRANCHES.length]}\n`);
	const began = performance.now();
	const start = await event(one, 'SessionStart', { source: 'startup' });
	const took = performance.now() - began;
	for (let turn = 0; turn < 3; turn += 1) {
		await event(one, 'UserPromptSubmit', {
			prompt: `Make the ${word} of part ${turn} faster in ${n}`,
		});
		for (let edit = 0; edit < 5; edit += 1) {
			const content = `export function ${word}${n}Step${edit}() {}`;
			await ran(one, 'Write', {
				file_path: join(repo, `src/${word}/${n % 30}-${edit}.ts`),
				content,
			});
		}
		await ran(one, 'Bash', { command: 'npm test' }, { stdout: 'ok', stderr: '', interrupted: false });
		const said = `The ${word} of part ${turn} is faster: ${'it reads less and asks once. '.repeat(10)}`;
		await event(one, 'Stop', {
			stop_hook_active: false,
			background_tasks: [],
			last_assistant_message: said,
		});
	}
	const task = { task: { id: '1' } };
	await ran(one, 'TaskCreate', { subject: `Measure ${word} ${n}` }, task);
	if (n % 3 > 0) await ran(one, 'TaskUpdate', { taskId: '1', status: 'completed' });
	await req(one, 'learn', `the ${word} of case ${n} needs its ${WORDS[(n * 3) % 8]} warm`);
	if (n % 4 === 0) await req(one, 'note', 'pin', `${word}-${n}`, `port ${5_000 + n}`);
	if (n % 5 === 0) await req(one, 'note', 'next', `measure ${word} ${n} again`);
	if (!one.isKilled) await event(one, 'SessionEnd', { reason: 'prompt_input_exit' });
	return { chars: start.length, took };
}

/** Files bear the time of this process; the next start has to see that of the played clock. */
function backdate(): void {
	const folder = join(stored, 'sessions');
	for (const name of readdirSync(folder)) {
		const path = join(folder, name);
		if (statSync(path).mtimeMs > clock) utimesSync(path, clock / 1_000, clock / 1_000);
	}
}

/** Files of a kind: how many, their bytes, and those of the largest. */
function sizes(): Map<string, number[]> {
	const found = new Map<string, number[]>();
	for (const entry of readdirSync(stored, { recursive: true, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const path = join(entry.parentPath, entry.name);
		const name = path.slice(stored.length + 1).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '<id>');
		found.set(name, [...(found.get(name) ?? []), statSync(path).size]);
	}
	return found;
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

function show(count: number, { chars, took }: { chars: number; took: number }): void {
	print(`\nafter ${count} sessions: a start has ${chars} characters and took ${took.toFixed(0)} ms`);
	for (const [name, all] of [...sizes()].sort()) {
		const total = all.reduce((sum, size) => sum + size, 0);
		const each = all.length === 1 ? '' : `, the largest ${Math.max(...all)}`;
		print(`  ${name.padEnd(28)}${String(all.length).padStart(6)} files ${total} bytes${each}`);
	}
}

function median(values: readonly number[]): number {
	return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}

async function soak(): Promise<string[]> {
	for (const branch of BRANCHES.slice(1)) git(repo, 'branch', branch);
	writeIn(repo, '.claude/requirements.yaml', CONFIG);
	const times: number[] = [];
	for (let n = 0; n < SESSIONS; n += 1) {
		const id = `${(0x10000000 + n).toString(16)}-0000-4000-8000-000000000000`;
		const word = WORDS[n % WORDS.length] ?? '';
		const start = await play({ n, id, word, isKilled: n % 10 === 9 });
		times.push(start.took);
		backdate();
		if (SHOWN_AFTER.includes(n + 1) || n + 1 === SESSIONS) show(n + 1, start);
		clock = Math.max(clock, Date.now() - (SESSIONS - n - 1) * APART);
	}
	const records = [...sizes()].filter(([name]) => name.endsWith('<id>.json'));
	const largest = Math.max(...records.flatMap(([, all]) => all));
	// After 60 sessions no start reads more.
	const [early, late] = [median(times.slice(60, 110)), median(times.slice(-50))];
	print(`\na start: ${early.toFixed(0)} ms after some 100 sessions, ${late.toFixed(0)} ms at the end`);
	for (const args of [['session', 'list'], ['session', 'list', '--all'], ['search', 'cart'], ['prune']]) {
		const began = performance.now();
		const { context, printed } = contextOf({ env: { ...quietEnv, HOME: dir }, cwd: repo });
		const exit = await main([...args, '--json'], context);
		print(`req ${args.join(' ')}: exit ${exit}, ${(performance.now() - began).toFixed(0)} ms ${printed.stderr}`);
	}
	const faults = join(stored, 'faults.jsonl');
	return [
		...(largest > MOST_RECORD ? [`a record has ${largest} bytes`] : []),
		...(late > MOST_GROWTH * early ? ['starts have become slower'] : []),
		...(existsSync(faults) ? [`faults: ${readFileSync(faults, 'utf8')}`] : []),
	];
}

try {
	const missed = await soak();
	for (const one of missed) print(`missed: ${one}`);
	process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
	rmSync(dir, { recursive: true, force: true });
}
