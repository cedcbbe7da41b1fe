import { expect, it } from 'vitest';
import { requirements } from '../../tests/support/some-requirement.ts';
import { UNKNOWN } from '../shell/call.ts';
import { reservedCall } from './reserved-calls.ts';

const known = requirements({
	reviewed: { skills: ['arch-review'] },
	noted: { manual: 'anyone' },
	proven: { manual: 'never', commands: ['npm test'] },
	on_main: { type: 'guard', guard: 'protected_branch', branches: ['main'] },
});

it.each([
	['pause', 'req pause'],
	['pause --off', 'req pause'],
	['approve size --ttl 1h', 'req approve'],
	['clear noted', 'req clear'],
	['-- pause', 'req pause'],
	['--session abcd pause', 'req pause'],
	['pause --reason --help', 'req pause'],
	['satisfy reviewed', 'req satisfy reviewed'],
	['satisfy --evidence x reviewed', 'req satisfy reviewed'],
	['satisfy noted reviewed', 'req satisfy reviewed'],
	['satisfy proven', 'req satisfy proven'],
	['satisfy on_main', 'req satisfy on_main'],
	['satisfy unheard', 'req satisfy unheard'],
	['satisfy noted --carry', 'req satisfy --carry'],
	['satisfy noted --carry=abcd', 'req satisfy --carry'],
	[`satisfy noted ${UNKNOWN}`, 'req satisfy …'],
	[UNKNOWN, 'req'],
])('D36: req %s is the user’s', (args, command) => {
	expect(reservedCall(args.split(' '), known)).toMatchObject({ kind: 'req', command });
});

it.each([
	'status',
	'status --json',
	'log reviewed',
	'init --yes',
	'run t1',
	'session forget abcd --yes',
	'config check',
	'inherit abcd --select learnings',
	'inherit show abcd',
	'search forget',
	'session list',
	'inherit ack done',
	'doctor',
	'statusline',
	'done arch-review --evidence pause',
	'satisfy noted',
	'satisfy noted --ttl 1h --evidence x --session abcd',
	'help pause',
	'pause --help',
	'-h pause',
	'satisfy',
	'',
])('D36: req %s is the model’s too', (args) => {
	expect(reservedCall(args.split(' '), known)).toBeUndefined();
});

it('is as strict as the strictest of the projects concerned', () => {
	const strict = requirements({ noted: { manual: 'never', commands: ['npm test'] } });
	expect(reservedCall(['satisfy', 'noted'], [...known, ...strict])).toBeDefined();
});
