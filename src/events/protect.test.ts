import { expect, it } from 'vitest';
import { requirements } from '../../tests/support/some-requirement.ts';
import { reservedCall } from './protect.ts';

const known = requirements({
	reviewed: { skills: ['arch-review'] },
	noted: { manual: 'anyone' },
	proven: { manual: 'never', commands: ['npm test'] },
	on_main: { type: 'guard', guard: 'protected_branch', branches: ['main'] },
});

it.each([
	['pause', 'req pause'],
	['approve size --ttl 1h', 'req approve'],
	['clear noted', 'req clear'],
	['pause --reason --help', 'req pause'],
	['satisfy reviewed', 'req satisfy reviewed'],
	['satisfy --evidence x reviewed', 'req satisfy reviewed'],
	['satisfy noted reviewed', 'req satisfy reviewed'],
	['satisfy proven', 'req satisfy proven'],
	['satisfy on_main', 'req satisfy on_main'],
	['satisfy noted --carry', 'req satisfy --carry'],
])('D36: req %s is the user’s', (args, command) => {
	expect(reservedCall(args.split(' '), known)).toMatchObject({ command });
});

it.each([
	'status',
	'log reviewed',
	'run t1',
	'inherit abcd --select learnings',
	'search forget',
	'inherit ack done',
	'done arch-review --evidence pause',
	'satisfy noted',
	'satisfy unheard',
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
