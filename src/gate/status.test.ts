import { describe, expect, it } from 'vitest';
import { requirement } from '../../tests/support/some-requirement.ts';
import { ANNA, BERT } from '../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, ms, stateWith } from '../../tests/support/some-state.ts';
import type { Scope } from '../config/config.ts';
import type { BranchChange } from '../state/changes.ts';
import { type Reason, statusOf } from './status.ts';

const SCOPES: Scope[] = ['session', 'single_use', 'branch', 'permanent'];

/** Anna's status after changes, ten seconds after ten. */
function reasonAfter(written: object, ...changes: BranchChange[]): Reason {
	const { doc } = changed(EMPTY, ...changes);
	const facts = { state: doc, session: ANNA, branch: 'main', now: ms(10) };
	return statusOf(requirement(written), facts).reason;
}

describe.each(SCOPES)('scope %s', (scope) => {
	const [anna, bert] = [by(ANNA, scope), by(BERT, scope)];
	const isShared = scope === 'branch' || scope === 'permanent';
	const cases: [what: string, reason: Reason, ...changes: BranchChange[]][] = [
		['nothing stored', 'never_satisfied'],
		['triggered only', 'never_satisfied', anna.trigger(1)],
		['satisfied by this session', 'satisfied', anna.satisfy(1)],
		['satisfied by another session', isShared ? 'satisfied' : 'never_satisfied', bert.satisfy(1)],
		['approved', 'approved', anna.satisfy(1, 'approval', 60)],
		['D1: approved for another session', 'never_satisfied', bert.satisfy(1, 'approval', 60)],
		['cleared', 'never_satisfied', anna.satisfy(1), anna.clear(2)],
		['D41: stale', 'stale', anna.satisfy(1), anna.stale(2)],
		['satisfied again', 'satisfied', anna.satisfy(1), anna.stale(2), anna.satisfy(3)],
		['expired', 'expired', anna.satisfy(1, 'skill', 9)],
		['expired and stale', 'expired', anna.satisfy(1, 'skill', 9), anna.stale(2)],
	];
	it.each(cases)('%s: %s', (_, reason, ...changes) => {
		expect(reasonAfter({ scope }, ...changes)).toBe(reason);
	});

	it('has the trigger, and the satisfaction that no longer counts', () => {
		const { doc } = changed(EMPTY, anna.trigger(1), anna.satisfy(2, 'skill', 3));
		const facts = { state: doc, session: ANNA, branch: 'main', now: ms(10) };
		expect(statusOf(requirement({ scope }), facts)).toMatchObject({
			satisfied: false,
			triggered: true,
			triggeredAt: at(1),
			satisfaction: { satisfied_at: at(2), expires_at: at(3) },
		});
	});
});

describe('a ttl ends', () => {
	it.each([
		['at now ≥ expires_at', at(10), 'expired'],
		['not before', new Date(ms(10) + 1).toISOString(), 'satisfied'],
		['when its time cannot be read', 'tomorrow', 'expired'],
		['when its time is empty', '', 'expired'],
	] as const)('%s', (_, expires_at, reason) => {
		const entry = { satisfied: true, satisfied_at: at(1), expires_at };
		const state = stateWith({ it: { scope: 'session', sessions: { [ANNA.key]: entry } } });
		const facts = { state, session: ANNA, branch: 'main', now: ms(10) };
		expect(statusOf(requirement({}), facts).reason).toBe(reason);
	});

	it('an approval’s too', () => {
		const approval = by(ANNA).satisfy(1, 'approval', 10);
		expect(reasonAfter({ type: 'guard', guard: 'protected_branch' }, approval)).toBe('protected');
	});
});

describe('a scope changed in the config', () => {
	it.each(SCOPES.flatMap((from) => SCOPES.map((to) => [from, to] as const)))('from %s to %s', (from, to) => {
		const reason = reasonAfter({ scope: to }, by(ANNA, from).satisfy(1));
		expect(reason).toBe(from === to ? 'satisfied' : 'never_satisfied');
	});
});

describe('an unknown session', () => {
	it('has what is stored at the root only', () => {
		const { doc } = changed(EMPTY, by(ANNA, 'branch').satisfy(1));
		const facts = { state: doc, session: undefined, branch: 'main', now: ms(10) };
		expect(statusOf(requirement({ scope: 'branch' }), facts).reason).toBe('satisfied');
		const own = changed(EMPTY, by(ANNA).satisfy(1)).doc;
		expect(statusOf(requirement({}), { ...facts, state: own }).reason).toBe('never_satisfied');
		expect(statusOf(requirement({}), { ...facts, state: undefined }).satisfied).toBe(false);
	});
});

describe('a guard', () => {
	const guard = requirement({
		type: 'guard',
		guard: 'protected_branch',
		branches: ['main', 'release/*'],
	});
	it.each([
		['main', 'protected'],
		['release/1', 'protected'],
		['topic', 'does_not_apply'],
	] as const)('on %s: %s', (branch, reason) => {
		const facts = { state: undefined, session: ANNA, branch, now: ms(10) };
		expect(statusOf(guard, facts)).toMatchObject({ reason, satisfied: reason !== 'protected' });
	});

	it('is opened by an approval, and by nothing else', () => {
		const written = { type: 'guard', guard: 'protected_branch' };
		expect(reasonAfter(written, by(ANNA).satisfy(1, 'approval', 60))).toBe('approved');
		expect(reasonAfter(written, by(ANNA).satisfy(1, 'user'))).toBe('protected');
	});
});

describe('a dynamic requirement', () => {
	const written = { type: 'dynamic', measure: 'branch_size', warn: 250, block: 400 };
	it.each([
		['not measured', undefined, 'does_not_apply'],
		['under its limit', 399, 'does_not_apply'],
		['at its limit', 400, 'does_not_apply'],
		['over its limit', 401, 'over_limit'],
	] as const)('%s', (_, lines, reason) => {
		const measured = lines === undefined ? {} : { measured: { lines, at: at(1) } };
		const state = stateWith({ it: { scope: 'session', sessions: {}, ...measured } });
		const facts = { state, session: ANNA, branch: 'main', now: ms(10) };
		expect(statusOf(requirement(written), facts)).toMatchObject({ reason, lines });
	});

	it('over it, an approval lets work go on', () => {
		const measure: BranchChange = {
			op: 'measure',
			at: at(1),
			...{ name: 'it', scope: 'session' },
			lines: 500,
		};
		expect(reasonAfter(written, measure)).toBe('over_limit');
		expect(reasonAfter(written, measure, by(ANNA).satisfy(1, 'approval', 60))).toBe('approved');
	});
});
