import { describe, expect, it } from 'vitest';
import type { FaultLine } from '../fault/fault.ts';
import { examine } from './finding.ts';
import { STATE, type StoredFiles } from './state.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const MB = 1024 * 1024;
const sound: StoredFiles = {
	...{ directory: '/s', linked: undefined, writable: true, free: 10_000 * MB, journals: 0 },
	...{ branches: [], inits: [], records: [], strangeRuns: [], garbledIndex: undefined },
	...{ pending: [], locks: [], temporaries: [], quarantines: [] },
	tasks: { path: '/s/tasks.json', found: { kind: 'absent' } },
	registry: { path: '/c/sessions.json', found: { kind: 'absent' } },
	configDir: { path: '/c', writable: true },
	cache: { path: '/c/requirements/cache', writable: true },
};
const unwritable = { ...sound.cache, writable: false };
const examineState = (stored: Partial<StoredFiles>, faults: readonly FaultLine[]) => {
	const events = {
		path: '/s/events.jsonl',
		verdict: { kind: 'whole', events: 0, torn: 0 },
	} as const;
	return examine('state', STATE, { stored: { ...sound, ...stored }, faults, events, now: NOW });
};
const lock = { path: '/s/x.lock', pid: 7, host: 'here', owner: 'alive', age: 0 } as const;
const fault = (daysAgo: number, code: 'unexpected' | 'read' = 'unexpected') => ({
	...{ at: new Date(NOW - daysAgo * 24 * 3_600_000).toISOString(), code },
	...{ where: 'x', message: 'm' },
});

describe('what is stored', () => {
	it.each<[string, Partial<StoredFiles>, readonly string[]]>([
		['sound', {}, []],
		['unwritable', { writable: false }, ['state_unwritable']],
		['behind a link', { linked: '/s/sessions' }, ['state_linked']],
		['on a disk that tells nothing', { free: undefined }, []],
		['on a disk that is low', { free: 50 * MB }, ['disk_low']],
		['on a disk that is full', { free: 1_000 }, ['disk_full']],
		['with large journals', { journals: 51 * MB }, ['journals_large']],
		['locked a moment ago', { locks: [lock] }, []],
		['locked for long', { locks: [{ ...lock, age: 11_000 }] }, ['lock_held']],
		['locked by the dead', { locks: [{ ...lock, owner: 'dead' }] }, ['lock_abandoned']],
		['locked elsewhere', { locks: [{ ...lock, owner: 'foreign' }] }, ['lock_foreign']],
		['being written', { temporaries: [{ path: '/s/x.tmp', age: 50 }] }, []],
		['left half written', { temporaries: [{ path: '/s/x.tmp', age: 61_000 }] }, ['temporary_left']],
		[
			'not to be read',
			{ branches: [{ path: '/s/x', found: { kind: 'unreadable', reason: 'EACCES' } }] },
			['state_unreadable'],
		],
		[
			'behind a link, and not to be read',
			{ linked: '/s', branches: [{ path: '/s/x', found: { kind: 'corrupt', reason: 'x' } }] },
			['state_linked'],
		],
		['without a place for the compiled config', { cache: unwritable }, ['cache_unwritable']],
		[
			'without any place for a user: the graver one tells elsewhere',
			{ cache: unwritable, configDir: { ...sound.configDir, writable: false } },
			[],
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
});
