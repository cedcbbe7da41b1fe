import type { Config } from '../config/config.ts';
import { selectionIn } from '../config/selection.ts';
import type { Context } from '../context.ts';
import { environmentOf } from '../host/environment.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import { everySession } from '../journal/files.ts';
import { liveNow } from '../state/registry.ts';
import { Fault } from '../store/fault.ts';
import { named } from '../text/one-line.ts';
import { applyStart } from './apply-start.ts';
import { type Bundle, makeBundle, nameOf, withDigest } from './bundle.ts';
import { readBundle, readRunBundle, storeBundle } from './bundle-files.ts';
import { decideStart, type StartDecision } from './decide-start.ts';
import { recordOrFault, sessionNamed } from './known-sessions.ts';
import { CHANNEL, followLinks } from './links.ts';
import { runningWarning } from './other-sessions.ts';
import { readStart } from './read-start.ts';
import { RECORD_VERSION, type SessionRecord } from './record.ts';
import { allSessions, isUnreadable, readSession } from './sessions.ts';
import type { InheritRequest, Start, StartFacts, Viewer } from './start-facts.ts';

/** What a session that starts is asked to inherit: the first door that asks counts (D24). */
export function inheritRequest(start: Start, facts: StartFacts, context: Context): InheritRequest | undefined {
	const { source, config, cleared } = start;
	const { inheritBundle: given, inheritFrom, user: by } = environmentOf(context);
	const isNew = source === 'startup' || source === 'clear';
	const all = { select: 'all' as const, maxAge: undefined, by };
	// A session of a pipeline has what its pipeline has.
	if (source === 'startup' && given !== undefined) {
		return { ...all, door: 'pipeline', ref: given.path, required: given.required };
	}
	const required = config.inherit?.comprehension === 'required';
	// `REQ_INHERIT_FROM`; a run that is resumed still has it.
	const isOpen = source === 'startup' || (source === 'resume' && !hasInherited(facts, context));
	if (inheritFrom !== undefined && isOpen) {
		return { ...all, door: 'environment', ref: inheritFrom, required };
	}
	// A `/clear` goes on with what the cleared session had inherited.
	if (source === 'clear' && cleared?.inherited !== undefined) {
		const select = selectionIn(cleared.inherited.select);
		const isOwed = cleared.comprehension?.required === true;
		return { ...all, door: 'clear', ref: cleared.uuid, select, required: isOwed };
	}
	// The config is for the first session of a branch: later ones continue from that.
	if (!isNew || config.inherit === undefined || !isFirstOfBranch(facts, context)) return undefined;
	const { from: ref, select } = config.inherit;
	return { ...all, door: 'config', ref, select, required };
}

function isFirstOfBranch({ place, session, records }: StartFacts, context: Context): boolean {
	const isBefore = ({ uuid, channel, branch }: SessionRecord) =>
		uuid !== session?.uuid && channel === CHANNEL && branch === place.branch;
	// Most branches have a recent session: then no archive is read.
	return !records.some(isBefore) && !allSessions(place, context).some(isBefore);
}

/** Whether that is noted, as far as anything of the session is: who writes a bundle may be killed before. */
function hasInherited({ place, session }: Heir, context: Context): boolean {
	const record = readSession(place, session, context);
	return record === undefined || record.inherited !== undefined;
}

/** Who inherits, and where; without a session it is a preview. */
type Heir = Pick<Viewer, 'place' | 'session'>;

/** What a source has to give. */
export interface Inheritance {
	/** The stored one if the session has one already. */
	readonly bundle: Bundle;
	/** The session has inherited before: it keeps that. */
	readonly isKept: boolean;
	/** The record of the session that was named, if it is still there, then its ancestors', nearest first. */
	readonly records: readonly SessionRecord[];
	/** The source is still running: what it knows is not complete (D25). */
	readonly isRunning: boolean;
	/** That it is, and what was left out, a sentence each. */
	readonly warnings: readonly string[];
}

/**
 * What a session that starts would inherit. Writes nothing.
 *
 * @throws Fault if that cannot be had
 */
export function loadRequested(
	request: InheritRequest,
	heir: Heir & Pick<Start, 'config'>,
	context: Context,
): Inheritance {
	if (request.door === 'pipeline') return loadGiven(request.ref, heir, context);
	const source = sessionNamed(request.ref, heir.place, context);
	return loadInheritance({ ...request, ...heir, source }, context);
}

/** Of the bundle that a pipeline made: the same for all its sessions. */
function loadGiven(path: string, heir: Heir, context: Context): Inheritance {
	const { place, session } = heir;
	const given = readRunBundle(place, path);
	const source = given && parseSessionId(given.from_uuid);
	if (given === undefined || source === undefined) {
		const what = `${named(path)} holds no bundle of a run`;
		throw new Fault('state_unreadable', what, { hint: 'start the pipeline again' });
	}
	const record = readSession(place, source, context);
	const made = withDigest({ ...given, session: session?.uuid ?? '' });
	const records = record === undefined ? [] : [record];
	return { ...keptOr(made, heir, context), records, isRunning: false, warnings: [] };
}

/** The bundle that the session has already, if it has one, and whether it is noted that it inherited that or another one. */
function keptOr(made: Bundle, heir: Heir, context: Context) {
	const { place, session } = heir;
	const kept = session && readBundle(place, session).bundle;
	if (kept === undefined) return { bundle: made, isKept: false };
	const isOther = kept.from_uuid !== made.from_uuid;
	return { bundle: kept, isKept: isOther || hasInherited(heir, context) };
}

/** What is asked of another session. */
interface Asked extends Heir, Pick<InheritRequest, 'door' | 'select' | 'maxAge'> {
	readonly config: Pick<Config, 'continuity'>;
	readonly source: Session;
}

/**
 * What a session would inherit of another one. Writes nothing.
 *
 * @throws Fault `unknown_session`, `state_unreadable`, `usage` if it is the session itself, `refused` if it is too old
 */
export function loadInheritance(asked: Asked, context: Context): Inheritance {
	const { place, config, session, source, select, maxAge } = asked;
	const record = recordOrFault(source, place, context);
	if (source.uuid === session?.uuid) {
		const what = `session ${named(source.key)} is this session itself`;
		throw new Fault('usage', what, { hint: 'req session list' });
	}
	const since = record.ended_at ?? record.last_activity;
	if (maxAge !== undefined && !(context.now() - Date.parse(since) <= maxAge)) {
		const what = `session ${named(nameOf(record))} is of ${named(since)}: too old`;
		const hint = 'ask for a greater age, or leave --max-age out: req session list --completed';
		throw new Fault('refused', what, { hint });
	}
	const { records, ancestors, warnings } = readAncestors(record, asked, context);
	const { continuity } = config;
	const facts = { session: session?.uuid ?? '', now: context.now(), select, ancestors, continuity };
	const made = makeBundle(record, records, facts);
	const isRunning = liveNow(context).has(source.uuid);
	const running = isRunning ? [runningWarning(made.from_session)] : [];
	const said = [...running, ...warnings];
	return { ...keptOr(made, asked, context), records, isRunning, warnings: said };
}

/** Ancestors that a bundle names. */
const MOST = 50;

/**
 * Follows a session's parents, at any age, to none twice (N-6, N-8), and not to the heir: no session inherits from itself.
 *
 * @returns records, the source first; `ancestors`: the names, else keys, of all, oldest first, also of those beyond the depth
 */
function readAncestors(source: SessionRecord, asked: Asked, context: Context) {
	const { place, config, session, door } = asked;
	const all = everySession(place);
	const find = (key: string) => all.find((one) => one.key === key || one.uuid === key);
	const read = (key: string) => readSession(place, find(key), context);
	const not = session === undefined ? [] : [session.key];
	const { line, end } = followLinks(source, read, { by: 'parent', depth: MOST, not });
	// Sessions that only a `/clear` separates count as one (D1, D12).
	let left = config.continuity.caps.depth + (door === 'clear' ? 1 : 0);
	const records = line.filter(({ inherited, parent }) => {
		const isWithin = left > 0;
		if (inherited?.door !== 'clear' || inherited.from !== parent) left -= 1;
		return isWithin;
	});
	const parent = line.at(-1)?.parent ?? '';
	const who = `session ${named(parent)}`;
	const [damaged] = all.filter(({ key }) => key === parent && end === 'missing');
	const isDamaged = damaged !== undefined && isUnreadable(place, damaged);
	const warnings = [
		...records.flatMap(newerWarning),
		...(end === 'cycle' ? [`${who} is its own ancestor: it is taken once`] : []),
		...(isDamaged ? [`the record of ${who} is left out: it is not JSON`] : []),
	];
	const forgotten = end === 'missing' ? [parent] : [];
	const ancestors = [...forgotten, ...line.slice(1).map(nameOf).toReversed()];
	return { records, warnings, ancestors };
}

function newerWarning({ key, schema_version: version }: SessionRecord): string[] {
	if (version <= RECORD_VERSION) return [];
	const what = `the record of session ${named(key)} is of a newer req`;
	return [`${what} (schema version ${version}): what is known of it is taken`];
}

/**
 * Lets a session that runs inherit what was loaded: its bundle is written, once. Its sources stay as they are.
 *
 * @returns what the session is shown
 * @throws Fault `state_unwritable`
 */
export async function inheritNow(
	request: InheritRequest,
	loaded: Inheritance,
	viewer: Viewer & { readonly session: Session },
	context: Context,
): Promise<StartDecision> {
	const { place, session } = viewer;
	const { bundle, records, warnings } = loaded;
	const facts = await readStart(viewer, { named: records }, context);
	const isAsked = request.required;
	const decision = decideStart({ kind: 'named', records, bundle, isAsked, warnings }, facts);
	const obstacle = storeBundle(place, session, bundle, context);
	if (obstacle !== undefined) throw obstacle;
	await applyStart(decision, { place, session, request }, context);
	return decision;
}
