import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { type Bench, quantile, type Row } from './measure.ts';
import { serverOf, wiringOf } from './plugins.ts';
import { makeProject, type Project, sessionOf } from './processes.ts';

const SESSIONS = 1_000;
const [EARLY, EVENTS] = [1_000, 10_000];

/** The server's answers to plain Bash calls, and its memory, with many earlier sessions. */
export async function measureServer(bench: Bench): Promise<readonly Row[]> {
	const project = makeProject(bench, 'with-server', SESSIONS);
	await sessionOf(bench, project).start();
	const server = startServer(bench, project);
	const clientInfo = { name: 'bench', version: '1.0.0' };
	await server.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
	const callOf = bashCalls(bench, project);
	const took: number[] = [];
	const memory: number[] = [];
	for (let event = 1; event <= EVENTS; event += 1) {
		const start = performance.now();
		await server.ask('tools/call', callOf(event));
		took.push(performance.now() - start);
		if (event % EARLY !== 0) continue;
		memory.push(server.megabytes());
		bench.progress(`event ${event} of ${EVENTS}`);
	}
	await server.end();
	const [early = Number.NaN, late = Number.NaN] = [memory[0], memory.at(-1)];
	return [
		{
			name: `server after ${EVENTS} events / after ${EARLY}`,
			unit: 'MB',
			measured: late,
			beside: early,
			most: 100,
			mostRatio: 1.2,
		},
		{
			name: `p99 of a Bash call with ${SESSIONS} earlier sessions / p50`,
			unit: 'ms',
			measured: quantile(took, 0.99),
			beside: quantile(took),
			most: 10,
		},
	];
}

/** The tool call that the hook before a Bash call makes, with its fields filled in. */
function bashCalls({ plugin }: Bench, { repo }: Project): (event: number) => object {
	const groups = wiringOf(plugin)['PreToolUse'] ?? [];
	const hook = groups.flatMap(({ hooks }) => hooks).find(({ type }) => type === 'mcp_tool');
	const event: Readonly<Record<string, string>> = {
		session_id: randomUUID(),
		prompt_id: randomUUID(),
		transcript_path: `${repo}/transcript.jsonl`,
		cwd: repo,
		permission_mode: 'acceptEdits',
		hook_event_name: 'PreToolUse',
		tool_name: 'Bash',
		tool_input: JSON.stringify({ command: 'ls', description: 'A command.' }),
	};
	return (number) => {
		const fields: Readonly<Record<string, string>> = { ...event, tool_use_id: `toolu_${number}` };
		const input = Object.entries(hook?.input ?? {}).map(([name, value]) => {
			return [name, value.replaceAll(/\$\{(\w+)\}/g, (_, field: string) => fields[field] ?? '')];
		});
		return { name: hook?.tool, arguments: Object.fromEntries(input) };
	};
}

interface Answer {
	readonly id: number;
	readonly error?: unknown;
	readonly result?: { readonly isError?: boolean };
}

function startServer({ plugin }: Bench, { repo, env }: Project) {
	const [command = '', ...args] = serverOf(plugin);
	const child = spawn(command, args, { cwd: repo, env, stdio: ['pipe', 'pipe', 'inherit'] });
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	let id = 0;
	return {
		/** Sends a request and waits for its answer. Throws if that is an error. */
		ask: async (method: string, params: object): Promise<void> => {
			id += 1;
			child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
			const { value = '{}' } = await lines.next();
			const answer = JSON.parse(value) as Answer;
			if (answer.id === id && answer.error === undefined && answer.result?.isError !== true) return;
			throw new Error(`${method} failed: ${value}`);
		},
		/** Resident memory now. */
		megabytes: () => {
			const ps = ['-o', 'rss=', '-p', String(child.pid)];
			return Number(execFileSync('ps', ps, { encoding: 'utf8' })) / 1024;
		},
		end: async () => {
			child.stdin.end();
			await once(child, 'exit');
		},
	};
}
