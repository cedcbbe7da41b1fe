import type { Continuity } from '../config/continuity.ts';
import { parseSessionName } from '../session/session-name.ts';
import type { SessionRecord } from '../session-record/schema.ts';
import { cut, oneLine } from '../text/one-line.ts';
import { BUNDLE_VERSION, type Bundle } from './bundle.ts';
import { collect, type Items } from './collect.ts';
import { progressText } from './progress-text.ts';
import { byList, type List, type Selection } from './selection.ts';
import { type Contents, withinLimit } from './within-limit.ts';

/** What is known where something is inherited. */
export interface BundleFacts {
	/** Full id of who inherits; empty where that is not settled. */
	readonly session: string;
	/** Milliseconds since the epoch. */
	readonly now: number;
	readonly select: Selection;
	/** Names, else keys, of all ancestors of the source, oldest first. */
	readonly ancestors: readonly string[];
	readonly continuity: Pick<Continuity, 'caps' | 'budget'>;
	readonly redact: (text: string) => string;
	/** Hex digest. */
	readonly sha256: (text: string) => string;
}

/** Characters a token stands for (D16). */
const CHARS_A_TOKEN = 4;
const MAX_NAME = 64;
const NO_HASH = '0'.repeat(64);

/**
 * What a session takes over from these (CTX-1). The records stay as they are, and so does the confidence of what they
 * learnt (D22).
 *
 * @param records the source, then its ancestors, nearest first
 */
export function bundleOf(
	records: readonly [SessionRecord, ...SessionRecord[]],
	facts: BundleFacts,
): Bundle {
	const { select, continuity, redact } = facts;
	const [source] = records;
	const holdsSecret = (text: string) => redact(text) !== text;
	const { items, isCut } = collect(records, { select, caps: continuity.caps, holdsSecret });
	const contents: Contents = {
		items,
		progress: progressText(records, { select, redact }),
		lineage: [...facts.ancestors, nameOf(source)],
	};
	const shape = (held: Contents, truncated: boolean) => shaped(source, held, { truncated, facts });
	const limit = continuity.budget.bundleTokens * CHARS_A_TOKEN;
	const fitted = withinLimit(contents, { shape, limit });
	const { sha256: _, ...bundle } = shape(fitted.contents, isCut || fitted.isCut);
	return { ...bundle, sha256: facts.sha256(JSON.stringify(bundle)) };
}

/** The name of a session, where it has one that is allowed (D15), else its key. */
export function nameOf({ name, key }: Pick<SessionRecord, 'name' | 'key'>): string {
	const read = name === undefined ? undefined : parseSessionName(name);
	return read?.kind === 'name' ? read.name : cut(oneLine(key), MAX_NAME);
}

/** ISO time of a session's end, else of its last activity, else of its start (API-6); empty where none is a time. */
export function completedAt(
	record: Pick<SessionRecord, 'ended_at' | 'last_activity' | 'started_at'>,
): string {
	const times = [record.ended_at, record.last_activity, record.started_at]
		.map((time) => Date.parse(time ?? ''))
		.filter((time) => !Number.isNaN(time));
	return times[0] === undefined ? '' : new Date(times[0]).toISOString();
}

function shaped(
	source: SessionRecord,
	{ items, progress, lineage }: Contents,
	{ truncated, facts }: { readonly truncated: boolean; readonly facts: BundleFacts },
): Bundle {
	return {
		version: BUNDLE_VERSION,
		from_session: nameOf(source),
		from_completed_at: completedAt(source),
		lineage,
		...textsOf(items),
		progress_summary: progress,
		origins: originsOf(items),
		session: facts.session,
		from_uuid: cut(oneLine(source.uuid), MAX_NAME),
		inherited_at: new Date(facts.now).toISOString(),
		select: facts.select,
		truncated,
		sha256: NO_HASH,
	};
}

function textsOf({ learnings, patterns, warnings, decisions }: Items): Pick<Bundle, List> {
	const texts = (items: Items[List]) => items.map(({ text }) => text);
	return {
		learnings: texts(learnings),
		patterns: texts(patterns),
		warnings: texts(warnings),
		decisions: texts(decisions),
	};
}

function originsOf(items: Items): Bundle['origins'] {
	return byList((list) => items[list].map(({ origin }) => origin));
}
