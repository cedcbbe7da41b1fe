import type { Session, SessionKey } from './session-id.ts';

const KEY = /^[a-z0-9][a-z0-9_-]{0,11}$/;
const SHORT = 8;

/**
 * The session whose record is filed under a key (D5), where only that is known: as records name each other. Its
 * `uuid` is the key. `undefined` for what is none.
 */
export function sessionOfKey(key: string): Session | undefined {
	if (!KEY.test(key)) return undefined;
	return { key: key.slice(0, SHORT) as SessionKey, longKey: key as SessionKey, uuid: key };
}
