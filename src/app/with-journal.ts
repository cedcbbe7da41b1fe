import type { JournalLine } from '../core/journal/line.ts';
import { foldTriggers } from '../core/journal/triggers.ts';
import type { Session } from '../core/session/session-id.ts';
import type { BranchState } from '../state/branch-state.ts';
import { branchFacts, stateAfter } from '../state/standings.ts';
import type { Ports } from './ports.ts';
import type { Project } from './projects.ts';

/** The state as it will be once the session's journal is folded in at its next Stop (D9). */
export function withJournal(
	state: BranchState | undefined,
	facts: {
		readonly project: Project;
		readonly session: Session | undefined;
		readonly lines: readonly JournalLine[];
	},
	ports: Ports,
): BranchState | undefined {
	const { project, session, lines } = facts;
	if (session === undefined) return state;
	const { place, config } = project;
	const { requirements } = config;
	const changes = foldTriggers(lines, { session, ...branchFacts(place), state, requirements });
	return stateAfter(state, { place, changes }, ports.now());
}
