import { expect, it } from 'vitest';
import { Fault, type FaultCode, type FaultLine, unreadFaults } from './fault.ts';

const line = (code: FaultCode): FaultLine => ({ at: 't', code, where: 'main', message: code });

it.each<[what: string, codes: FaultCode[], unread: FaultCode[]]>([
	['no faults', [], []],
	['none told yet', ['usage', 'deadline'], ['usage', 'deadline']],
	['all told', ['usage', 'read'], []],
	['new ones since', ['usage', 'read', 'deadline'], ['deadline']],
	['told twice', ['usage', 'read', 'deadline', 'read', 'git_failed'], ['git_failed']],
])('unread faults: %s', (_, codes, unread) => {
	expect(unreadFaults(codes.map(line)).map(({ code }) => code)).toEqual(unread);
});

it('a fault carries its code, its cause and what helps', () => {
	const cause = new Error('inner');
	const fault = new Fault('usage', 'no such name', { hint: 'req status', cause });
	expect(fault).toMatchObject({ name: 'Fault', code: 'usage', hint: 'req status', cause });
	expect(fault).toBeInstanceOf(Error);
	expect(new Fault('usage', 'x').hint).toBeUndefined();
});
