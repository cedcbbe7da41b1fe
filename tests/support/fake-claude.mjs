#!/usr/bin/env node
// Stands in for `claude -p --output-format stream-json`: it reads its prompt from stdin, writes down what it was given,
// and plays what the test wrote for this start of it. `FAKE_CLAUDE` is the folder of both (see fake-claude.ts).
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { env, argv, pid } = process;
const folder = env.FAKE_CLAUDE;
const log = join(folder, 'starts.jsonl');
const args = argv.slice(2);
const prompt = readFileSync(0, 'utf8');
if (prompt === '') {
	process.stderr.write('Error: Input must be provided either through stdin or as a prompt argument\n');
	process.exit(1);
}
const task = /\btask (t\d+)\b/.exec(prompt)?.[1];
/** Of an iteration: what it writes, and what it leaves beside that. */
const status = /\bwrite (\S+status\.json)/.exec(prompt)?.[1];

const starts = existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0;
const plays = JSON.parse(readFileSync(join(folder, 'plays.json'), 'utf8'));
const play = plays[Math.min(starts, plays.length - 1)];

for (const signal of play.ignores ?? []) process.on(signal, () => undefined);

const resumed = args.includes('--resume') ? args[args.indexOf('--resume') + 1] : undefined;
const session = play.session ?? resumed ?? randomUUID();
const held = play.grandchild ? spawn('sleep', ['600'], { stdio: 'inherit' }) : undefined;
held?.unref();
const grandchild = held?.pid ?? null;
const kept = Object.fromEntries(Object.entries(env).filter(([name]) => /^(REQ|CLAUDE)/.test(name)));
const context = status?.replace('status.json', 'context.json');
const given = context && JSON.parse(readFileSync(context, 'utf8'));
const start = { args, prompt, given, cwd: process.cwd(), env: kept, session, pid, grandchild };
appendFileSync(log, `${JSON.stringify(start)}\n`);

const print = (line) => process.stdout.write(`${JSON.stringify({ ...line, session_id: session })}\n`);

/** As the model's Bash tool would run it. */
function bash(command) {
	const model = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };
	const line = command.replaceAll('{task}', task ?? 'no-task').replaceAll('{status}', status ?? 'no-status');
	const tool = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: line } };
	print({ type: 'assistant', message: { content: [tool] }, parent_tool_use_id: null });
	execFileSync('/bin/sh', ['-c', line], { env: { ...env, ...model }, stdio: 'ignore' });
}

/** Answers an event of its session, and writes the answer down. */
async function hook(name, input) {
	const { handle, processContext } = createRequire(import.meta.url)(env.FAKE_HANDLE);
	const own = { CLAUDE_PID: String(pid), CLAUDE_PROJECT_DIR: process.cwd() };
	const context = { ...processContext(), env: { ...env, ...own }, elapsedMs: () => 0 };
	const answer = await handle({ session_id: session, cwd: process.cwd(), ...input }, context);
	const said = answer === undefined ? '' : JSON.stringify(answer);
	appendFileSync(join(folder, 'told.jsonl'), `${JSON.stringify({ session, hook: name, said })}\n`);
}

/** More than a pipe holds, a line of it at a time. */
async function flood({ lines, bytes }) {
	for (let line = 0; line < lines; line += 1) {
		const text = 'x'.repeat(bytes);
		const message = { content: [{ type: 'tool_result', content: text }] };
		const flowed = print({ type: 'user', message });
		if (!flowed) await new Promise((resolve) => process.stdout.once('drain', resolve));
	}
}

if (play.stderr !== undefined && play.exit !== undefined) {
	process.stderr.write(`${play.stderr.replaceAll('{session}', session)}\n`);
	process.exit(play.exit);
}
if (play.transcript !== false) {
	const project = join(env.CLAUDE_CONFIG_DIR, 'projects', 'fake');
	mkdirSync(project, { recursive: true });
	writeFileSync(join(project, `${session}.jsonl`), '{}\n');
}
if (play.hooks) {
	const source = resumed === undefined ? 'startup' : 'resume';
	await hook('session-start', { hook_event_name: 'SessionStart', source });
}
if (play.waits !== undefined) await new Promise((resolve) => setTimeout(resolve, play.waits));
if (play.init !== false) print({ type: 'system', subtype: 'init', cwd: process.cwd(), tools: [] });
for (const raw of play.raw ?? []) process.stdout.write(`${raw}\n`);
if (play.flood) await flood(play.flood);
if (play.pauses !== undefined) await new Promise((resolve) => setTimeout(resolve, play.pauses));
for (const command of play.bash ?? []) bash(command);
for (const [name, input] of play.events ?? []) await hook(name, input);
if (play.status !== undefined) {
	const written = typeof play.status === 'string' ? play.status : JSON.stringify(play.status);
	writeFileSync(status, written);
}
if (play.hangs) await new Promise((resolve) => setTimeout(resolve, play.hangs));
const said = play.says ?? 'I did it.';
const text = { type: 'text', text: said };
print({ type: 'assistant', message: { content: [text] }, parent_tool_use_id: null });
if (play.hooks) {
	await hook('stop', { hook_event_name: 'Stop', stop_hook_active: false, background_tasks: [] });
	await hook('session-end', { hook_event_name: 'SessionEnd', reason: 'other' });
}
if (play.result !== false) {
	const subtype = play.fails === undefined ? 'success' : 'error_during_execution';
	const ending = play.fails === undefined ? { result: said } : { errors: [play.fails] };
	const counts = { num_turns: (play.bash ?? []).length + 1, duration_ms: 1 };
	print({ type: 'result', subtype, is_error: play.fails !== undefined, ...counts, ...ending });
}
process.exitCode = play.fails === undefined ? (play.exit ?? 0) : 1;
