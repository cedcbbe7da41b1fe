import type { Requirement } from '../../core/config/config.ts';
import type { Place } from '../../core/place/place.ts';
import { satisfyChange } from '../../core/requirement/satisfying.ts';
import type { Standing } from '../../core/requirement/standing.ts';
import type { Session } from '../../core/session/session-id.ts';
import { standingsOf } from '../judging.ts';
import type { Ports } from '../ports.ts';
import { readState } from '../state-reading.ts';
import { askedBy, type Caller, onlyTheUser } from './caller.ts';
import { keptRemark } from './kept-text.ts';
import { requirementsNamed } from './named-requirements.ts';
import { configuredAt } from './project.ts';
import { sessionFor } from './session-choice.ts';
import { type Stored, storeSatisfactions } from './store-changes.ts';

export interface ApproveRequest {
	readonly caller: Caller;
	readonly name: string;
	/** Milliseconds. */
	readonly ttl: number;
	/** Who approves. */
	readonly by: string;
}

export interface Approved {
	readonly place: Place;
	readonly session: Session;
	/** False: nothing tells of this session here. */
	readonly isKnown: boolean;
	readonly requirements: readonly Requirement[];
	readonly by: string;
	/** When the approval ends; `undefined`: none was needed, a satisfaction lasts as long or longer. */
	readonly expiresAt: string | undefined;
	readonly stored: Stored;
}

/**
 * Lets work go on without a requirement, whatever its type: in this session only, until the ttl ends
 * (D1, D36). What is satisfied for longer anyway stays as it is.
 *
 * @throws Fault `refused`, `unknown_name`, `unknown_session`
 */
export async function approve(request: ApproveRequest, ports: Ports): Promise<Approved> {
	const { caller, name, ttl } = request;
	const scene = await configuredAt(caller.cwd, ports);
	const { place, config } = scene;
	await onlyTheUser(caller, 'req approve', ports);
	const requirements = requirementsNamed([name], config);
	const chosen = await sessionFor(place, { caller, atBranch: false }, ports);
	const { session } = chosen;
	const by = keptRemark(request.by);
	const at = ports.now();
	const expiresAt = new Date(at + ttl).toISOString();
	const told = { place, ...chosen, requirements, by };
	const { state } = await readState(place, ports);
	const standings = standingsOf(state, { place, session, requirements }, at);
	if (standings.every((standing) => outlasts(standing, expiresAt))) {
		return { ...told, expiresAt: undefined, stored: { kind: 'unchanged' } };
	}
	const metadata = { approved_by: by, asked_by: await askedBy(caller, ports) };
	const approval = { session, at, by: 'approval' as const, metadata, ttl };
	const changes = satisfyChange(requirements, approval);
	const stored = await storeSatisfactions({ ...scene, session }, changes, ports);
	return { ...told, expiresAt, stored };
}

/** An approval in place of what lasts longer would end it early. */
function outlasts({ reason, satisfaction }: Standing, end: string): boolean {
	if (reason !== 'satisfied') return false;
	return satisfaction?.expires_at === undefined || satisfaction.expires_at >= end;
}
