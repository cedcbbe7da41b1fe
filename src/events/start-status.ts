import type { Ports } from '../app/ports.ts';
import type { FaultLine } from '../core/fault/fault.ts';
import { noticesOf, offReason, type StatusFacts } from '../core/inject/status-text.ts';
import type { Session } from '../core/session/session-id.ts';
import { isMeasured } from '../gate/requirement-types.ts';
import { measuresDue, stateAfter, statusesOf } from '../gate/statuses.ts';
import { type BranchState, storedOf } from '../state/branch-state.ts';
import { machineOf } from '../state/registry.ts';
import { liveSessions, type Registry } from '../state/registry-kind.ts';
import type { Obstacle } from '../store/obstacle.ts';
import type { Project } from './projects.ts';

/** What is stored when a session starts. */
interface Stored {
	readonly registry: Registry;
	readonly state: BranchState | undefined;
	readonly obstacle: Obstacle | undefined;
	/** Faults that nobody was shown yet. */
	readonly faults: readonly FaultLine[];
}

/** The status of the gates for a session that starts, and what somebody should know. */
export async function startFacts(
	{ project, session }: { readonly project: Project; readonly session: Session },
	{ registry, state, obstacle, faults }: Stored,
	ports: Ports,
): Promise<StatusFacts> {
	const { place, config, problems } = project;
	const { requirements, switchedOff } = config;
	const now = ports.now();
	const changes = await measuresDue(state, { place, requirements }, ports.context);
	const measured = stateAfter(state, { place, changes }, now);
	const rivals = liveSessions(registry, place, machineOf(ports.context))
		.filter(([, { uuid }]) => uuid !== session.uuid)
		.map(([key, { cwd }]) => ({ key, cwd }));
	const unmeasured = requirements
		.filter((one) => isMeasured(one) && storedOf(measured, one.name)?.measured?.lines === undefined)
		.map(({ name }) => name);
	const linked = state?.behind_link;
	const notices = { now, problems, switchedOff, rivals, faults, obstacle, linked, unmeasured };
	return {
		branch: place.branch,
		statuses: statusesOf(measured, { place, session, requirements }, now),
		now,
		obstacle,
		off: offReason(config, { state, problems }),
		notices: noticesOf(notices),
	};
}
