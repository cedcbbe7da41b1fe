import { isUuid, parseSessionId, type Session } from '../session/session-id.ts';

type Json = Readonly<Record<string, unknown>>;

const UUID_DIGITS = 32;

/** What an older file does not say about itself. */
export interface Birth {
	readonly branch: string;
	readonly project: string;
	readonly at: string;
}

/**
 * Brings the shape of seed 004 and of its older tools to schema 1: full UUIDs become keys, epoch
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
		...isoTimes(json, ['created_at', 'updated_at']),
		schema_version: json['schema_version'] ?? 1,
		requirements: mapValues(json['requirements'], migrateRequirement),
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
		...isoTimes(requirement, TIMES),
		sessions: isRecord(sessions) ? migrateSessions(sessions) : sessions,
	};
}

function migrateSessions(sessions: Json): Json {
	const migrated: Record<string, unknown> = {};
	for (const [key, raw] of Object.entries(sessions)) {
		const entry = isRecord(raw) ? isoTimes(raw, TIMES) : raw;
		const id = isUuid(key.toLowerCase()) ? parseSessionId(key, () => '') : undefined;
		if (id === undefined) put(migrated, key, entry);
		else put(migrated, freeKey(migrated, sessions, id), named(entry, id));
	}
	return migrated;
}

/** Two UUIDs with one prefix stay apart: the later one takes the longer key (D5). */
function freeKey(migrated: Json, sessions: Json, id: Session): string {
	const holder = migrated[id.key] ?? sessions[id.key];
	const taken = isRecord(holder) && holder['uuid'] !== undefined && holder['uuid'] !== id.uuid;
	return taken ? id.longKey : id.key;
}

function put(entries: Record<string, unknown>, key: string, entry: unknown): void {
	const other = Object.hasOwn(entries, key) ? entries[key] : undefined;
	entries[key] = isRecord(other) && isRecord(entry) ? mergeEntries(other, entry) : entry;
}

/** One session under two spellings: the newer satisfaction wins, triggered flags are OR-ed (D6). */
function mergeEntries(a: Json, b: Json): Json {
	const [older, newer] =
		String(a['satisfied_at'] ?? '') <= String(b['satisfied_at'] ?? '') ? [a, b] : [b, a];
	const triggered = a['triggered'] === true || b['triggered'] === true;
	return { ...older, ...newer, ...(triggered ? { triggered } : {}) };
}

function named(entry: unknown, id: Session): unknown {
	return isRecord(entry) ? { ...entry, uuid: id.uuid } : entry;
}

const TIMES = ['satisfied_at', 'triggered_at', 'expires_at', 'stale_since'];

/** Older tools wrote seconds since the epoch, and `null` where there was no time. */
function isoTimes(record: Json, keys: readonly string[]): Json {
	if (!keys.some((key) => typeof record[key] === 'number' || record[key] === null)) return record;
	const entries = Object.entries(record).flatMap(([key, value]): [string, unknown][] => {
		if (!keys.includes(key)) return [[key, value]];
		if (value === null) return [];
		return [[key, typeof value === 'number' ? isoOfSeconds(value) : value]];
	});
	return Object.fromEntries(entries);
}

/** The last second a JavaScript date can name; beyond it the number is no time of ours. */
const MAX_SECONDS = 8.64e12;

function isoOfSeconds(seconds: number): unknown {
	return Math.abs(seconds) <= MAX_SECONDS ? new Date(seconds * 1000).toISOString() : seconds;
}

function isRecord(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapValues(record: Json, change: (value: unknown) => unknown): Json {
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
