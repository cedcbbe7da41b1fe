import type { Session } from '../../src/core/session/session-id.ts';
import { applyChanges } from '../../src/state/apply.ts';
import { type BranchChange, type BranchState, ownerOf } from '../../src/state/branch-state.ts';
import type { HistoryLine } from '../../src/state/satisfy.ts';

const START = Date.UTC(2026, 10, 20, 10, 0, 0);

/** The time so many seconds after ten o'clock, as documents write it. */
export function at(seconds: number): string {
	return new Date(START + seconds * 1000).toISOString();
}

/** The same in milliseconds since the epoch. */
export function ms(seconds: number): number {
	return START + seconds * 1000;
}

export const EMPTY: BranchState = {
	schema_version: 1,
	branch: 'main',
	project: '/project',
	created_at: at(0),
	updated_at: at(0),
	requirements: {},
};

/** A state that holds these requirements, whatever they look like. */
export function stateWith(requirements: BranchState['requirements']): BranchState {
	return { ...EMPTY, requirements };
}

/** What is left after changes at a time, and what went to the history. */
export function changed(
	state: BranchState,
	...changes: readonly BranchChange[]
): { doc: BranchState; retired: readonly HistoryLine[] } {
	const { doc, retired } = applyChanges(state, changes, at(900));
	return { doc, retired: retired as readonly HistoryLine[] };
}

type By = Extract<BranchChange, { op: 'satisfy' }>['by'];

/** A session's changes of requirement `it`, seconds after ten. */
export function by(session: Session, scope = 'session') {
	const owner = ownerOf(session);
	const names = [{ name: 'it', scope }];
	return {
		satisfy: (seconds: number, how: By = 'skill', expires: number | undefined = undefined) =>
			({
				op: 'satisfy',
				at: at(seconds),
				...owner,
				names: expires === undefined ? names : [{ name: 'it', scope, expires_at: at(expires) }],
				by: how,
				metadata: {},
			}) satisfies BranchChange,
		trigger: (seconds: number) =>
			({
				op: 'trigger',
				...owner,
				names: [{ name: 'it', scope, at: at(seconds) }],
			}) satisfies BranchChange,
		spend: (seconds: number) =>
			({ op: 'spend', at: at(seconds), ...owner, names }) satisfies BranchChange,
		stale: (seconds: number) =>
			({ op: 'stale', at: at(seconds), ...owner, names }) satisfies BranchChange,
		clear: (seconds: number, all_sessions = false) =>
			({ op: 'clear', at: at(seconds), ...owner, names, all_sessions }) satisfies BranchChange,
		forget: (seconds: number) =>
			({ op: 'forget', at: at(seconds), ...owner }) satisfies BranchChange,
	};
}
