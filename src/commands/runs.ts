import { durationText } from '../app/local-time.ts';
import type { RunListing } from '../app/run-ports.ts';
import type { Progress } from '../app/runs/run.ts';
import { KIND_OF, NAMED_LISTS } from '../config/selection.ts';
import type { CommandContext } from '../core/context.ts';
import { hasSucceeded } from '../core/run/run-record.ts';
import type { PipelineEnd, RunItem, RunRecord, StageRun } from '../core/run/schema.ts';
import { named, oneLine, quoted } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { type Lines, linesOn } from '../runtime/terminal.ts';
import { type Answer, EXIT } from './command.ts';
import { type Cells, fitted, table } from './layout.ts';
import { paintOn } from './paint.ts';

/** What an item is. */
const ITEM = { run: 'TASK', pipeline: 'ITERATION' } as const;

/** The fixed keys of `req run list --json` (interface). */
export function runJson({ run_id, kind, branch, started_at, completed_at, items }: RunRecord) {
	return {
		...{ run_id, started_at, completed_at, kind, branch },
		items: Object.fromEntries(Object.entries(items).map(([key, item]) => [key, itemJson(item)])),
	};
}

function itemJson({ status, session_uuid, resumed, error, title, turns, duration_s }: RunItem) {
	return { status, session_uuid, resumed, error, title, turns, duration_s };
}

/**
 * What became of each item, and why where it is not done.
 *
 * @param more `isKilled`: of a run that was killed no session is running, whatever its file says
 */
export function itemsTable(
	{ kind, items }: Pick<RunRecord, 'kind' | 'items'>,
	{
		isKilled = false,
		width = Infinity,
	}: { readonly isKilled?: boolean; readonly width?: number } = {},
): string[] {
	const all = Object.entries(items);
	const cells: Cells<readonly [string, RunItem]> = {
		[ITEM[kind]]: ([key]) => oneLine(key),
		STATUS: ([, item]) => statusText(item, isKilled),
		TIME: ([, { duration_s: took }]) =>
			took === null ? '-' : durationText(Math.round(took) * 1_000) || '0s',
		TURNS: ([, { turns }]) => `${turns ?? '-'}`,
		SESSION: ([, { session_uuid: id }]) => (id === null ? '-' : oneLine(id).slice(0, 8)),
		TITLE: ([, { title }]) => oneLine(title),
	};
	const errors = all.flatMap(([key, { error }]) =>
		error === null ? [] : [`${oneLine(key)}: ${oneLine(error)}`],
	);
	return [table(all, cells, { width }), ...errors];
}

function statusText({ status, resumed }: RunItem, isKilled: boolean): string {
	const shown = isKilled && status === 'running' ? 'killed' : status;
	return resumed ? `${shown}, resumed` : shown;
}

/** Files among the runs that hold none: they are passed over. */
export function unreadableRuns(unreadable: RunListing['unreadable']): string[] {
	if (unreadable.length === 0) return [];
	const names = unreadable.slice(0, 5).map(({ file, why }) => `${oneLine(file)} (${oneLine(why)})`);
	return [`${counted(unreadable.length, 'run file')} passed over: ${names.join(', ')}`];
}

/** How the stages of a pipeline stand; nothing of another run. */
export function pipelineLines({ pipeline }: RunRecord): string[] {
	if (pipeline === undefined) return [];
	const { stages, bundles, end } = pipeline;
	const sources = new Set(Object.values(bundles).map(({ from_session }) => named(from_session)));
	const inherits = sources.size === 0 ? [] : [`inherits from ${[...sources].join(', ')}`];
	return [
		'',
		...stages.map(stageLine),
		...(stages.some(({ ended }) => ended === 'no_status') ? [WHAT_TO_WRITE] : []),
		...inherits,
		...(end === null ? [] : [`together: ${countsOf(end)}`]),
	];
}

function stageLine({ id, ended, iterations }: StageRun): string {
	if (ended === null && iterations.length === 0) return `stage ${oneLine(id)}: not started`;
	const how = ended === null ? 'not over' : HOW[ended];
	return `stage ${oneLine(id)}: ${counted(iterations.length, 'iteration')}, ${how}`;
}

const HOW: Readonly<Record<NonNullable<StageRun['ended']>, string>> = {
	iterations: 'as many as there may be',
	stop: 'nothing was left to do',
	plateau: 'two in a row had nothing left to do',
	error: 'it could not go on',
	no_status: 'no status at its end',
};

const WHAT_TO_WRITE =
	'a session has to end by writing the status.json that its prompt names, such as {"decision": "stop", "summary": "what was done"}; "continue" asks for another iteration, "error" ends the pipeline';

function countsOf(end: PipelineEnd): string {
	return NAMED_LISTS.map((list) => counted(end[list].length, KIND_OF[list])).join(', ');
}

/** How often the line of the work that goes on is renewed, in milliseconds. */
const BEAT_MS = 1_000;

interface Told {
	readonly context: CommandContext;
	/** What somebody should know before it begins. */
	readonly warnings: readonly string[];
	readonly verbose: boolean;
	readonly text: (run: RunRecord) => string;
	readonly json: (run: RunRecord) => object;
}

/** Tells how a run goes while it does, whatever it works through, and answers with what became of it. */
export async function followed(
	work: (tell: (progress: Progress) => void) => Promise<RunRecord>,
	{ warnings, verbose, text, json, context }: Told,
): Promise<Answer> {
	const lines = linesOn(context);
	for (const warning of warnings) lines.say(`req: ${warning}`);
	const { tell, end } = runProgress(lines, verbose, context);
	const run = await work(tell).finally(end);
	return {
		text: () => text(run),
		json: () => json(run),
		exit: hasSucceeded(run) ? EXIT.done : EXIT.no,
	};
}

/**
 * Tells how a run goes: on a terminal one line per item that lives while its session works, in a pipe one when it
 * begins and one when it ends.
 */
function runProgress(
	{ say, show, isWatched, columns }: Lines,
	verbose: boolean,
	context: CommandContext,
): { readonly tell: (progress: Progress) => void; readonly end: () => void } {
	const { red, green, yellow } = paintOn(context);
	let live = NOTHING;
	const renew = () => {
		if (live.head !== '') show(liveLine(live, context.now(), columns()));
	};
	const begin = ({ work: { id, title, number, of } }: Of<'begun'>) => {
		const head = `${number}/${of} ${oneLine(id)} ${quoted(title)}`;
		live = { ...NOTHING, head, since: context.now() };
		if (isWatched) renew();
		else say(live.head);
	};
	const end = ({ item: { status, error } }: Of<'ended'>) => {
		const colour = status === 'success' ? green : red;
		const why = error === null ? '' : `: ${oneLine(error)}`;
		say(`${live.head}  ${stateOf(live, context.now())}  ${colour(status)}${why}`);
		live = NOTHING;
	};
	const tell = (progress: Progress) => {
		switch (progress.kind) {
			case 'begun':
				return begin(progress);
			case 'turn':
				live = { ...live, turns: progress.turns, tool: progress.tool };
				return renew();
			case 'resuming':
				return verbose ? say(progress.text) : undefined;
			case 'warning':
				return say(yellow(`req: ${oneLine(progress.text)}`));
			case 'stopping':
				return say(progress.now ? STOPPED : STOPPING);
			case 'ended':
				return end(progress);
		}
	};
	const beat = isWatched ? setInterval(renew, BEAT_MS) : undefined;
	return { tell, end: () => clearInterval(beat) };
}

type Of<Kind extends Progress['kind']> = Extract<Progress, { kind: Kind }>;

/** The work that goes on. */
interface Live {
	/** Empty where none is. */
	readonly head: string;
	/** Milliseconds. */
	readonly since: number;
	readonly turns: number;
	readonly tool: string | undefined;
}

const NOTHING: Live = { head: '', since: 0, turns: 0, tool: undefined };

const STOPPING = 'The run ends with the session at work. Ctrl-C again stops that one, too.';

const STOPPED = 'The session is stopped.';

/** The title gives way, not what changes. */
function liveLine(live: Live, now: number, columns: number): string {
	const state = stateOf(live, now);
	const head = fitted(live.head, columns - state.length - 2);
	// The name of a tool may be a line by itself.
	return fitted(`${head}  ${state}`, columns);
}

function stateOf({ since, turns, tool }: Live, now: number): string {
	const time = durationText(Math.round((now - since) / 1_000) * 1_000) || '0s';
	const using = tool === undefined ? '' : `, ${oneLine(tool)}`;
	return `${time}, ${counted(turns, 'turn')}${using}`;
}
