import { type NotedInsight, notedInsights } from '../../core/capture/noted-insights.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import { absolutePath, plainPath } from '../../core/place/paths.ts';
import { redact } from '../../core/redact/redact.ts';
import { CERTAIN, insightId } from '../../core/session-record/insights.ts';
import { flat, oneLine } from '../../core/text/one-line.ts';
import type { DeskPorts } from '../ports.ts';
import type { Caller } from './caller.ts';
import { LONGEST_INSIGHT, LONGEST_REASON, MOST_INSIGHTS } from './learning.ts';
import { type Memory, memoryToChange, remember } from './memory-of.ts';
import { recordOf } from './record-asked.ts';

/** What became of the insights in a file. */
export interface Imported extends Memory {
	readonly kept: number;
	/** The session had them already. */
	readonly known: number;
	/** Empty, too long, or more than a session keeps. */
	readonly leftOut: number;
	/** A secret was taken out of so many. */
	readonly redacted: number;
}

type InsightEntry = Extract<JournalEntry, { e: 'insight' }>;

/**
 * Keeps what a file such as `{"learnings": […], "patterns": […]}` holds for later sessions (seed 000, P1-1).
 *
 * @param request `file`: as it was typed
 * @throws Fault `usage`, `unknown_session`, `not_configured`, `state_unwritable`
 */
export async function importInsights(
	{ caller, file }: { readonly caller: Caller; readonly file: string },
	ports: DeskPorts,
): Promise<Imported> {
	const noted = notedIn(file, caller.cwd, ports);
	const memory = await memoryToChange(caller, ports);
	const { insights } = await recordOf(memory.place, memory.session, ports);
	const had = new Set(insights.map(({ id }) => id));
	const said = noted.flatMap((one) => entryOf(one) ?? []);
	const fresh = [...new Map(said.map((entry) => [entry.id, entry])).values()].filter(
		({ id }) => !had.has(id),
	);
	const kept = fresh.slice(0, Math.max(0, MOST_INSIGHTS - insights.length));
	if (kept.length > 0) await remember(memory, kept, ports);
	const leftOut = noted.length - said.length + fresh.length - kept.length;
	const redacted = noted.filter(({ text, why }) => [text, why ?? ''].some(holdsSecret)).length;
	return { ...memory, kept: kept.length, known: said.length - fresh.length, leftOut, redacted };
}

/** @throws Fault `usage` */
function notedIn(file: string, cwd: string, ports: DeskPorts): NotedInsight[] {
	const read = ports.setupFiles.read(plainPath(absolutePath(file, cwd)));
	const json = read.kind === 'text' ? ports.client.parse(read.text) : undefined;
	const noted = notedInsights(json);
	if (noted.length > 0) return noted;
	const what = `nothing to learn is in ${oneLine(file)}`;
	const why = read.kind === 'text' ? '' : `: ${read.kind === 'absent' ? 'no such file' : read.why}`;
	throw new Fault('usage', `${what}${why}`, {
		hint: 'such as {"learnings": ["…"], "patterns": ["…"], "warnings": ["…"], "decisions": ["…"]}',
	});
}

function entryOf({ kind, ...said }: NotedInsight): InsightEntry | undefined {
	const text = flat(redact(said.text));
	const why = said.why === undefined ? '' : flat(redact(said.why));
	if (text === '' || text.length > LONGEST_INSIGHT || why.length > LONGEST_REASON) return undefined;
	return {
		...{ e: 'insight', id: insightId(kind, text), kind, text },
		...{ confidence: CERTAIN, source: 'import' },
		...(why === '' ? {} : { why }),
	};
}

function holdsSecret(text: string): boolean {
	return redact(text) !== text;
}
