import { describe, expect, it } from 'vitest';
import { examineSessions, type SessionFacts } from './sessions.ts';
import type { StoredForUser } from './stored.ts';

const stored: StoredForUser = {
	registry: { path: '/c/sessions.json', lying: { kind: 'absent' } },
	writable: true,
	cache: { path: '/c/requirements/cache', writable: true },
	pending: [],
	locks: [],
	temporaries: [],
	quarantined: [],
};
const sound: SessionFacts = {
	stored,
	configDir: '/c',
	machine: { now: 0, hostname: 'here', exists: () => false, startedAt: () => undefined },
	own: undefined,
	isConfigured: true,
};
const unwritable = { ...stored.cache, writable: false };

describe('sessions', () => {
	it.each<[string, Partial<SessionFacts>, readonly string[]]>([
		['sound', {}, []],
		['no right to write', { stored: { ...stored, writable: false } }, ['registry_unwritable']],
		[
			'none for the cache either: the graver one tells',
			{ stored: { ...stored, writable: false, cache: unwritable } },
			['registry_unwritable'],
		],
		['none for the cache', { stored: { ...stored, cache: unwritable } }, ['cache_unwritable']],
		['a hook seen', { own: { id: 'a', isSeen: true } }, []],
		['no hook seen', { own: { id: 'a', isSeen: false } }, ['session_unseen']],
		['nothing configured', { own: { id: 'a', isSeen: false }, isConfigured: false }, []],
		[
			'a registry nobody may read',
			{
				stored: {
					...stored,
					registry: { path: '/c/s', lying: { kind: 'unreadable', reason: 'EACCES' } },
				},
			},
			['registry_corrupt'],
		],
	])('%s', (_, more, codes) => {
		const { findings } = examineSessions({ ...sound, ...more });
		expect(findings.map(({ code }) => code)).toEqual(codes);
	});
});
