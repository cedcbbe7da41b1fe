import type { CommandContext } from '../context.ts';
import type { Caller } from '../events/caller.ts';
import type { Place } from '../git/place.ts';
import { recordEvents } from '../memory/events.ts';
import { unlessError } from '../store/errors.ts';
import { startedAt } from '../store/processes.ts';
import { cutAtWord } from '../text/one-line.ts';
import {
	type ClientOutput,
	type Launch,
	type Outcome,
	type RunningClient,
	type SessionEnd,
	startClient,
	stopOrphan,
} from './client.ts';
import { MAX_FINDINGS } from './prompts.ts';
import {
	beginRun,
	isActive,
	newItem,
	type RunItem,
	type RunLog,
	type RunRecord,
	saveItem,
	saveRun,
} from './run-file.ts';

/** What the user asks of a run, whatever it works through. */
export interface RunOptions {
	readonly caller: Caller;
	/** Goes on with earlier work. */
	readonly resume: boolean;
	/** A reference to the session that new ones inherit from. */
	readonly inherit: string | undefined;
	/** Milliseconds per session. */
	readonly timeout: number;
	/** Further arguments of Claude Code. */
	readonly more: readonly string[];
}

/** Where the work of a run comes from: tasks, or the stages of a pipeline. */
export interface Source {
	readonly place: Place;
	readonly options: RunOptions;
	readonly program: string;
	readonly run: RunRecord;
	/** What a person should know before it begins. */
	readonly warnings: readonly string[];
	/** What comes next after what the run came to so far; `undefined`: nothing. */
	readonly next: (run: RunRecord) => Work | undefined;
	/** Called when the run is over, however it ended. */
	readonly end?: () => void;
}

/** One item that sessions work on. */
export interface Work {
	readonly key: string;
	readonly title: string;
	/** From 1. */
	readonly number: number;
	readonly of: number;
	readonly perform: (run: ActiveRun) => Promise<Outcome>;
}

/** Shows a person how a run goes. */
export interface Reporter {
	readonly begin: (work: Work) => void;
	readonly end: (work: Work, item: RunItem) => void;
	readonly say: (text: string) => void;
	readonly warn: (text: string) => void;
}

/** A run that this process works through. */
export interface ActiveRun extends RunLog, Pick<Source, 'options' | 'program'> {
	/** Ctrl-C: no further session is started; if `isFinal`, the current one is stopped as well. */
	readonly stops: { isAsked: boolean; isFinal: boolean };
	/** The current session, or the last one. */
	client: RunningClient | undefined;
	readonly report: Reporter;
	readonly context: CommandContext;
}

/**
 * Works through what a source gives, one item after the other, until it gives nothing more or the user stops it. The
 * run's file holds every step.
 *
 * @throws Fault `refused` if another run is active on the branch, `state_unwritable`
 */
export async function workThrough(
	{ next, end, ...source }: Source,
	report: Reporter,
	context: CommandContext,
): Promise<RunRecord> {
	const stops = { isAsked: false, isFinal: false };
	const active: ActiveRun = { ...source, stops, client: undefined, report, context };
	source.warnings.forEach(report.warn);
	const earlier = await beginRun(active, context);
	const unwatch = watchInterrupts(active);
	try {
		await stopOrphans(earlier, context);
		const { run_id, kind, items, branch } = active.run;
		const data = { run_id, kind, items: Object.keys(items), branch };
		await recordEvents(active.place, [{ name: 'run_started', session: null, data }], context);
		for (let work = next(active.run); work && !stops.isAsked; work = next(active.run)) {
			await workOn(work, active);
		}
	} catch (error) {
		// If its file is what cannot be written, the run stays as if it was killed.
		unlessError(() => endRun(active, (error as Error).message));
		throw error;
	} finally {
		unwatch();
		end?.();
	}
	endRun(active, null);
	return active.run;
}

/** @param error what ended the item that is worked on; `null`: none is */
function endRun(active: ActiveRun, error: string | null): void {
	const items = Object.entries(active.run.items).map(([key, item]): [string, RunItem] => {
		return [key, item.status === 'running' ? { ...item, status: 'failed', error } : item];
	});
	const completed_at = new Date(active.context.now()).toISOString();
	saveRun(active, { items: Object.fromEntries(items), completed_at });
}

/**
 * Stops the clients of killed runs, whichever branch they were on. A client whose reader is gone neither goes on nor ends
 * (notes on headless clients), and its session would count as active for ever.
 */
async function stopOrphans(runs: readonly RunRecord[], context: CommandContext): Promise<void> {
	for (const run of runs) {
		const isKilled = run.completed_at === null && !isActive(run, context);
		if (!isKilled || run.host !== context.hostname) continue;
		for (const { client } of Object.values(run.items)) {
			if (client && startedAt(client.pid) === client.pid_started) await stopOrphan(client.pid);
		}
	}
}

/** Ctrl-C once lets the current session end, twice stops it as well; the end of the terminal does so at once. */
function watchInterrupts(active: ActiveRun): () => void {
	const { stops, report, context } = active;
	return context.watchInterrupts((isLast) => {
		stops.isFinal = isLast || stops.isAsked;
		stops.isAsked = true;
		report.say(stops.isFinal ? STOPPED : STOPPING);
		if (stops.isFinal) active.client?.stop();
	});
}

const STOPPING = 'The run ends after the current session. Ctrl-C again stops that session as well.';
const STOPPED = 'The session is stopped.';

async function workOn(work: Work, active: ActiveRun): Promise<void> {
	const { place, report, context } = active;
	const { key } = work;
	const started = context.now();
	const { items } = active.run;
	// An item that an earlier process had begun is begun again.
	const before = Object.hasOwn(items, key) ? items[key] : undefined;
	const begun: RunItem = {
		...(before ?? newItem(work.title, place.root)),
		status: 'running',
		error: null,
		started_at: new Date(started).toISOString(),
	};
	saveRun(active, { items: { ...items, [key]: begun } });
	// Without the secrets of a prompt.
	const shown = { ...work, title: active.run.items[key]?.title ?? '' };
	report.begin(shown);
	const { status, error = null, result } = await work.perform(active);
	const seconds = Math.round((context.now() - started) / 100) / 10;
	saveItem(active, key, { status, error, result, duration_s: seconds });
	const ended = active.run.items[key] as RunItem;
	report.end(shown, ended);
	const { session_uuid: session = null, resumed } = ended;
	const data = { run_id: active.run.run_id, item: key, status, resumed };
	await recordEvents(place, [{ name: 'run_item_finished', session, data }], context);
}

/**
 * Works on an item in one headless session, from its start to its end.
 *
 * @throws Fault `state_unwritable` if its id or its process cannot be kept
 */
export async function workInSession(
	key: string,
	session: Omit<Launch, 'timeout'>,
	active: ActiveRun,
): Promise<SessionEnd> {
	const { stops, options, context } = active;
	const { cwd, resume } = session;
	const { attempts = 0, session_uuid: earlier } = active.run.items[key] ?? {};
	saveItem(active, key, {
		cwd,
		resumed: resume !== undefined,
		attempts: attempts + 1,
		session_uuid: resume ?? earlier,
	});
	let failure: unknown;
	const keep = (change: Partial<RunItem>) => {
		try {
			saveItem(active, key, change);
		} catch (error) {
			failure ??= error;
			active.client?.stop();
		}
	};
	const onOutput = (output: ClientOutput) => {
		const { uuid } = output;
		const isNew = uuid !== undefined && uuid !== active.run.items[key]?.session_uuid;
		if (isNew) keep({ session_uuid: uuid });
	};
	const launch = { ...session, args: [...session.args, ...options.more], timeout: options.timeout };
	const client = startClient(active.program, launch, onOutput, context.env);
	active.client = client;
	if (stops.isFinal) client.stop();
	const { pid = 0 } = client;
	const started = startedAt(pid);
	if (started !== undefined) keep({ client: { pid, pid_started: started } });
	// Only now: a client that the next run could not find, if this process were killed, gets nothing to do.
	if (failure === undefined) client.ask();
	const end = await client.ended;
	if (failure !== undefined) throw failure;
	const { turns, said } = end.output;
	const findings = said === undefined ? null : cutAtWord(said, MAX_FINDINGS);
	saveItem(active, key, { turns, last_findings: findings });
	return stops.isFinal ? { ...end, stopped: end.stopped ?? 'interrupted' } : end;
}
