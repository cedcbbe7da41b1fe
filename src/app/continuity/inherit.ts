import type { Config } from '../../core/config/config.ts';
import type { Bundle } from '../../core/inherit/bundle.ts';
import { makeBundle, nameOf } from '../../core/inherit/make-bundle.ts';
import { type Selection, selectionText } from '../../core/inherit/selection.ts';
import type { Place } from '../../core/place/place.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import { named } from '../../core/text/one-line.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { readRegistry } from '../registering.ts';
import { leaveEvents } from './keep-events.ts';
import { recordOf } from './records.ts';
import { linkTo } from './session-links.ts';
import type { AskedInheritance } from './start.ts';
import { liveEntries } from './take.ts';
import { knownRecord, walkParents } from './walk-parents.ts';

/** What is asked for, whoever will have it. */
interface Asked {
	readonly place: Place;
	readonly config: Pick<Config, 'continuity'>;
	/** Who inherits; `undefined`: nobody yet. */
	readonly session: Session | undefined;
	readonly source: Session;
	readonly select: Selection;
	readonly door: AskedInheritance['door'];
	/** Milliseconds since the source's end; `undefined`: any age (OQ-4). */
	readonly maxAge: number | undefined;
}

/** A session that inherits on somebody's word. */
export interface Inheriting extends Asked {
	readonly session: Session;
	/** Whether it must say what it understood. */
	readonly required: boolean;
	/** Who asked, for the record: `agent`, or the user. */
	readonly by: string;
}

export interface Refused {
	readonly kind: 'refused';
	readonly why: 'unknown' | 'unreadable' | 'too_old' | 'itself' | 'unwritable';
	/** One sentence without its full stop; foreign words in it are harmless. */
	readonly message: string;
}

/** What a source has to give. */
export interface Inheritance {
	readonly bundle: Bundle;
	/** The source, as far as it is there still, then its ancestors, nearest first. */
	readonly records: readonly SessionRecord[];
	/** The source is still at work: what it knows is not complete (D25). */
	readonly isRunning: boolean;
	/** What was left out, a sentence each. */
	readonly warnings: readonly string[];
}

type Loading = ({ readonly kind: 'loaded' } & Inheritance) | Refused;

export type Inherited =
	| ({ readonly kind: 'inherited' } & Inheritance)
	/** The session has a bundle already, and keeps it. */
	| { readonly kind: 'there'; readonly bundle: Bundle }
	| Refused;

/**
 * Lets a session inherit: its bundle is written, once, then noted in its journal with its new parent, and
 * as an event. Its sources stay as they are. What is told of it is written next: `writeInherited`, and kept with
 * `recordInherited`.
 */
export async function inherit(asked: Inheriting, ports: Ports): Promise<Inherited> {
	return takeOver(asked, () => loadInheritance(asked, ports), ports);
}

/** The same with what somebody else has loaded. */
async function takeOver(
	asked: Inheriting,
	load: () => Promise<Loading>,
	ports: Ports,
): Promise<Inherited> {
	const { place, session } = asked;
	const own = await ports.bundles.read(place, session);
	if (own.kind === 'corrupt') {
		const what = 'the file of what this session inherited cannot be read';
		return refused('unwritable', `${what}: ${own.reason}`);
	}
	const there = own.kind === 'present' ? own.doc : undefined;
	if (there !== undefined && (await isNoted(place, session, ports))) {
		return { kind: 'there', bundle: there };
	}
	const loading = await load();
	if (there !== undefined) {
		// The bundle stays as it is; nobody knows of it yet, and that is made good.
		const isThat = loading.kind === 'loaded' && loading.bundle.from_uuid === there.from_uuid;
		if (isThat) return kept(asked, { ...loading, bundle: there }, ports);
		return { kind: 'there', bundle: there };
	}
	if (loading.kind === 'refused') return loading;
	const written = await ports.bundles.write(place, session, loading.bundle);
	if (written === 'written') return kept(asked, loading, ports);
	const other = written === 'there' ? await ports.bundles.read(place, session) : undefined;
	return other?.kind === 'present'
		? { kind: 'there', bundle: other.doc }
		: refused('unwritable', 'what this session inherits cannot be written');
}

/** Whether all is kept of what a session inherited: who writes the bundle may die before it is noted. */
export async function isNoted(place: Place, session: Session, ports: Ports): Promise<boolean> {
	const own = await recordOf(session, place, ports);
	return own === undefined || own.inherited !== undefined;
}

/** What a session would inherit. Writes nothing. */
export async function loadInheritance(asked: Asked, ports: Ports): Promise<Loading> {
	const { place, config, session, source, select } = asked;
	const found = await sourceOf(asked, ports);
	if (found.kind !== 'known') return found;
	const { continuity } = config;
	const { redact } = await import('../../core/redact/redact.ts');
	const { depth } = continuity.caps;
	const walk = { place, depth, heir: session, isCleared: asked.door === 'clear' };
	const lineage = await walkParents(found.record, walk, ports);
	const [, ...before] = lineage.records;
	const bundle = makeBundle([found.record, ...before], {
		session: session?.uuid ?? '',
		...{ now: ports.now(), select, ancestors: lineage.ancestors, continuity, redact },
		sha256: ports.sha256,
	});
	const live = liveEntries(await readRegistry(place, ports), ports);
	return {
		kind: 'loaded',
		bundle,
		records: lineage.records,
		isRunning: live.some(([, { uuid }]) => uuid === found.record.uuid || uuid === source.uuid),
		warnings: [...(found.warning === undefined ? [] : [found.warning]), ...lineage.warnings],
	};
}

async function sourceOf({ place, session, source, maxAge }: Asked, ports: Ports) {
	const found = await knownRecord(place, source, ports);
	const who = `session ${named(source.key)}`;
	if (found.kind === 'absent') return refused('unknown', `nothing is recorded of ${who}`);
	if (found.kind === 'unreadable') {
		return refused('unreadable', `the record of ${who} cannot be read: ${found.why}`);
	}
	const { record } = found;
	if (record.uuid === session?.uuid) return refused('itself', `${who} is this session itself`);
	const age = ports.now() - Date.parse(record.ended_at ?? record.last_activity);
	if (maxAge !== undefined && !(age <= maxAge)) {
		const since = record.ended_at ?? record.last_activity;
		return refused('too_old', `session ${named(nameOf(record))} is of ${named(since)}: too old`);
	}
	return found;
}

async function kept(
	{ place, session, source: named, select, required, door, by }: Inheriting,
	inheritance: Inheritance,
	ports: Ports,
): Promise<Inherited> {
	const { bundle, records } = inheritance;
	const [source] = records;
	const { key, uuid } = source ?? named;
	const asked = {
		...{ e: 'inherit' as const, from: key, door, select: selectionText(select), required },
		sha256: bundle.sha256,
	};
	const links = source === undefined ? [] : [linkTo(source, { place, session })];
	const entries = [...links, asked];
	await note(place, session, { entries, ports });
	// A `/clear` goes on with what somebody has asked for before.
	if (door !== 'clear') {
		const data = { command: 'inherit', ref: uuid, by };
		await leaveEvents(place, [{ name: 'session_override', session: session.uuid, data }], ports);
	}
	return { ...inheritance, kind: 'inherited' };
}

function refused(why: Refused['why'], message: string): Refused {
	return { kind: 'refused', why, message };
}

/**
 * Lets a session inherit a bundle that was made before it: that of its pipeline, the same for all sessions of it,
 * whatever its source has learnt since, and though it may be gone.
 *
 * @param path of the bundle
 */
export async function inheritGiven(
	asked: Omit<Inheriting, 'source' | 'select'>,
	path: string,
	ports: Ports,
): Promise<Inherited> {
	const given = await ports.bundles.given(asked.place, path);
	const source = given && parseSessionId(given.from_uuid, ports.sha256);
	if (given === undefined || source === undefined) {
		return refused('unreadable', `${named(path)} holds no bundle of a run`);
	}
	const inheriting = { ...asked, source, select: given.select };
	return takeOver(inheriting, () => loadGiven(given, inheriting, ports), ports);
}

/** The bundle as this session's, and its source as far as it is there still. */
async function loadGiven(
	given: Bundle,
	{ place, session, source }: Inheriting,
	ports: Ports,
): Promise<Loading> {
	const { sha256: _, ...bundle } = { ...given, session: session.uuid };
	const found = await knownRecord(place, source, ports);
	return {
		kind: 'loaded',
		bundle: { ...bundle, sha256: ports.sha256(JSON.stringify(bundle)) },
		records: found.kind === 'known' ? [found.record] : [],
		...{ isRunning: false, warnings: [] },
	};
}
