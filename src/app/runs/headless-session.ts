import type { SessionEnd } from '../../core/run/outcome.ts';
import type { RunClient } from '../../core/run/schema.ts';
import { signalIn } from '../../core/run/stream-signal.ts';
import { cut } from '../../core/text/one-line.ts';
import type { Attempted, DeskPorts } from '../ports.ts';
import type { Launch, LaunchedClient } from '../run-ports.ts';

/** A headless session to be started. */
export interface SessionLaunch extends Omit<Launch, 'tell'> {
	readonly prompt: string;
}

/** Who is told of a session as it goes. */
interface SessionListener {
	/** Its process as soon as it runs; not where there is nothing to know it by. */
	readonly onClient: (client: RunClient) => Promise<void>;
	/** Its full id the moment the client tells it. */
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

/**
 * Runs one headless session to its end.
 *
 * @throws whatever kept the session's id or process from being kept
 */
export async function launchSession(
	{ prompt, ...launch }: SessionLaunch,
	listener: SessionListener,
	{ stops, ports }: { readonly stops: Stops; readonly ports: DeskPorts },
): Promise<SessionReport> {
	const { heard, keep, kept, tell } = listen(listener, ports);
	const client = ports.clients.start({ ...launch, tell });
	stops.guard(client);
	const known = clientOf(client, ports);
	const clientKept = known && (await keep(() => listener.onClient(known)));
	// Only now: one that nobody could find again, were this process killed, gets nothing to do.
	if (clientKept?.kind === 'failed') client.stop();
	else client.ask(prompt);
	const { code, stderr, timedOut, unstarted } = await client.ended;
	for (const one of await Promise.all(kept)) if (one.kind === 'failed') throw one.error;
	const { turns, counted, said, result } = heard;
	const interrupted = stops.stopped() ? 'interrupted' : undefined;
	const { redact } = await import('../../core/redact/redact.ts');
	const text = result?.text === undefined ? undefined : redact(result.text);
	return {
		end: {
			...{ code, stderr: redact(stderr).slice(-MAX_STDERR), unstarted, turns },
			stopped: timedOut ? 'timeout' : interrupted,
			result: result && { ...result, text },
		},
		turns: counted ?? turns,
		findings: said === undefined ? undefined : cut(redact(said), MAX_FINDINGS),
	};
}

/** What was heard of a session so far. */
interface Heard {
	/** Answers of the model. */
	turns: number;
	/** Turns as the client counts them, at its end. */
	counted: number | undefined;
	/** The last it said. */
	said: string | undefined;
	result: SessionEnd['result'];
}

/** Follows the output of a session. */
function listen({ onSession, onTurn }: SessionListener, ports: DeskPorts) {
	const heard: Heard = { turns: 0, counted: undefined, said: undefined, result: undefined };
	const kept: Promise<Attempted<void>>[] = [];
	const keep = (save: () => Promise<void>) => {
		const saved = ports.attempt(save);
		kept.push(saved);
		return saved;
	};
	const tell = (line: unknown) => {
		const signal = signalIn(line);
		if (signal?.kind === 'session') void keep(() => onSession(signal.uuid));
		if (signal?.kind === 'turn') {
			heard.turns += 1;
			heard.said = signal.text ?? heard.said;
			onTurn(heard.turns, signal.tools.at(-1));
		}
		if (signal?.kind === 'result') {
			const { isError, text } = signal;
			heard.counted = signal.turns;
			heard.result = { isError, text };
			if (!isError) heard.said = text ?? heard.said;
		}
	};
	return { heard, keep, kept, tell };
}

function clientOf({ pid }: LaunchedClient, ports: DeskPorts): RunClient | undefined {
	const started = pid === undefined ? undefined : ports.processes.startedAt(pid);
	return pid === undefined || started === undefined ? undefined : { pid, pid_started: started };
}

/** The user's wish to stop a run. */
export interface Stops {
	/** No further session is started. */
	readonly asked: () => boolean;
	/** The one at work was stopped, too. */
	readonly stopped: () => boolean;
	/** The session that a second wish stops. */
	readonly guard: (client: LaunchedClient) => void;
	readonly end: () => void;
}

/** Ctrl-C once lets the session at work end, twice stops it, too; so does the end of the terminal at once. */
export function watchStops(ports: DeskPorts, tell: (now: boolean) => void): Stops {
	let times = 0;
	let isStopped = false;
	let client: LaunchedClient | undefined;
	const end = ports.interrupts.watch((isFinal) => {
		times += 1;
		isStopped ||= isFinal || times > 1;
		tell(isStopped);
		if (isStopped) client?.stop();
	});
	return {
		asked: () => times > 0,
		stopped: () => isStopped,
		guard: (launched) => {
			client = launched;
			if (isStopped) launched.stop();
		},
		end,
	};
}
