import type { Requirement } from '../../core/config/config.ts';
import { oneLine } from '../../core/inject/one-line.ts';
import type { Place } from '../../core/place/place.ts';
import { satisfyChange } from '../../core/requirement/satisfying.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { Ports } from '../ports.ts';
import { type Caller, onlyTheUser } from './caller.ts';
import { requirementsNamed } from './named-requirements.ts';
import { configuredAt } from './project.ts';
import { sessionFor } from './session-choice.ts';
import { type Stored, storeChanges } from './store-changes.ts';

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
	readonly requirements: readonly Requirement[];
	readonly by: string;
	readonly expiresAt: string;
	readonly stored: Stored;
}

/**
 * Lets work go on without a requirement, whatever its type: in this session only, until the ttl ends
 * (S4-066, D1, D36).
 *
 * @throws Fault `refused`, `unknown_name`, `unknown_session`
 */
export async function approve(request: ApproveRequest, ports: Ports): Promise<Approved> {
	const { caller, name, ttl } = request;
	const { place, config } = await configuredAt(caller.cwd, ports);
	onlyTheUser(caller, 'req approve');
	const requirements = requirementsNamed([name], config);
	const session = await sessionFor(place, { caller, atBranch: false }, ports);
	const by = oneLine(request.by);
	const at = ports.now();
	const approval = { session, at, by: 'approval' as const, metadata: { approved_by: by }, ttl };
	const stored = await storeChanges(place, satisfyChange(requirements, approval), ports);
	const expiresAt = new Date(at + ttl).toISOString();
	return { place, session, requirements, by, expiresAt, stored };
}
