import { expect, it } from 'vitest';
import { placeIn } from '../../../tests/support/place-in.ts';
import { requirement } from '../../../tests/support/some-requirement.ts';
import { ANNA } from '../../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, ms } from '../../../tests/support/some-state.ts';
import type { Status } from '../../app/commands/status.ts';
import type { BranchChange } from '../../core/branch-state/change.ts';
import { standingOf } from '../../core/requirement/standing.ts';
import { paintWith } from './paint.ts';
import { statusText } from './status.ts';

const PLAIN = { paint: paintWith(false), now: ms(600) };
const anna = by(ANNA);

function standing(written: object, ...changes: BranchChange[]) {
	const { doc: state } = changed(EMPTY, ...changes);
	return standingOf(requirement(written), { state, session: ANNA, branch: 'main', now: ms(600) });
}

const ON: Status = {
	place: placeIn('/state', 'feature/x'),
	stateFile: '/state/feature-x.json',
	session: { session: ANNA, live: true },
	armed: true,
	paused: false,
	gates: 'on',
	reasons: [],
	faults: [],
	problems: [],
	standings: [],
};

it('what is unmet comes first, with its ways out', () => {
	const unmet = standing({ skills: ['review'], message: 'Review.' }, anna.trigger(1));
	const met = standing({}, anna.satisfy(1, 'user'));
	const lines = statusText({ ...ON, standings: [met, unmet] }, PLAIN).split('\n');
	expect(lines.filter((line) => /[✓✗]/.test(line)).map((line) => line.trim().slice(0, 1))).toEqual([
		'✗',
		'✓',
	]);
	const way = lines.findIndex((line) => line.includes('/review'));
	expect(lines[way + 1]).toContain('req satisfy it');
	expect(lines.filter((line) => line.includes('→'))).toHaveLength(2);
});

it.each([
	['satisfied', standing({}, anna.satisfy(1, 'user')), /by user 10 min ago$/],
	['approved', standing({}, anna.satisfy(0, 'approval', 3_600)), /approved by .*ends in 50 min$/],
	['expired', standing({}, anna.satisfy(1, 'user', 2)), /expired 10 min ago/],
	['stale', standing({}, anna.satisfy(1), anna.stale(2)), /stale/],
	['enforce: warn', standing({ enforce: 'warn' }), /warns/],
	['enforce: stop', standing({ enforce: 'stop' }), /turn/],
])('%s is told', (_, one, pattern) => {
	const lines = statusText({ ...ON, standings: [one] }, PLAIN).split('\n');
	expect(lines.find((line) => /[✓✗]/.test(line))).toMatch(pattern);
});

it.each(['paused', 'off', 'only_warn', 'unseen'] as const)(
	'gates that are %s do not look on',
	(gates) => {
		const [, on] = statusText(ON, PLAIN).split('\n');
		const [, line, reason] = statusText({ ...ON, gates, reasons: ['because'] }, PLAIN).split('\n');
		expect(line).not.toBe(on);
		expect(reason?.trim()).toBe('because');
	},
);

it('behaviour 52: whatever is stored, no control character gets through', () => {
	const evil = '\u001b[31m\u0007\nx\u009b';
	const satisfied = { ...anna.satisfy(1), metadata: { skill: evil } };
	const status: Status = {
		...ON,
		place: placeIn('/state', evil),
		reasons: [evil],
		faults: [{ at: evil, code: 'deadline', where: evil, message: evil, hint: evil }],
		problems: [{ file: evil, line: 3, key: evil, message: evil }],
		standings: [standing({}, satisfied)],
	};
	expect(statusText(status, PLAIN)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

it('D37: colours only where they are asked for', () => {
	const status = { ...ON, standings: [standing({})], reasons: [at(1)] };
	expect(statusText(status, PLAIN)).not.toContain('\u001b');
	expect(statusText(status, { ...PLAIN, paint: paintWith(true) })).toContain('\u001b[');
});
