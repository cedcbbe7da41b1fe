import { expect, it } from 'vitest';
import { COUNTED_SESSIONS, documentCounts } from './document-counts.ts';

it('D28: counts each term once a session, in the newest sessions that keep their terms', () => {
	const many = Array.from({ length: COUNTED_SESSIONS }, () => 'radio');
	const { sessions, total } = documentCounts(['', 'radio\nlogin', ...many, 'too old']);
	expect(total).toBe(COUNTED_SESSIONS);
	expect(Object.fromEntries(sessions)).toEqual({ radio: COUNTED_SESSIONS, login: 1 });
});
