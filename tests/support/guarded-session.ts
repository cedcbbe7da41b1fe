import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guardingClient, RAN } from './guarding-client.ts';
import { builtHook, type HookName } from './run-hook.ts';
import { ANA, makeReqWorld, type ReqWorld } from './run-req.ts';

/** What becomes of a process before it reads anything. */
export type Fate = 'lives' | 'killed' | 'hung';

/** A session of Bash calls, in which a busy machine kills and stops processes. */
interface Played {
	readonly onFailure: 'allow' | 'block';
	readonly calls: number;
	/** Calls of one request, which the client runs beside each other. */
	readonly together: number;
	/** Of each process of a hook, in the order in which they are started. */
	readonly fate: () => Fate;
	readonly onCall?: (done: number) => void;
}

/** What came of it. */
export interface Outcome {
	readonly calls: number;
	readonly processes: Readonly<Record<Fate, number>>;
	readonly ran: number;
	readonly refused: number;
	/** Calls that ran although no process had judged them. */
	readonly open: number;
	/** Those of them of which PostToolUse told at once. */
	readonly toldAtOnce: number;
	/** How many the ends of the turns told of. */
	readonly toldAtStop: number;
	/** Milliseconds for which a call was held at most, until it ran or was refused. */
	readonly heldAtMost: number;
}

/** How long the client waits for a hook, as hooks.json says: milliseconds. */
const CLIENT_WAITS = 10_000;
const TURN = 50;

/** Plays calls as a client does: PreToolUse, then the guard, then the call and PostToolUse. The hooks are the built ones. */
export async function playGuardedSession(given: Played): Promise<Outcome> {
	const world = await makeReqWorld(
		`on_failure: ${given.onFailure}\nrequirements:\n  plan: { triggers: [{ edit: "src/**" }] }\n`,
	);
	try {
		world.start(ANA);
		return await new Session(world, given).play();
	} finally {
		await world[Symbol.asyncDispose]();
	}
}

class Session {
	readonly #world: ReqWorld;
	readonly #given: Played;
	readonly #guard: ReturnType<typeof guardingClient>;
	readonly #processes = { lives: 0, killed: 0, hung: 0 };
	readonly #judged = new Set<string>();
	readonly #counts = { ran: 0, refused: 0, open: 0, toldAtOnce: 0, toldAtStop: 0, heldAtMost: 0 };
	#done = 0;

	constructor(world: ReqWorld, given: Played) {
		this.#world = world;
		this.#given = given;
		writeFileSync(join(world.dir, 'fate.cjs'), FATES);
		this.#guard = guardingClient({
			...{ configDir: world.configDir, cwd: world.repo, session: ANA },
			files: { get: readText, set: writeText },
			answer: async (event, ms) => {
				const said = await this.#start('pre-tool-use', event, ms);
				if (/"judged":true|"deny"/.test(said)) this.#judged.add(String(event['tool_use_id']));
				return said;
			},
		});
	}

	async play(): Promise<Outcome> {
		const ids = Array.from({ length: this.#given.calls }, (_, at) => `toolu_${at}`);
		for (let turn = 0; turn < ids.length; turn += TURN) {
			const waiting = ids.slice(turn, turn + TURN);
			const worker = async () => {
				for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await this.#call(id);
			};
			await Promise.all(Array.from({ length: this.#given.together }, worker));
			this.#endTurn(`p${turn}`);
		}
		return { calls: ids.length, processes: this.#processes, ...this.#counts };
	}

	async #call(id: string): Promise<void> {
		const turn = Math.floor(Number(id.slice(6)) / TURN) * TURN;
		const input = { command: `echo ${id}`, description: 'A command.' };
		const event = {
			...{ session_id: ANA, cwd: this.#world.repo, prompt_id: `p${turn}` },
			...{ tool_name: 'Bash', tool_input: input, tool_use_id: id },
		};
		const began = performance.now();
		const pre = { ...event, hook_event_name: 'PreToolUse' };
		const said = await this.#start('pre-tool-use', pre, CLIENT_WAITS);
		const receipt = join(this.#world.configDir, 'requirements/calls', ANA, id);
		if (existsSync(receipt)) this.#judged.add(id);
		const isRefused = said.includes('"deny"');
		const result = isRefused
			? said
			: await this.#guard.call({ ...input, tool: 'Bash', tool_use_id: id });
		this.#counts.heldAtMost = Math.max(this.#counts.heldAtMost, performance.now() - began);
		const isRun = result === RAN;
		this.#counts[isRun ? 'ran' : 'refused'] += 1;
		const isOpen = isRun && !this.#judged.has(id);
		if (isOpen) this.#counts.open += 1;
		if (!isRefused) {
			const name = isRun ? 'post-tool-use' : 'post-tool-use-failure';
			const after = { hook_event_name: isRun ? 'PostToolUse' : 'PostToolUseFailure', error: 'no' };
			const told = await this.#start(name, { ...event, ...after, tool_response: {} }, CLIENT_WAITS);
			if (told.includes('ran without being checked')) this.#counts.toldAtOnce += 1;
		}
		this.#done += 1;
		this.#given.onCall?.(this.#done);
	}

	#endTurn(prompt: string): void {
		const stop = { hook_event_name: 'Stop', prompt_id: prompt };
		const { stdout } = this.#world.hook('stop', ANA, stop);
		const [, count = '0'] =
			/(\d+) calls? of this turn ran without being checked/.exec(stdout) ?? [];
		this.#counts.toldAtStop += Number(count);
	}

	/** What a process of a hook prints before it ends, or its time is over. */
	async #start(name: HookName, event: object, ms: number): Promise<string> {
		const fate = this.#given.fate();
		this.#processes[fate] += 1;
		const { env, repo, dir } = this.#world;
		const child = spawn(process.execPath, ['--require', join(dir, 'fate.cjs'), builtHook(name)], {
			...{ cwd: repo, stdio: ['pipe', 'pipe', 'ignore'], timeout: ms, killSignal: 'SIGKILL' },
			env: { ...env, FATE: fate, CLAUDE_PID: String(process.pid), CLAUDE_PROJECT_DIR: repo },
		});
		// One that was killed takes no input.
		child.stdin?.on('error', () => undefined);
		child.stdin?.end(JSON.stringify(event));
		let printed = '';
		child.stdout?.on('data', (chunk) => {
			printed += chunk;
		});
		const code = await new Promise((resolve) => child.on('close', resolve));
		return code === 0 ? printed : '';
	}
}

const FATES = `if (process.env.FATE === 'killed') process.kill(process.pid, 'SIGKILL');
if (process.env.FATE === 'hung') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
`;

function readText(path: string): string | undefined {
	return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function writeText(path: string, text: string): void {
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
}
