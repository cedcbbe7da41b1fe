import { expect, it } from 'vitest';
import { placeIn } from '../../tests/support/place-in.ts';
import { requirement } from '../../tests/support/some-requirement.ts';
import { ANNA } from '../../tests/support/some-session.ts';
import { by, changed, EMPTY, ms } from '../../tests/support/some-state.ts';
import type { RequirementName } from '../config/config.ts';
import { statusOf } from '../gate/status.ts';
import type { BranchChange } from '../state/changes.ts';
import { obstacleOf, obstacleText } from '../store/obstacle.ts';
import { paint } from '../text/paint.ts';
import { type GateStatus, gateStatusText } from './gate-status.ts';

const PLAIN = { paint: paint(false), now: ms(600) };
const anna = by(ANNA);

function status(written: object, ...changes: BranchChange[]) {
	const { doc: state } = changed(EMPTY, ...changes);
	return statusOf(requirement(written), { state, session: ANNA, branch: 'main', now: ms(600) });
}

const ON: GateStatus = {
	place: placeIn('/state', 'feature/x'),
	session: { session: ANNA, live: true },
	choice: 'one',
	elsewhere: [],
	isHere: true,
	armed: true,
	paused: false,
	gates: 'on',
	reasons: [],
	obstacle: undefined,
	faults: [],
	problems: [],
	statuses: [],
	comprehension: undefined,
};

it('what is unmet comes first, with its ways out', () => {
	const unmet = status({ skills: ['review'], message: 'Review.' }, anna.trigger(1));
	const met = status({}, anna.satisfy(1, 'user'));
	const lines = gateStatusText({ ...ON, statuses: [met, unmet] }, PLAIN).split('\n');
	expect(lines.filter((line) => /[✓✗]/.test(line)).map((line) => line.trim().slice(0, 1))).toEqual(['✗', '✓']);
	const way = lines.findIndex((line) => line.includes('/review'));
	expect(lines[way + 1]).toContain('req satisfy it');
	expect(lines.filter((line) => line.includes('→'))).toHaveLength(2);
});

it('the preset strict fits on one screen: the steps of several requirements are listed once', () => {
	const design = { skills: ['arch-review', 'plan-review'], satisfy_on: 'done', message: 'Why?' };
	const named = (name: string, written: object) => {
		const one = status({ ...written, manual: 'user' });
		return { ...one, requirement: { ...one.requirement, name: name as RequirementName } };
	};
	const statuses = [
		...['commit_plan', 'adr_reviewed', 'tdd_planned'].map((name) => named(name, design)),
		named('reviewed', { skills: ['pre-commit'], satisfy_on: 'done' }),
		named('tested', { commands: ['npm test'] }),
		named('solid_reviewed', design),
	];
	const lines = gateStatusText({ ...ON, statuses }, PLAIN).split('\n');
	expect(lines.length).toBeLessThan(24);
	expect(lines[5]).toMatch(/✗ solid_reviewed +"Why[?]", blocks edits$/);
	expect(lines[8]).toMatch(/: req satisfy commit_plan adr_reviewed tdd_planned solid_reviewed$/);
});

it('no next step is shown if nothing can be stored (D7)', () => {
	const obstacle = obstacleOf('write', '/state', 'EACCES');
	const reasons = [`nothing can be stored: ${obstacleText(obstacle)}`];
	const warned = { ...ON, gates: 'only_warn', obstacle, reasons } as const;
	const text = gateStatusText({ ...warned, statuses: [status({ skills: ['review'] })] }, PLAIN);
	expect(text).toContain('gates: only warn, because nothing can be stored: cannot write /state: ');
	expect(text).not.toMatch(/→|holds/);
});

it.each([
	[{}, 'none', 'the user, once claude runs here: req satisfy it'],
	[{}, 'one', 'the user: req satisfy it'],
	[{ scope: 'branch' }, 'none', 'the user: req satisfy it'],
] as const)('of %j, at a session: %s, it says %s', (written, choice, expected) => {
	const statuses = [status({ ...written, manual: 'user' })];
	expect(gateStatusText({ ...ON, choice, statuses }, PLAIN)).toContain(`→ ${expected}`);
});

it.each([
	['satisfied', status({}, anna.satisfy(1, 'user')), /by user 10 minutes ago$/],
	['approved', status({}, anna.satisfy(0, 'approval', 3_600)), /approved by .*ends in 50 minutes$/],
	['expired', status({}, anna.satisfy(1, 'user', 2)), /expired 10 minutes ago/],
	['enforce: warn', status({ enforce: 'warn' }), /warns/],
	['enforce: stop', status({ enforce: 'stop' }), /turn/],
])('%s is told', (_, one, pattern) => {
	const lines = gateStatusText({ ...ON, statuses: [one] }, PLAIN).split('\n');
	expect(lines.find((line) => /[✓✗]/.test(line))).toMatch(pattern);
});

it.each(['paused', 'off', 'only_warn', 'unseen', 'over', 'no_session'] as const)(
	'gates that are %s do not look on',
	(gates) => {
		const reasons = ['because', 'besides'];
		const [line, more] = gateStatusText({ ...ON, gates, reasons }, PLAIN).split('\n');
		expect(line).not.toMatch(/^gates: on\b/);
		expect(line).toMatch(/(: |, because )because$/);
		expect(more?.trim()).toBe('besides');
	},
);

it('a pause is told once, by the clock of whoever reads it', () => {
	const since = new Date(2026, 10, 20, 9, 30).toISOString();
	const reasons = [`paused on this branch since ${since} by ana`];
	const [line] = gateStatusText({ ...ON, gates: 'paused', reasons }, PLAIN).split('\n');
	expect(line).toBe('gates: paused on this branch since 2026-11-20 09:30 (14 hours ago) by ana');
});

it.each([
	[1, 'it  1 changed line on this branch, the limit is 0'],
	[2, 'it  2 changed lines on this branch, the limit is 0'],
])('%i changed lines are counted in words', (lines, text) => {
	const size = { type: 'dynamic', measure: 'branch_size' } as const;
	const measured = { ...status({ ...size, block: 400 }), lines, reason: 'over_limit' as const };
	const over = {
		...measured,
		satisfied: false,
		requirement: { ...measured.requirement, block: 0 },
	};
	expect(gateStatusText({ ...ON, statuses: [over] }, PLAIN)).toContain(text);
});

it('D1: what was carried names its origin and its proof', () => {
	const metadata = { skill: 'arch-review', carried_from: '5e6f7a8b', originally_by: 'skill' };
	const carried = status({}, { ...anna.satisfy(1, 'carried'), metadata });
	expect(gateStatusText({ ...ON, statuses: [carried] }, PLAIN)).toContain('carried from 5e6f7a8b, /arch-review');
});

it('whatever is stored, no control character gets through', () => {
	const evil = '\u001b[31m\u0007\nx\u009b';
	const satisfied = { ...anna.satisfy(1), metadata: { skill: evil } };
	const found: GateStatus = {
		...ON,
		place: placeIn('/state', evil),
		reasons: [evil],
		faults: [{ at: evil, code: 'deadline', where: evil, message: evil, hint: evil }],
		problems: [{ file: evil, line: 3, key: evil, message: evil }],
		statuses: [status({}, satisfied)],
	};
	expect(gateStatusText(found, PLAIN)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});
