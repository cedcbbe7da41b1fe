import { nameOf } from '../../core/inherit/make-bundle.ts';
import type { Place } from '../../core/place/place.ts';
import { type Session, sessionOfKey } from '../../core/session/session-id.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { named } from '../../core/text/one-line.ts';
import type { Ports } from '../ports.ts';

/** A session and those it inherited from, or went on from, through `parent` (D12). */
interface Lineage {
	/** The session itself first, then its ancestors, nearest first; none where its own record cannot be read. */
	readonly records: readonly SessionRecord[];
	/** Names, else keys, of all its ancestors, oldest first, those that were not read, too. */
	readonly ancestors: readonly string[];
	/** What could not be read, and was left out. */
	readonly warnings: readonly string[];
}

type KnownRecord =
	/** `warning`: what is missing in it. */
	| { readonly kind: 'known'; readonly record: SessionRecord; readonly warning: string | undefined }
	| { readonly kind: 'absent' }
	| { readonly kind: 'unreadable'; readonly why: string };

/** So long is a name looked for in the index. */
const INDEXED_DAYS = 3_650;

/** How far a lineage is followed, and for whom. */
interface Walk {
	readonly place: Place;
	/** How many sessions at most, the source included; those that only a `/clear` parts are one. */
	readonly depth: number;
	/** The session that inherits: nobody inherits from itself. */
	readonly heir: Session | undefined;
	/** It goes on after a `/clear` of the source. */
	readonly isCleared: boolean;
}

/** However often somebody types `/clear`. */
const MOST = 20;

/**
 * Follows a session's parents, at any age, past none twice (N-6, N-8).
 *
 * @param source its own record
 */
export async function walkParents(
	source: SessionRecord,
	{ place, heir, ...most }: Walk,
	ports: Ports,
): Promise<Lineage> {
	const records = [source];
	const warnings: string[] = [];
	const heirs: readonly string[] = heir === undefined ? [] : [heir.key, heir.longKey];
	const visited = new Set([source.key, ...heirs]);
	while (isWithin(records, most)) {
		const key = records.at(-1)?.parent ?? '';
		const session = sessionOfKey(key);
		if (session === undefined) break;
		if (visited.has(key)) {
			warnings.push(`session ${named(key)} is its own ancestor: it is taken once`);
			break;
		}
		visited.add(key);
		const read = await knownRecord(place, session, ports);
		if (read.kind === 'unreadable') {
			warnings.push(`the record of session ${named(key)} is left out: ${read.why}`);
		}
		if (read.kind !== 'known') break;
		warnings.push(...(read.warning === undefined ? [] : [read.warning]));
		records.push(read.record);
	}
	const ancestors = await ancestorsOf(records, { place, heirs }, ports);
	return { records, warnings, ancestors };
}

/** Whether there is room for the parent of the last one. */
function isWithin(
	records: readonly SessionRecord[],
	{ depth, isCleared }: Pick<Walk, 'depth' | 'isCleared'>,
): boolean {
	const links = [isCleared, ...records.map(isOfClear)];
	return links.filter((ofClear) => !ofClear).length <= depth && records.length < MOST;
}

/** Whether the session goes on with its parent's task: what was inherited for that is not lost to a `/clear` (D1, D12). */
function isOfClear({ inherited, parent }: SessionRecord): boolean {
	return inherited?.door === 'clear' && inherited.from === parent;
}

/** A session's record, also of a newer build; never throws. */
export async function knownRecord(
	place: Place,
	session: Session,
	ports: Ports,
): Promise<KnownRecord> {
	const read = await ports.attempt(() => ports.records.read(place, session));
	if (read.kind === 'failed') {
		const { error } = read;
		return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) };
	}
	const loaded = read.value;
	if (loaded.kind === 'present') return { kind: 'known', record: loaded.doc, warning: undefined };
	if (loaded.kind === 'absent') return loaded;
	if (loaded.kind === 'corrupt') return { kind: 'unreadable', why: loaded.reason };
	const record = await ports.records.readNewer(place, session);
	if (record === undefined) return { kind: 'unreadable', why: 'a newer req wrote it' };
	const what = `the record of session ${named(session.key)} is of a newer req`;
	const warning = `${what} (schema version ${loaded.version}): what is known of it is taken`;
	return { kind: 'known', record, warning };
}

/** Those that were read, and before them what the last one names as its own. */
async function ancestorsOf(
	records: readonly SessionRecord[],
	{ place, heirs }: { readonly place: Place; readonly heirs: readonly string[] },
	ports: Ports,
): Promise<readonly string[]> {
	const last = records.at(-1);
	const known = new Set([...records.map(({ key }) => key), ...heirs]);
	const before = last?.parent == null ? [] : last.lineage.filter((key) => !known.has(key));
	const rows = before.length === 0 ? [] : await ports.records.summaries(place, INDEXED_DAYS);
	const names = new Map(rows.map((row) => [row.key, nameOf(row)]));
	const read = records.slice(1).toReversed().map(nameOf);
	return [...new Set(before)].map((key) => names.get(key) ?? nameOf({ key })).concat(read);
}
