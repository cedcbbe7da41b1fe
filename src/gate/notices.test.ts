import { describe, expect, it } from 'vitest';
import type { FaultLine } from '../store/fault.ts';
import { newerObstacle } from '../store/obstacle.ts';
import { type NoticeFacts, noticesOf } from './status-text.ts';

const NEWER = newerObstacle('x');
const NONE: NoticeFacts = {
	problems: [],
	switchedOff: [],
	rivals: [],
	faults: [],
	obstacle: undefined,
	linked: undefined,
	unmeasured: [],
	now: Date.parse('2026-11-20T12:10:00Z'),
};
const fault: FaultLine = {
	at: '2026-11-20T12:00:00Z',
	code: 'deadline',
	where: 'main',
	message: 'slow\nhook',
};

describe('notices', () => {
	const cases: [what: string, facts: Partial<NoticeFacts>, says: RegExp[]][] = [
		['nothing to tell', {}, []],
		['D7: an obstacle', { obstacle: NEWER }, [/only warn: a newer req wrote x; update req/]],
		['D34: what was switched off', { switchedOff: ['a\nb'] }, [/^a b$/]],
		['a rival', { rivals: [{ key: 'abcd1234', cwd: '/p\n' }] }, [/abcd1234.*\/p$/]],
		['one fault', { faults: [fault] }, [/a fault.*the latest 10 minutes ago: slow hook/]],
		[
			'several faults: the latest',
			{ faults: [fault, { ...fault, at: '2026-11-20T12:08:00Z', hint: 'req status' }] },
			[/2 faults.*2 minutes ago.*req status/],
		],
	];
	it.each(cases)('%s', (_, facts, says) => {
		const notices = noticesOf({ ...NONE, ...facts });
		expect(notices).toHaveLength(says.length);
		for (const [index, said] of says.entries()) expect(notices[index]).toMatch(said);
	});

	it('the gravest come first', () => {
		const all = noticesOf({ ...NONE, obstacle: NEWER, switchedOff: ['x'], faults: [fault] });
		expect(all.map((notice) => /newer|^x|fault/.exec(notice)?.[0])).toEqual(['newer', 'x', 'fault']);
	});
});
