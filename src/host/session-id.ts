import type { Brand } from '../store/brand.ts';
import { sha256 } from '../store/hashes.ts';

/** How a session is filed in every document: the first 8 hex digits of its id (decision D5). */
type SessionKey = Brand<string, 'SessionKey'>;

/** A session as every layer passes it around. */
export interface Session {
	readonly key: SessionKey;
	/** Used instead of `key` in a document where another session already holds `key`. */
	readonly longKey: SessionKey;
	/** The host's full id, lower case; `key` itself when only the short form is known. */
	readonly uuid: string;
}

const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/;
const PLAIN_ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const SHORT = 8;
const LONG = 12;

/**
 * Reads a host's session id: a UUID with or without dashes, an 8-digit key, or a plain id of at most
 * 64 characters. Idempotent on keys. `undefined` for everything else, so that no path is ever built
 * from an unchecked id (D5).
 */
export function parseSessionId(raw: unknown): Session | undefined {
	if (typeof raw !== 'string') return undefined;
	const id = raw.trim().toLowerCase();
	if (isUuid(id)) return fromDigits(id.replaceAll('-', ''), dashed(id));
	if (!PLAIN_ID.test(id)) return undefined;
	return id.length <= SHORT ? fromDigits(id, id) : fromDigits(sha256(id), id);
}

function fromDigits(digits: string, uuid: string): Session {
	return {
		key: digits.slice(0, SHORT) as SessionKey,
		longKey: digits.slice(0, LONG) as SessionKey,
		uuid,
	};
}

function dashed(id: string): string {
	if (id.includes('-')) return dashed(id.replaceAll('-', ''));
	return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
}

/** Whether the text is a lower-case UUID, with or without dashes. */
export function isUuid(text: string): boolean {
	return UUID.test(text);
}
