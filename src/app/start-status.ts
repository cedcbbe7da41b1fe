import { type BranchState, storedOf } from '../core/branch-state/schema.ts';
import type { Requirement } from '../core/config/config.ts';
import type { FaultLine } from '../core/fault/fault.ts';
import { noticesOf, offReason, type StatusFacts, werePassed } from '../core/inject/status-text.ts';
import { liveSessions, type Registry } from '../core/registry/kind.ts';
import { isMeasured } from '../core/requirement-type/type-table.ts';
import type { Session } from '../core/session/session-id.ts';
import { orNothing } from './faults.ts';
import { withMeasure } from './judging.ts';
import type { Ports } from './ports.ts';
import type { Project } from './projects.ts';
import { commonDirOf, machineOf } from './registering.ts';
import type { Asked } from './standing-bypasses.ts';
import { standingsOf } from './stored-state.ts';

/** What is stored when a session starts. */
interface Stored {
	readonly registry: Registry;
	readonly state: BranchState | undefined;
	readonly isNewer: boolean;
	/** Version of the client, where it is still to be told that it is an old one. */
	readonly clientVersion?: string | undefined;
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
	const rivals = liveSessions(
		found.registry,
		{ commonDir: commonDirOf(place), branch: place.branch },
		machineOf(ports),
	).filter(([, { uuid }]) => uuid !== session.uuid);
	return {
		branch: place.branch,
		standings: standingsOf(measured, { place, session, requirements }, ports.now()),
		now: ports.now(),
		off: offReason(config, { state: found.state, problems }),
		notices: noticesOf({
			problems,
			switchedOff: config.switchedOff,
			rivals: rivals.map(([key, { cwd }]) => ({ key, cwd })),
			faults: found.faults,
			isNewer: found.isNewer,
			linked: found.state?.behind_link,
			clientVersion: found.clientVersion,
			writable: ports.branchState.writable(place),
			unmeasured: unmeasuredIn(measured, requirements),
			bypassed: await bypassedIn({ place, requirements, state: found.state }, ports),
		}),
	};
}

/** What earlier calls changed past a gate and nobody has answered for; a branch that knows of none loads nothing. */
async function bypassedIn(
	{ place, requirements, state }: Asked,
	ports: Ports,
): Promise<string | undefined> {
	if (!werePassed(state, requirements)) return undefined;
	const { standingBypasses } = await import('./standing-bypasses.ts');
	const { standingBypassNotice } = await import('../core/observe/standing-bypass.ts');
	const work = () => standingBypasses({ place, requirements, state }, ports);
	const what = 'what got round a gate earlier could not be looked at';
	const found = await orNothing(work, { place, what, ports });
	return standingBypassNotice(found ?? []);
}

function unmeasuredIn(
	state: BranchState | undefined,
	requirements: readonly Requirement[],
): string[] {
	return requirements
		.filter((one) => isMeasured(one) && storedOf(state, one.name)?.measured?.lines === undefined)
		.map(({ name }) => name);
}
