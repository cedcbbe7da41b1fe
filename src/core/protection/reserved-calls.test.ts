import { expect, it } from 'vitest';
import { requirements } from '../../../tests/support/some-requirement.ts';
import { UNKNOWN } from '../command/call.ts';
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
	['init --yes', 'req init'],
	['prune', 'req prune'],
	['prune -- --dry-run', 'req prune'],
	['run', 'req run'],
	['run --resume -- --dry-run', 'req run'],
	['run t1 --inherit --dry-run', 'req run'],
	['pipeline run refine.yaml auth', 'req pipeline run'],
	['pipeline run refine.yaml auth --inherit --help', 'req pipeline run'],
	[`pipeline ${UNKNOWN} refine.yaml auth`, 'req pipeline run'],
	['pipeline loop prompt.md auth', 'req pipeline loop'],
	[`session ${UNKNOWN} abcd`, 'req session forget'],
	[`run ${UNKNOWN}`, 'req run'],
	[`run ${UNKNOWN} list`, 'req run'],
	['run t1 list', 'req run'],
	['run -- list', 'req run'],
	['pause --dry-run', 'req pause'],
	['pause --reason --dry-run', 'req pause'],
	['approve size --by --dry-run', 'req approve'],
	['init --test-command --dry-run --yes', 'req init'],
	['init --default-branch --dry-run --yes', 'req init'],
	['prune --json', 'req prune'],
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
	['inherit --cancel', 'req inherit --cancel'],
	['session forget abcd --yes', 'req session forget'],
	['session --json forget abcd', 'req session forget'],
	[`satisfy noted ${UNKNOWN}`, 'req satisfy …'],
	[UNKNOWN, 'req'],
])('D36: req %s is the user’s', (args, command) => {
	expect(reservedCall(args.split(' '), known)).toMatchObject({ kind: 'req', command });
});

it.each([
	'status',
	'status --json',
	'history reviewed',
	'config check',
	'inherit abcd --select learnings',
	'inherit show abcd',
	'session forget --help',
	'search forget',
	'prune --dry-run',
	'run --dry-run',
	'run t1 --resume --dry-run',
	'run list',
	'run show --json',
	'session list',
	'session show forget',
	'pipeline loop --help',
	'inherit ack done',
	'pipeline lint refine.yaml',
	'pipeline run --help',
	'doctor',
	'statusline',
	'init --dry-run',
	'init --preset review --dry-run',
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
