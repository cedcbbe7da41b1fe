import type { Ports } from '../app/ports.ts';
import type { Requirement } from '../config/config.ts';
import type { FaultLine } from '../core/fault/fault.ts';
import { noticesOf, offReason, type StatusFacts } from '../core/inject/status-text.ts';
import type { Session } from '../core/session/session-id.ts';
import { withMeasure } from '../gate/measure.ts';
import { isMeasured } from '../gate/requirement-types.ts';
import { statusesOf } from '../gate/statuses.ts';
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
	/** Faults nobody was told about yet. */
	readonly faults: readonly FaultLine[];
}

/** Where the gates stand for a session that starts, and what somebody should know. */
export async function startFacts(
	{ project, session }: { readonly project: Project; readonly session: Session },
	found: Stored,
	ports: Ports,
): Promise<StatusFacts> {
	const { place, config, problems } = project;
	const { requirements } = config;
	const measured = await withMeasure(found.state, { place, requirements }, ports);
	const rivals = liveSessions(found.registry, place, machineOf(ports.context)).filter(
		([, { uuid }]) => uuid !== session.uuid,
	);
	return {
		branch: place.branch,
		statuses: statusesOf(measured, { place, session, requirements }, ports.now()),
		now: ports.now(),
		obstacle: found.obstacle,
		off: offReason(config, { state: found.state, problems }),
		notices: noticesOf({
			now: ports.now(),
			problems,
			switchedOff: config.switchedOff,
			rivals: rivals.map(([key, { cwd }]) => ({ key, cwd })),
			faults: found.faults,
			obstacle: found.obstacle,
			linked: found.state?.behind_link,
			unmeasured: unmeasuredIn(measured, requirements),
		}),
	};
}

function unmeasuredIn(
	state: BranchState | undefined,
	requirements: readonly Requirement[],
): string[] {
	return requirements
		.filter((one) => isMeasured(one) && storedOf(state, one.name)?.measured?.lines === undefined)
		.map(({ name }) => name);
}
