import { KIND_OF, NAMED_LISTS } from '../config/selection.ts';
import type { CommandContext } from '../context.ts';
import type { ClientOutput } from '../runs/client-output.ts';
import { type Reporter, type Source, type Work, workThrough } from '../runs/loop.ts';
import type { RunItem, RunList, RunRecord } from '../runs/run-file.ts';
import { hasSucceeded, learnedIn, resultsOf, type StageEnd, stageEnd } from '../runs/stages.ts';
import { durationText } from '../text/local-time.ts';
import { named, oneLine, quoted } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import { type Answer, EXIT } from './command.ts';
import { type Cells, fitted, table } from './layout.ts';
import { linesOn, paintOn } from './terminal.ts';

/** The advice of commands that pass words on to `claude`. */
export const AFTER_DASHES = 'options of `claude` go after `--`';

/** The options of everything that starts sessions. */
export const STARTS = {
	'--inherit <session>': { about: 'every new session inherits from this one', isSingle: true },
	'--timeout <duration>': { about: 'for each session, such as 90s or 2h', usual: '30m' },
	'--json': 'for scripts: what became of each session',
} as const;

/** The keys of `req run list --json`, which scripts rely on. */
export function runJson({ run_id, kind, branch, started_at, completed_at, items }: RunRecord) {
	const shown = Object.entries(items).map(([key, item]) => {
		const { status, session_uuid = null, resumed, error = null, title } = item;
		const { turns = null, duration_s = null } = item;
		return [key, { status, session_uuid, resumed, error, title, turns, duration_s }];
	});
	return { run_id, started_at, completed_at, kind, branch, items: Object.fromEntries(shown) };
}

/**
 * What became of each item and each stage, and why if it is not done.
 *
 * @param isKilled of a run that was killed no session is running, whatever its file says
 */
export function itemsText(run: RunRecord, { isKilled = false, width = Infinity } = {}): string[] {
	const cells: Cells<readonly [string, RunItem]> = {
		[run.kind === 'run' ? 'TASK' : 'ITERATION']: ([key]) => oneLine(key),
		STATUS: ([, { status, resumed }]) => {
			const shown = isKilled && status === 'running' ? 'killed' : status;
			return resumed ? `${shown}, resumed` : shown;
		},
		TIME: ([, { duration_s: took }]) => (took == null ? '-' : timeText(took * 1_000)),
		TURNS: ([, { turns }]) => `${turns ?? '-'}`,
		SESSION: ([, { session_uuid: id }]) => oneLine(id ?? '-').slice(0, 8),
		TITLE: ([, { title }]) => oneLine(title),
	};
	const all = Object.entries(run.items);
	const errors = all.flatMap(([key, { error }]) =>
		error == null ? [] : [`${oneLine(key)}: ${oneLine(error)}`],
	);
	return [table(all, cells, { width }), ...errors];
}

/** How the stages of a pipeline ended, and what they learned; nothing of another run. */
export function stageLines(run: RunRecord): string[] {
	if (run.pipeline === undefined) return [];
	const stages = run.pipeline.stages.map((stage) => ({
		id: oneLine(stage.id),
		end: stageEnd(stage, run),
		count: resultsOf(run, stage.id).length,
		from: stage.bundle?.from_session,
	}));
	const lines = stages.map(({ id, end, count }) => {
		const how = end === undefined ? 'not over' : HOW[end];
		return `stage ${id}: ${count === 0 ? 'not started' : `${counted(count, 'iteration')}, ${how}`}`;
	});
	const sources = new Set(stages.flatMap(({ from }) => (from === undefined ? [] : [named(from)])));
	const learned = learnedIn(run);
	const counts = NAMED_LISTS.map((list) => counted(learned[list].length, KIND_OF[list]));
	return [
		'',
		...lines,
		...(stages.some(({ end }) => end === 'no_status') ? [WHAT_TO_WRITE] : []),
		...(sources.size === 0 ? [] : [`inherits from ${[...sources].join(', ')}`]),
		...(run.completed_at === null ? [] : [`together: ${counts.join(', ')}`]),
	];
}

const HOW: Readonly<Record<StageEnd, string>> = {
	iterations: 'as many as there may be',
	stop: 'nothing was left to do',
	plateau: 'two in a row had nothing left to do',
	error: 'it could not go on',
	no_status: 'no status at its end',
};

const WHAT_TO_WRITE =
	'a session has to end by writing the status.json that its prompt names, such as {"decision": "stop", "summary": "what was done"}; "continue" asks for another iteration, "error" ends the pipeline';

/** Run files that cannot be read, as a warning. */
export function unreadableRuns(unreadable: RunList['unreadable']): string[] {
	if (unreadable.length === 0) return [];
	const names = unreadable.slice(0, 5).map(({ file, why }) => `${oneLine(file)} (${oneLine(why)})`);
	return [`${counted(unreadable.length, 'run file')} passed over: ${names.join(', ')}`];
}

/** Works through a source, shows how that goes, and answers with what became of it. */
export async function performRun(
	sourceOf: (report: Reporter) => Source,
	answer: Readonly<{ text: (run: RunRecord) => string; json: (run: RunRecord) => object }>,
	context: CommandContext,
): Promise<Answer> {
	const { report, end } = reporterOn(context);
	try {
		const run = await workThrough(sourceOf(report), report, context);
		const exit = hasSucceeded(run) ? EXIT.done : EXIT.no;
		return { text: () => answer.text(run), json: () => answer.json(run), exit };
	} finally {
		end();
	}
}

/** Milliseconds between two looks at the clock of the line that shows the current session. */
const BEAT_MS = 1_000;

/**
 * Shows on stderr how a run goes: on a terminal one line per item that changes while its session works, in a pipe one
 * when it begins and one when it ends.
 */
function reporterOn(context: CommandContext): {
	readonly report: Reporter;
	readonly end: () => void;
} {
	const { say, show, isWatched, columns } = linesOn(context);
	const { red, green, yellow } = paintOn(context);
	let head = '';
	let since = 0;
	let output: ClientOutput = { turns: 0 };
	const state = () => {
		const using = output.tool === undefined ? '' : `, ${oneLine(output.tool)}`;
		return `${timeText(context.now() - since)}, ${counted(output.turns, 'turn')}${using}`;
	};
	const renew = () => {
		if (head === '') return;
		// The title gives way, not what changes; the name of a tool may be a line by itself.
		const room = columns() - state().length - 2;
		show(fitted(`${fitted(head, room)}  ${state()}`, columns()));
	};
	const report: Reporter = {
		begin: ({ key, title, number, of }: Work) => {
			head = `${number}/${of} ${oneLine(key)} ${quoted(title)}`;
			since = context.now();
			output = { turns: 0 };
			if (isWatched) renew();
			else say(head);
		},
		output: (printed) => {
			output = printed;
			renew();
		},
		end: ({ status, error }) => {
			const shown = (status === 'success' ? green : red)(status);
			say(`${head}  ${state()}  ${shown}${error == null ? '' : `: ${oneLine(error)}`}`);
			head = '';
		},
		say,
		warn: (text) => say(yellow(`req: ${oneLine(text)}`)),
	};
	const beat = isWatched ? setInterval(renew, BEAT_MS) : undefined;
	return { report, end: () => clearInterval(beat) };
}

function timeText(milliseconds: number): string {
	return durationText(Math.round(milliseconds / 1_000) * 1_000) || '0s';
}
