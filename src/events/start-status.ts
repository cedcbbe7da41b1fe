import type { Context } from '../core/context.ts';
import type { FaultLine } from '../core/fault/fault.ts';
import { noticesOf, offReason, type StatusFacts } from '../core/inject/status-text.ts';
import type { Session } from '../core/session/session-id.ts';
import { isMeasured } from '../gate/requirement-types.ts';
import { measuresDue, stateAfter, statusesOf } from '../gate/statuses.ts';
import type { StoredState } from '../state/branch-files.ts';
import { machineOf } from '../state/registry.ts';
import { liveSessions, type Registry } from '../state/registry-kind.ts';
import type { Project } from './projects.ts';

/** What is stored when a session starts; `faults`: those not shown yet. */
interface Stored extends StoredState {
	readonly registry: Registry;
	readonly faults: readonly FaultLine[];
}

/** The status of the gates for a session that starts, and what the user should know. */
export async function startFacts(
	{ project, session }: { readonly project: Project; readonly session: Session },
	{ registry, state, obstacle, faults }: Stored,
	context: Context,
): Promise<StatusFacts> {
	const { place, config, problems } = project;
	const { requirements, switchedOff } = config;
	const now = context.now();
	const changes = await measuresDue(state, { place, requirements }, context);
	const measured = stateAfter(state, { place, changes }, now);
	const rivals = liveSessions(registry, place, machineOf(context))
		.filter(([, { uuid }]) => uuid !== session.uuid)
		.map(([key, { cwd }]) => ({ key, cwd }));
	const statuses = statusesOf(measured, { place, session, requirements }, now);
	const unmeasured = statuses
		.filter(({ requirement, lines }) => isMeasured(requirement) && lines === undefined)
		.map(({ requirement }) => requirement.name);
	const linked = state?.behind_link;
	const notices = { now, problems, switchedOff, rivals, faults, obstacle, linked, unmeasured };
	const off = offReason(config, { state, problems });
	return { branch: place.branch, statuses, now, obstacle, off, notices: noticesOf(notices) };
}
