import { durationText } from '../app/local-time.ts';
import type { Progress } from '../app/runs/run.ts';
import { hasSucceeded } from '../core/run/run-record.ts';
import type { RunRecord } from '../core/run/schema.ts';
import { oneLine, quoted } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { type Lines, linesOn } from '../runtime/terminal.ts';
import { type Answer, EXIT } from './command.ts';
import { fitted } from './layout.ts';
import { paint } from './paint.ts';

/** How often the line of the work that goes on is renewed, in milliseconds. */
const BEAT_MS = 1_000;

interface Told {
	/** What somebody should know before it begins. */
	readonly warnings: readonly string[];
	readonly verbose: boolean;
	readonly text: (run: RunRecord) => string;
	readonly json: (run: RunRecord) => object;
}

/** Tells how a run goes while it does, whatever it works through, and answers with what became of it. */
export async function followed(
	work: (tell: (progress: Progress) => void) => Promise<RunRecord>,
	{ warnings, verbose, text, json }: Told,
): Promise<Answer> {
	const lines = linesOn();
	for (const warning of warnings) lines.say(`req: ${warning}`);
	const { tell, end } = runProgress(lines, verbose);
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
): { readonly tell: (progress: Progress) => void; readonly end: () => void } {
	const { red, green, yellow } = paint();
	let live = NOTHING;
	const renew = () => {
		if (live.head !== '') show(liveLine(live, columns()));
	};
	const begin = ({ work: { id, title, number, of } }: Of<'begun'>) => {
		const head = `${number}/${of} ${oneLine(id)} ${quoted(title)}`;
		live = { ...NOTHING, head, since: Date.now() };
		if (isWatched) renew();
		else say(live.head);
	};
	const end = ({ item: { status, error } }: Of<'ended'>) => {
		const colour = status === 'success' ? green : red;
		const why = error === null ? '' : `: ${oneLine(error)}`;
		say(`${live.head}  ${stateOf(live)}  ${colour(status)}${why}`);
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
function liveLine(live: Live, columns: number): string {
	const state = stateOf(live);
	const head = fitted(live.head, columns - state.length - 2);
	// The name of a tool may be a line by itself.
	return fitted(`${head}  ${state}`, columns);
}

function stateOf({ since, turns, tool }: Live): string {
	const time = durationText(Math.round((Date.now() - since) / 1_000) * 1_000) || '0s';
	const using = tool === undefined ? '' : `, ${oneLine(tool)}`;
	return `${time}, ${counted(turns, 'turn')}${using}`;
}
