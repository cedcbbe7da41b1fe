import { describe, expect, it } from 'vitest';
import type { FaultLine } from '../fault/fault.ts';
import { examine } from './finding.ts';
import { STATE, type StoredFiles } from './state.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const MB = 1024 * 1024;
const sound: StoredFiles = {
	...{ directory: '/s', linked: undefined, unwritable: [], free: 10_000 * MB },
	...{ branches: [], records: [], others: [], locks: [], quarantines: [] },
	registry: { path: '/c/sessions.json', found: { kind: 'absent' } },
};
const examineState = (stored: Partial<StoredFiles>, faults: readonly FaultLine[]) =>
	examine('state', STATE, { stored: { ...sound, ...stored }, faults, now: NOW });
const fault = (daysAgo: number, code: 'unexpected' | 'read' = 'unexpected') => ({
	...{ at: new Date(NOW - daysAgo * 24 * 3_600_000).toISOString(), code },
	...{ where: 'x', message: 'm' },
});

describe('what is stored', () => {
	it.each<[string, Partial<StoredFiles>, readonly string[]]>([
		['sound', {}, []],
		['unwritable', { unwritable: ['/s'] }, ['state_unwritable']],
		['behind a link', { linked: '/s/sessions' }, ['state_linked']],
		['on a disk that tells nothing', { free: undefined }, []],
		['on a disk that is full', { free: 50 * MB }, ['disk_full']],
		[
			'not to be read',
			{ branches: [{ path: '/s/x', found: { kind: 'unreadable', reason: 'EACCES' } }] },
			['document_unreadable'],
		],
		[
			'behind a link, and not to be read',
			{ linked: '/s', branches: [{ path: '/s/x', found: { kind: 'corrupt', reason: 'x' } }] },
			['state_linked'],
		],
	])('%s', (_, more, codes) => {
		const { findings } = examineState(more, []);
		expect(findings.map(({ code }) => code)).toEqual(codes);
	});

	it.each([
		['of yesterday', [fault(1)], 1],
		['of last week', [fault(8)], 0],
		['that a session start has told', [fault(1), fault(0, 'read')], 0],
		['after that', [fault(2), fault(1, 'read'), fault(0)], 1],
	])('faults %s', (_, faults, count) => {
		expect(examineState({}, faults).findings).toHaveLength(count);
	});

	it('a damaged registry is written again by the sessions', () => {
		const found = { kind: 'corrupt', reason: 'not JSON' } as const;
		const { findings } = examineState({ registry: { ...sound.registry, found } }, []);
		expect(findings).toMatchObject([
			{ code: 'document_unreadable', fix: expect.stringMatching(/^send a prompt in each session/) },
		]);
	});

	it.each([
		['satisfy it again', 'satisfy it again'],
		['req doctor', 'start a session, or see `req status`'],
	])('a fault with the hint "%s" says when it was and what to do', (hint, fix) => {
		const { findings } = examineState({}, [{ ...fault(1), hint }]);
		expect(findings).toMatchObject([{ what: '1 fault, the latest 24 hours ago: m', fix }]);
	});
});
