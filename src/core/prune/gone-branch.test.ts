import { describe, expect, test } from 'vitest';
import type { BranchName } from '../../git/place.ts';
import type { BranchState } from '../../state/branch-state.ts';
import type { RegistryEntry } from '../../state/registry-kind.ts';
import { whyKept } from './gone-branch.ts';

const AT = '2026-11-20T10:00:00.000Z';
const ANA = '1a2b3c4d-0000-4000-8000-000000000001';

function stateOf(branch: string, uuid?: string): BranchState {
	const sessions = uuid === undefined ? {} : { [uuid.slice(0, 8)]: { uuid, satisfied: true } };
	const requirements = { plan: { scope: 'session', sessions } };
	return { schema_version: 1, branch, project: '/p', created_at: AT, updated_at: AT, requirements };
}

function liveOn(branch: string): RegistryEntry[] {
	const common_dir = '/p/.git';
	return [{ uuid: ANA, cwd: '/p', common_dir, branch, started_at: AT, last_activity: AT }];
}

const names = (...all: string[]) => new Set(all as BranchName[]);

describe('the state of a branch', () => {
	test.each([
		['main', stateOf('main'), [], 'living'],
		['a new name', stateOf('gone'), [], undefined],
		['a detached worktree', stateOf('@detached-tree'), [], 'no_branch'],
		['outside git', stateOf('@no-git'), [], 'no_branch'],
		['a former name', stateOf('before'), [], 'awaited'],
		['a live session on it', stateOf('gone'), liveOn('gone'), 'live_session'],
		['a live session elsewhere', stateOf('gone'), liveOn('main'), undefined],
		['an entry of a live session', stateOf('gone', ANA), liveOn('main'), 'live_session'],
		['an entry of a dead session', stateOf('gone', ANA), [], undefined],
	] as const)('of %s', (...[, state, live, expected]) => {
		const facts = { living: names('main', 'feature/x'), awaited: names('before'), live };
		expect(whyKept(state, facts)).toBe(expected);
	});
});
