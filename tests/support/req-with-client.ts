import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { RunRecord } from '../../src/runs/run-file.ts';
import { type ClientWorld, checkout } from './client-world.ts';
import { startModelServer } from './model-server.ts';
import type { ModelRequest, Turn } from './model-turns.ts';

/** What `req` printed, how it ended, and what its clients asked the model. */
export interface RunOfClients {
	/** `null` when a signal ended it. */
	readonly exit: number | null;
	readonly stdout: string;
	readonly stderr: string;
	readonly requests: readonly ModelRequest[];
}

/** What the model says in all sessions of the run, one after the other. */
export type Says = readonly Turn[];

/** What the clients of a run are told behind `--`. No tool is allowed but by the run itself. */
const CLIENT_ARGS = ['--plugin-dir', checkout, '--model', 'claude-sonnet-4-5'];

/** The user types `req …` in the repository, with the real client as `claude`, and waits for its end. */
export async function reqWithClient(
	{ repo, env, program }: ClientWorld,
	{ args, says }: { readonly args: readonly string[]; readonly says: Says },
): Promise<RunOfClients> {
	const model = await startModelServer({ main: says, agent: [] });
	const all = [...args, ...(args.includes('--') ? [] : ['--']), ...CLIENT_ARGS];
	const child = spawn(path.join(checkout, 'bin/req'), all, {
		cwd: repo,
		env: { ...env, REQ_CLAUDE: program, ANTHROPIC_BASE_URL: model.url },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
	await model[Symbol.asyncDispose]();
	if (model.failures.length > 0) throw model.failures[0];
	return { exit: child.exitCode, stdout, stderr, requests: model.requests };
}

async function textOf(stream: ChildProcess['stdout']): Promise<string> {
	let words = '';
	if (stream !== null) for await (const chunk of stream) words += chunk;
	return words;
}

/** The run files, oldest first. */
export function runsOf({ path: at, read }: ClientWorld): RunRecord[] {
	const names = readdirSync(at('.git/requirements/runs')).filter((name) => name.endsWith('.json'));
	return names.sort().map((name) => JSON.parse(read(`.git/requirements/runs/${name}`)));
}
