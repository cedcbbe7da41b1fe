import type { StartSource } from '../config/settings.ts';
import type { Context } from '../context.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { note, readJournal } from '../journal/journal.ts';
import { processFields } from '../state/registry.ts';
import { noticeLines } from '../text/phrases.ts';
import { type Compiled, compileCompaction, compileResume, compileStart } from './compile.ts';
import { askedInheritance, inheritAtStart } from './inherit.ts';
import { linkOf } from './links.ts';
import { recordRestoration } from './session-events.ts';
import { readSession, recentSessions } from './sessions.ts';
import type { Start } from './start.ts';
import type { Viewpoint } from './take.ts';

export interface StartText {
	/** For the model. */
	readonly text: string;
	/** For the user: what became of an inheritance that they asked for, a sentence each. Mostly nothing. */
	readonly notices: readonly string[];
}

/**
 * What the gates say, followed by what the session inherits on somebody's word, else by what earlier sessions pass on
 * by themselves (D18, D19, D24). A start is told once, and everything that was told is kept (D12).
 */
export async function startText(start: Start, context: Context): Promise<StartText> {
	const { place, config, session, registry, source } = start;
	const { continuity } = config;
	const records = start.earlier ?? recentSessions(place, context);
	const cleared = readSession(place, start.cleared, context);
	const isNew = source !== 'resume' && source !== 'compact';
	const link = isNew ? linkOf({ place, session, cleared }, records, context) : undefined;
	await note(place, session, { entries: link === undefined ? [] : [link], context });
	const asked = askedInheritance({ start, cleared, records, context });
	const viewpoint = { place, continuity, session, registry, records };
	if (asked !== undefined && !(await claimStart(start, context))) {
		return { text: start.gates, notices: [] };
	}
	const inherited = asked && (await inheritAtStart(start, asked, viewpoint, context));
	if (inherited?.text !== undefined) return { ...inherited, text: inherited.text };
	const notices = inherited?.notices ?? [];
	const gates = [start.gates, ...noticeLines(notices)].join('\n');
	const told = await compileBySource({ ...start, gates }, viewpoint, context);
	if (told === undefined || told.injection.text === gates) return { text: gates, notices };
	if (asked === undefined && !(await claimStart(start, context))) return { text: gates, notices };
	const { restoration, injection } = told;
	const mode = source === 'compact' ? 'own' : 'auto';
	await recordRestoration({ place, session, restoration, mode }, context);
	return { text: injection.text, notices };
}

/** What a start is told that inherits nothing, by its source (D19); `undefined` if only the gates speak. */
export async function compileBySource(
	{ source, gates, config }: Pick<Start, 'source' | 'gates' | 'config'>,
	viewpoint: Viewpoint,
	context: Context,
): Promise<Compiled | undefined> {
	const isWanted = config.continuity.injectOn.includes(source as StartSource);
	if (!isWanted) return source === 'resume' ? compileResume(viewpoint, gates) : undefined;
	return source === 'compact'
		? compileCompaction(viewpoint, gates, context)
		: compileStart(viewpoint, gates, context);
}

/** A start as one hook process claims it. */
export type Told = Extract<JournalEntry, { e: 'told' }>;

/** Whether this hook speaks at its start: it says so in the session's journal, and the first to do that does. */
async function claimStart({ place, session, source, prompt }: Start, context: Context) {
	const { pid, pid_started: started } = processFields(context);
	const client = `${pid} ${started ?? ''}`.trim();
	const told: Told = { e: 'told', source, client, by: context.pid, p: prompt };
	await note(place, session, { entries: [told], context });
	return isFirstTold(readJournal(place, session.uuid), session.uuid, told);
}

/**
 * Whether a hook that told a start was the first, so that the plugin's hook and one in the settings, run in parallel,
 * agree. A start ends with the session; a compaction is another one in another prompt, or after its summary.
 *
 * @param raw lines of the session's journal in the order of the file, unchecked; true if `mine` is not among them
 */
export function isFirstTold(raw: readonly unknown[], uuid: string, mine: Told): boolean {
	const lines = raw.filter((line): line is Line => (line as Line | null)?.s === uuid);
	const own = lines.findLastIndex(({ e, by }) => e === 'told' && by === mine.by);
	const before = lines.slice(0, Math.max(own, 0));
	const border = before.findLastIndex(
		({ e, from }) => e === 'end' || (e === 'note' && from === 'compaction'),
	);
	return !before.slice(border + 1).some(({ e, source, client, p }) => {
		return e === 'told' && source === mine.source && client === mine.client && p === mine.p;
	});
}

interface Line extends Partial<Omit<Told, 'e'>> {
	readonly s: string;
	readonly e: string;
	readonly from?: string;
}
