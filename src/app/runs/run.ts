import type { Config } from '../../config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import {
	type ClientOptions,
	clientArgs,
	MAX_FINDINGS,
	signalIn,
} from '../../core/run/headless-client.ts';
import type { Outcome, SessionEnd } from '../../core/run/outcome.ts';
import { newItem } from '../../core/run/run-record.ts';
import type { PipelineRun, RunClient, RunItem, RunRecord } from '../../core/run/schema.ts';
import { isUuid } from '../../core/session/session-id.ts';
import { cutAtWord } from '../../core/text/one-line.ts';
import { commitOf } from '../../git/branch-log.ts';
import type { Place } from '../../git/place.ts';
import { recordEvents } from '../../memory/events.ts';
import { type Attempted, attempt } from '../../store/errors.ts';
import { startedAt } from '../../store/processes.ts';
import type { AllPorts } from '../ports.ts';
import type { Launch, LaunchedClient } from '../run-ports.ts';
import { openLedger, type RunLedger } from './run-ledger.ts';

/** Where the work of a run comes from: its tasks, or the stages of a pipeline. */
export interface WorkSource {
	readonly place: Place;
	readonly config: Config;
	/** The run's file as it begins. */
	readonly begun: RunRecord;
	/** What somebody should know before it begins. */
	readonly warnings: readonly string[];
	/** What comes next, by what the run came to so far; `undefined`: nothing. */
	readonly next: (run: RunRecord) => Promise<Work | undefined>;
	/** Whether nothing after it is worked on once one has failed. */
	readonly endsAtFailure: boolean;
	/** What the run's file says of its end besides the time. */
	readonly end: (run: RunRecord) => Partial<RunRecord>;
}

/** What sessions of a run work on: one item of its file. */
interface Work {
	readonly id: string;
	readonly title: string;
	/** From 1. */
	readonly number: number;
	readonly of: number;
	/** Works on it in sessions of its own. */
	readonly perform: (at: RunAtWork) => Promise<WorkEnd>;
}

/** What it came to; the same is kept of a session that is gone as of one that failed. */
export interface WorkEnd extends Outcome {
	/** How its pipeline stands now. */
	readonly pipeline?: PipelineRun;
}

export interface RunAtWork {
	readonly place: Place;
	readonly config: Config;
	readonly ledger: RunLedger;
	readonly stops: Stops;
	readonly tell: (progress: Progress) => void;
	readonly ports: AllPorts;
}

/** What a run tells while it goes on. */
export type Progress =
	| { readonly kind: 'begun'; readonly work: Omit<Work, 'perform'> }
	| {
			readonly kind: 'turn';
			readonly turns: number;
			/** The last tool it called. */
			readonly tool: string | undefined;
	  }
	| { readonly kind: 'resuming' | 'warning'; readonly text: string }
	| { readonly kind: 'ended'; readonly item: RunItem }
	/** `now`: the session is stopped; else the run ends with the session at work. */
	| { readonly kind: 'stopping'; readonly now: boolean };

/**
 * Found out before anything is begun.
 *
 * @throws Fault `refused`
 */
export function needClient({ clients }: AllPorts): void {
	const missing = clients.missing();
	if (missing === undefined) return;
	throw new Fault('refused', `no session can be started: ${missing}`, {
		hint: 'install Claude Code, or set REQ_CLAUDE to the path of its program',
	});
}

/**
 * Works through what a source gives, one after the other, until it gives nothing more or the user stops it. The run file
 * holds every step.
 *
 * @throws Fault `refused` where another run is at work on the branch, `state_unwritable`
 */
export async function workThrough(
	source: WorkSource,
	tell: (progress: Progress) => void,
	ports: AllPorts,
): Promise<RunRecord> {
	const { place, config } = source;
	const ledger = await openLedger(place, source.begun, ports);
	const { run_id, kind, items, branch } = ledger.run();
	const data = { run_id, kind, items: Object.keys(items), branch };
	await recordEvents(place, [{ name: 'run_started', session: null, data }], ports);
	for (const text of source.warnings) tell({ kind: 'warning', text });
	const stops = watchStops(ports, (now) => tell({ kind: 'stopping', now }));
	await workOnAll(source, { place, config, ledger, stops, tell, ports }).finally(stops.end);
	const end = source.end(ledger.run());
	await ledger.record({ ...end, completed_at: new Date(ports.now()).toISOString() });
	return ledger.run();
}

async function workOnAll(source: WorkSource, at: RunAtWork): Promise<void> {
	const { ledger, stops, place, ports } = at;
	while (!stops.asked()) {
		const work = await source.next(ledger.run());
		if (work === undefined) return;
		await workOnOne(work, at);
		const { status, resumed, session_uuid: session } = ledger.item(work.id);
		const { run_id } = ledger.run();
		const data = { run_id, item: work.id, status, resumed };
		await recordEvents(place, [{ name: 'run_item_finished', session, data }], ports);
		// One that said nothing is not the end yet: its stage is asked.
		const isFailure = status !== 'success' && status !== 'no_status';
		if (source.endsAtFailure && isFailure) return;
	}
}

async function workOnOne(work: Work, at: RunAtWork): Promise<void> {
	const { place, ledger, tell, ports } = at;
	const { id, title } = work;
	const started = ports.now();
	const { items } = ledger.run();
	// One that a run which was killed had begun is begun again.
	const before = Object.hasOwn(items, id) ? items[id] : undefined;
	const begun: RunItem = {
		...(before ?? newItem(title, place.root)),
		...{ status: 'running', error: null, ended_at: null },
		started_at: new Date(started).toISOString(),
		base_commit: commitOf(place) ?? null,
	};
	await ledger.record({ items: { ...items, [id]: begun } });
	tell({ kind: 'begun', work: { ...work, title: ledger.item(id).title } });
	const { pipeline, status, error } = await work.perform(at);
	const ended = ports.now();
	const item: RunItem = {
		...{ ...ledger.item(id), error: error ?? null },
		status: status === 'stale' ? 'failed' : status,
		ended_at: new Date(ended).toISOString(),
		duration_s: Math.round((ended - started) / 100) / 10,
	};
	const all = { ...ledger.run().items, [id]: item };
	await ledger.record({ items: all, ...(pipeline === undefined ? {} : { pipeline }) });
	tell({ kind: 'ended', item });
}

/** A session that works on an item. */
interface ItemSession extends Pick<Launch, 'cwd' | 'env' | 'timeout'> {
	/** What it is asked to do. */
	readonly prompt: string;
	readonly options: ClientOptions;
	/** In front of what the options come to: an option of the client may take all words up to the next one. */
	readonly args: readonly string[];
	/** Full id of the session that goes on; `undefined`: a new one. */
	readonly resume: string | undefined;
	/** Told its full id the moment the client tells it, and that of the session before it. */
	readonly onSession?: (uuid: string, before: string | null) => Promise<void>;
}

/** Characters of stderr that are kept. */
const MAX_STDERR = 8 * 1024;

/**
 * Works on an item in one headless session, from its start to its end, kept in the run file step by step.
 *
 * @throws whatever kept the session's id or process from being kept
 */
export async function workInSession(
	key: string,
	session: ItemSession,
	at: RunAtWork,
): Promise<SessionEnd> {
	const { ledger, stops, ports } = at;
	const { resume, cwd, timeout } = session;
	const { attempts } = ledger.item(key);
	await ledger.update(key, {
		...{ cwd, resumed: resume !== undefined, attempts: attempts + 1 },
		...(resume === undefined ? {} : { session_uuid: resume }),
	});
	const { heard, keep, kept, tell } = listen(key, session, at);
	const client = ports.clients.start({
		...{ cwd, timeout, tell },
		args: [...session.args, ...clientArgs(session.options, resume)],
		env: session.env,
	});
	stops.guard(client);
	const known = clientOf(client);
	const clientKept = known && (await keep(() => ledger.update(key, { client: known })));
	// Only now: one that nobody could find again, were this process killed, gets nothing to do.
	if (clientKept?.kind === 'failed') client.stop();
	else client.ask(session.prompt);
	const { code, stderr, timedOut, unstarted } = await client.ended;
	for (const one of await Promise.all(kept)) if (one.kind === 'failed') throw one.error;
	const { turns, counted, said, result } = heard;
	const findings = said === undefined ? null : cutAtWord(said, MAX_FINDINGS);
	await ledger.update(key, { turns: counted ?? turns, last_findings: findings });
	const interrupted = stops.stopped() ? 'interrupted' : undefined;
	return {
		...{ code, stderr: endOf(stderr), unstarted, turns, result },
		stopped: timedOut ? 'timeout' : interrupted,
	};
}

/** The last of a text, without the word that the cut divides: half a secret is not found. */
function endOf(text: string): string {
	return text.length <= MAX_STDERR ? text : text.slice(-MAX_STDERR).replace(/^\S+/, '');
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

/** Follows the output of a session, and keeps what the run's file says of it. */
function listen(key: string, { onSession }: ItemSession, { ledger, ports, ...at }: RunAtWork) {
	const heard: Heard = { turns: 0, counted: undefined, said: undefined, result: undefined };
	const kept: Promise<Attempted<void>>[] = [];
	const keep = (save: () => Promise<void>) => {
		const saved = attempt(save);
		kept.push(saved);
		return saved;
	};
	const keepSession = async (uuid: string) => {
		if (!isUuid(uuid)) return;
		const before = ledger.item(key).session_uuid;
		if (before !== uuid) await ledger.update(key, { session_uuid: uuid });
		await onSession?.(uuid, before);
	};
	const tell = (line: unknown) => {
		const signal = signalIn(line);
		if (signal?.kind === 'session') void keep(() => keepSession(signal.uuid));
		if (signal?.kind === 'turn') {
			heard.turns += 1;
			heard.said = signal.text ?? heard.said;
			at.tell({ kind: 'turn', turns: heard.turns, tool: signal.tools.at(-1) });
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

function clientOf({ pid }: LaunchedClient): RunClient | undefined {
	const started = pid === undefined ? undefined : startedAt(pid);
	return pid === undefined || started === undefined ? undefined : { pid, pid_started: started };
}

/** The user's wish to stop a run. */
interface Stops {
	/** No further session is started. */
	readonly asked: () => boolean;
	/** The one at work was stopped, too. */
	readonly stopped: () => boolean;
	/** The session that a second wish stops. */
	readonly guard: (client: LaunchedClient) => void;
	readonly end: () => void;
}

/** Ctrl-C once lets the session at work end, twice stops it, too; so does the end of the terminal at once. */
function watchStops(ports: AllPorts, tell: (now: boolean) => void): Stops {
	let times = 0;
	let isStopped = false;
	let client: LaunchedClient | undefined;
	const end = ports.context.watchInterrupts((isFinal) => {
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
