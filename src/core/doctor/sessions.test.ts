import { describe, expect, it } from 'vitest';
import { examine } from './finding.ts';
import { SESSIONS, type SessionFacts } from './sessions.ts';

const stored: SessionFacts['stored'] = {
	registry: { path: '/c/sessions.json', found: { kind: 'absent' } },
};
const sound: SessionFacts = {
	stored,
	machine: { now: 0, hostname: 'here', exists: () => false, startedAt: () => undefined },
	commonDir: '/r/.git',
	own: undefined,
	isConfigured: true,
};

describe('sessions', () => {
	it.each<[string, Partial<SessionFacts>, readonly string[]]>([
		['sound', {}, []],
		['a hook seen', { own: { id: 'a', isSeen: true } }, []],
		['no hook seen', { own: { id: 'a', isSeen: false } }, ['session_unseen']],
		['nothing configured', { own: { id: 'a', isSeen: false }, isConfigured: false }, []],
	])('%s', (_, more, codes) => {
		const { findings } = examine('sessions', SESSIONS, { ...sound, ...more });
		expect(findings.map(({ code }) => code)).toEqual(codes);
	});
});
