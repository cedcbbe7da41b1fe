import type { Session } from '../../src/host/session-id.ts';
import type { BranchState, SatisfiedBy } from '../../src/state/branch-state.ts';
import { applyChanges, type BranchChange } from '../../src/state/changes.ts';
import { type Changed, rollOver } from '../../src/state/history.ts';

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
export function changed(state: BranchState, ...changes: readonly BranchChange[]): Changed {
	return applyChanges(state, changes, at(900));
}

/** What is left after a write of that time, while these sessions run. */
export function rolled(state: BranchState, seconds: number, ...live: readonly Session[]): Changed {
	return rollOver(state, at(seconds), (entry, key) =>
		live.some((one) => entry.uuid === one.uuid || (entry.uuid === undefined && key === one.key)),
	);
}

/** A session's changes of requirement `it`, seconds after ten. */
export function by(session: Session, scope = 'session') {
	const about = (seconds: number) => ({ name: 'it', scope, session, at: at(seconds) });
	return {
		satisfy: (seconds: number, how: SatisfiedBy = 'skill', expires?: number) => ({
			op: 'satisfy' as const,
			...about(seconds),
			by: how,
			expires_at: expires === undefined ? undefined : at(expires),
		}),
		trigger: (seconds: number) => ({ op: 'trigger' as const, ...about(seconds) }),
		settle: (seconds: number) => ({ op: 'settle' as const, ...about(seconds) }),
		spend: (seconds: number) => ({ op: 'spend' as const, ...about(seconds) }),
		stale: (seconds: number) => ({ op: 'stale' as const, ...about(seconds) }),
		clear: (seconds: number, allSessions = false) => ({
			...{ op: 'clear' as const, ...about(seconds), allSessions },
		}),
		forget: (seconds: number) => ({ op: 'forget' as const, session, at: at(seconds) }),
	};
}
