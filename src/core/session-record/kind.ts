import { type DocumentKind, parserOf } from '../document/document.ts';
import { isSessionName } from '../session/session-name.ts';
import { MS_A_DAY, SessionRecord } from './schema.ts';

/** How a record is read. It is changed by folds alone, so it knows no changes of its own. */
export const recordKind: Pick<DocumentKind<SessionRecord, never>, 'parse'> = {
	parse: parserOf({ version: 1, shape: SessionRecord }, migrateRecord),
};

type Json = Readonly<Record<string, unknown>>;

/** What a record is kept for where it does not say (D14). */
const EXPIRE_DAYS = 7;

/**
 * Brings a record of an earlier or half-written make to schema 1. An expiry that is missing or is
 * no time is computed from the last activity; without any time the record has expired.
 * Idempotent; returns `json` itself when there is nothing to bring up.
 */
function migrateRecord(json: unknown): unknown {
	if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
	const record = withoutBadName(json as Json);
	if (isTime(record['expires_at'])) return record;
	const last = [record['last_activity'], record['ended_at'], record['started_at']].find(isTime);
	const expires = last === undefined ? 0 : Date.parse(last) + EXPIRE_DAYS * MS_A_DAY;
	return { ...record, expires_at: new Date(expires).toISOString() };
}

function withoutBadName(record: Json): Json {
	const { name, ...rest } = record;
	const isBad = typeof name === 'string' && !isSessionName(name);
	return isBad ? rest : record;
}

function isTime(value: unknown): value is string {
	return (
		typeof value === 'string' && Math.abs(Date.parse(value)) <= 8.64e15 - EXPIRE_DAYS * MS_A_DAY
	);
}
