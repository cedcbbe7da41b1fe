import { isUuid, parseSessionId, type Session } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import { type DocumentKind, parserOf } from '../store/document.ts';
import { isRecord } from '../store/shape.ts';
import { BranchState, withoutSatisfaction } from './branch-state.ts';

/** How the state of one branch is read. `now`: milliseconds since the epoch. */
export function branchStateKind(
	place: Pick<Place, 'branch' | 'root'>,
	now: number,
): DocumentKind<BranchState> {
	const at = new Date(now).toISOString();
	const birth = { branch: place.branch, project: place.root, at };
	return {
		parse: parserOf({ version: 1, shape: BranchState }, (json) => migrateBranchState(json, birth)),
		empty: () => ({
			schema_version: 1,
			branch: birth.branch,
			project: birth.project,
			created_at: at,
			updated_at: at,
			requirements: {},
		}),
	};
}

type Json = Readonly<Record<string, unknown>>;
type Entries = ReadonlyMap<string, unknown>;

const UUID_DIGITS = 32;

/** What an older file does not say about itself. */
interface Birth {
	readonly branch: string;
	readonly project: string;
	readonly at: string;
}

/**
 * Brings the shape of older tools to schema 1: full UUIDs become keys, epoch
 * seconds become ISO times, missing parts are filled in. Anything unexpected is left for the schema
 * to refuse (D6). Idempotent; returns `json` itself when there is nothing to bring up.
 */
export function migrateBranchState(json: unknown, birth: Birth): unknown {
	if (!isRecord(json) || !isRecord(json['requirements']) || isCurrent(json)) return json;
	return {
		branch: birth.branch,
		project: birth.project,
		created_at: birth.at,
		updated_at: birth.at,
		...plainFields(json),
		schema_version: json['schema_version'] ?? 1,
		requirements: Object.fromEntries(
			Object.entries(json['requirements']).map(([name, one]) => [name, migrateRequirement(one)]),
		),
	};
}

/** A file of this build's own needs no walk through every entry. */
function isCurrent(json: Json): boolean {
	if (json['schema_version'] !== 1 || typeof json['branch'] !== 'string') return false;
	return Object.values(json['requirements'] as Json).every((requirement) => {
		const sessions = isRecord(requirement) ? requirement['sessions'] : undefined;
		return isRecord(sessions) && !Object.keys(sessions).some((key) => key.length >= UUID_DIGITS);
	});
}

function migrateRequirement(requirement: unknown): unknown {
	if (!isRecord(requirement)) return requirement;
	const sessions = requirement['sessions'] ?? {};
	return {
		scope: 'session',
		...plainFields(requirement),
		sessions: isRecord(sessions) ? migrateSessions(sessions) : sessions,
	};
}

function migrateSessions(sessions: Json): Json {
	// A map, because a key of a foreign file may be `__proto__`.
	const migrated = new Map<string, unknown>();
	for (const [key, raw] of Object.entries(sessions)) {
		const entry = isRecord(raw) ? plainFields(raw) : raw;
		const id = isUuid(key.toLowerCase()) ? parseSessionId(key, () => '') : undefined;
		if (id === undefined) put(migrated, key, entry);
		else put(migrated, freeKey(migrated, sessions, id), named(entry, id));
	}
	return Object.fromEntries(migrated);
}

/** Two UUIDs with one prefix stay apart: the later one takes the longer key (D5). */
function freeKey(migrated: Entries, sessions: Json, id: Session): string {
	const holder = migrated.get(id.key) ?? sessions[id.key];
	const taken = isRecord(holder) && holder['uuid'] !== undefined && holder['uuid'] !== id.uuid;
	return taken ? id.longKey : id.key;
}

function put(entries: Map<string, unknown>, key: string, entry: unknown): void {
	const other = entries.get(key);
	entries.set(key, isRecord(other) && isRecord(entry) ? mergeEntries(other, entry) : entry);
}

/** One session under two spellings: the newer satisfaction wins, triggered flags are OR-ed (D6). */
function mergeEntries(a: Json, b: Json): Json {
	const [older, newer] = satisfiedAt(a) <= satisfiedAt(b) ? [a, b] : [b, a];
	const triggered = a['triggered'] === true || b['triggered'] === true;
	const rest = newer['satisfied'] === true ? withoutSatisfaction(older) : older;
	return { ...rest, ...newer, ...(triggered ? { triggered } : {}) };
}

/** Any satisfaction is newer than none: a satisfied flag is never lost. */
function satisfiedAt(entry: Json): string {
	return entry['satisfied'] === true ? `at ${entry['satisfied_at'] ?? ''}` : '';
}

function named(entry: unknown, id: Session): unknown {
	return isRecord(entry) ? { ...entry, uuid: id.uuid } : entry;
}

const TIMES = [
	'created_at',
	'updated_at',
	'satisfied_at',
	'triggered_at',
	'expires_at',
	'stale_since',
	'spent_at',
];
const OTHERS = ['branch', 'project', 'paused', 'scope', 'satisfied', 'satisfied_by', 'metadata'];
const KNOWN = new Set([...TIMES, ...OTHERS, 'uuid', 'triggered', 'session', 'measured']);

/**
 * Older tools wrote seconds since the epoch, and `null` where there was nothing to say. Keys that are
 * none of ours stay as they are.
 */
function plainFields(record: Json): Json {
	const said = Object.entries(record).filter(([key, value]) => value !== null || !KNOWN.has(key));
	return Object.fromEntries(
		said.map(([key, value]) => [key, TIMES.includes(key) ? isoOfSeconds(value) : value]),
	);
}

/** The last second a JavaScript date can name; beyond it the number is no time of ours. */
const MAX_SECONDS = 8.64e12;

function isoOfSeconds(time: unknown): unknown {
	if (typeof time !== 'number' || Math.abs(time) > MAX_SECONDS) return time;
	return new Date(time * 1000).toISOString();
}
