import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { startServer } from '../tests/support/live-server.ts';
import { type Bench, quantile, type Row } from './measure.ts';
import { makeProject, sessionOf } from './processes.ts';

const SESSIONS = 1_000;
const [EARLY, EVENTS] = [1_000, 10_000];

/** The server's answers before and after plain Bash calls, and its memory, with many earlier sessions. */
export async function measureServer(bench: Bench): Promise<readonly Row[]> {
	const project = makeProject(bench, 'with-server', SESSIONS);
	await sessionOf(bench, project).start();
	const { plugin } = bench;
	await using server = await startServer({ cwd: project.repo, env: project.env, plugin });
	const common = {
		session_id: randomUUID(),
		prompt_id: randomUUID(),
		transcript_path: `${project.repo}/transcript.jsonl`,
		cwd: project.repo,
		hook_event_name: 'PreToolUse',
	};
	const write = { tool_name: 'Write', tool_input: { file_path: 'a.txt', content: '' } };
	const blocked = await server.ask({ ...common, ...write, tool_use_id: 'toolu_0' });
	if (!blocked.includes('deny')) throw new Error(`a Write was not blocked: ${blocked}`);
	const [took, memory]: [number[], number[]] = [[], []];
	for (let event = 1; event <= EVENTS; event += 1) {
		const call = { ...common, tool_use_id: `toolu_${Math.ceil(event / 2)}` };
		const ls = { ...call, tool_name: 'Bash', tool_input: { command: 'ls', description: 'Lists.' } };
		const after = { hook_event_name: 'PostToolUse', tool_response: { stdout: 'a', stderr: '' } };
		const start = performance.now();
		await server.ask(event % 2 === 1 ? ls : { ...ls, ...after });
		took.push(performance.now() - start);
		if (event % EARLY !== 0) continue;
		memory.push(megabytesOf(server.pid));
		bench.progress(`event ${event} of ${EVENTS}: ${memory.at(-1)?.toFixed()} MB`);
	}
	const [measured = Number.NaN, early = Number.NaN] = [memory.at(-1), memory[0]];
	const after = `server after ${EVENTS} events / after ${EARLY}`;
	const [p50, p99] = [quantile(took), quantile(took, 0.99)];
	const answers = `server, p99 of a Bash call's events, ${SESSIONS} earlier sessions / p50`;
	return [
		{ name: after, unit: 'MB', measured, beside: early, most: 100, mostRatio: 1.2 },
		{ name: answers, unit: 'ms', measured: p99, beside: p50, most: 10 },
	];
}

/** Resident memory of a process. */
function megabytesOf(pid: number): number {
	const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
	return Number(kilobytes) / 1024;
}
