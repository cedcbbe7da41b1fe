import type { SessionEnd } from '../../core/run/outcome.ts';
import type { RunClient } from '../../core/run/schema.ts';
import { type StreamSignal, signalIn } from '../../core/run/stream-signal.ts';
import { cut } from '../../core/text/one-line.ts';
import type { Attempted, DeskPorts } from '../ports.ts';
import type { LaunchedClient } from '../run-ports.ts';
import type { Stops } from './stopping.ts';

/** A headless session to be started. */
export interface SessionLaunch {
	readonly prompt: string;
	readonly cwd: string;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	/** Milliseconds. */
	readonly timeout: number;
	/** Told its process as soon as it runs; not where there is nothing to know it by. */
	readonly onClient: (client: RunClient) => Promise<void>;
	/** Told its full id the moment the client tells it. */
	readonly onSession: (uuid: string) => Promise<void>;
	readonly onTurn: (turns: number, tool: string | undefined) => void;
}

/** What came of it. */
export interface SessionReport {
	readonly end: SessionEnd;
	readonly turns: number;
	/** The last it said, redacted; `undefined` where it said nothing. */
	readonly findings: string | undefined;
}

/** Characters of the last words that are kept. */
const MAX_FINDINGS = 2_000;
/** Characters of stderr that are kept. */
const MAX_STDERR = 8 * 1024;

/** Runs one headless session to its end. */
export async function launchSession(
	launch: SessionLaunch,
	stops: Stops,
	ports: DeskPorts,
): Promise<SessionReport> {
	const { prompt, cwd, args, env, timeout } = launch;
	const heard = listen(launch, ports);
	const client = ports.clients.start({ cwd, args, env, timeout, tell: heard.tell });
	stops.guard(client);
	const known = clientOf(client, ports);
	const kept = known && (await heard.keep(() => launch.onClient(known)));
	// Only now: one that nobody could find again, were this process killed, gets nothing to do.
	if (kept?.kind === 'failed') client.stop();
	else client.ask(prompt);
	const { code, stderr, timedOut, unstarted } = await client.ended;
	const { turns, said, result, counted } = await heard.all();
	const stopped = timedOut ? 'timeout' : stops.stopped() ? 'interrupted' : undefined;
	const { redact } = await import('../../core/redact/redact.ts');
	const clean = (text: string | undefined) => (text === undefined ? undefined : redact(text));
	return {
		end: {
			...{ code, stderr: redact(stderr).slice(-MAX_STDERR), stopped, unstarted, turns },
			result: result && { ...result, text: clean(result.text) },
		},
		turns: counted ?? turns,
		findings: said === undefined ? undefined : cut(redact(said), MAX_FINDINGS),
	};
}

/** What was heard of a session so far. */
interface Heard {
	/** Answers of the model. */
	readonly turns: number;
	/** Turns as the client counts them, at its end. */
	readonly counted: number | undefined;
	/** The last it said. */
	readonly said: string | undefined;
	readonly result: SessionEnd['result'];
}

/** Follows the output of a session. */
function listen(launch: SessionLaunch, ports: DeskPorts) {
	let heard: Heard = { turns: 0, counted: undefined, said: undefined, result: undefined };
	const keeping: Promise<Attempted<void>>[] = [];
	const keep = (save: () => Promise<void>) => {
		const kept = ports.attempt(save);
		keeping.push(kept);
		return kept;
	};
	const tell = (line: unknown) => {
		const signal = signalIn(line);
		if (signal?.kind === 'session') {
			const { uuid } = signal;
			void keep(() => launch.onSession(uuid));
		}
		heard = afterSignal(heard, signal);
		if (signal?.kind === 'turn') launch.onTurn(heard.turns, signal.tools.at(-1));
	};
	/** @throws whatever kept the session's id or process from being kept */
	const all = async () => {
		for (const kept of await Promise.all(keeping)) if (kept.kind === 'failed') throw kept.error;
		return heard;
	};
	return { tell, keep, all };
}

function clientOf({ pid }: LaunchedClient, ports: DeskPorts): RunClient | undefined {
	const started = pid === undefined ? undefined : ports.processes.startedAt(pid);
	return pid === undefined || started === undefined ? undefined : { pid, pid_started: started };
}

function afterSignal(heard: Heard, signal: StreamSignal | undefined): Heard {
	if (signal?.kind === 'turn') {
		return { ...heard, turns: heard.turns + 1, said: signal.text ?? heard.said };
	}
	if (signal?.kind !== 'result') return heard;
	const { isError, text, turns: counted } = signal;
	const said = isError ? heard.said : (text ?? heard.said);
	return { ...heard, counted, said, result: { isError, text } };
}
