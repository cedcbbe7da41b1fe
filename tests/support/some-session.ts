import { createHash } from 'node:crypto';
import { parseSessionId, type Session } from '../../src/host/session-id.ts';

export function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

/** The session of an id that is one. */
export function session(id: string): Session {
	const parsed = parseSessionId(id);
	if (parsed === undefined) throw new Error(`no session id: ${id}`);
	return parsed;
}

export const ANNA = session('aaaa0001-1111-4111-8111-111111111111');
/** Shares the first 8 digits with `ANNA` (D5). */
export const TWIN = session('aaaa0001-2222-4222-8222-222222222222');
export const BERT = session('bbbb0002-3333-4333-8333-333333333333');
