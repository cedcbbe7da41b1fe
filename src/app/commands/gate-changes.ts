import { applyChanges } from '../../core/branch-state/apply.ts';
import { type BranchChange, isRootScope, ownerOf } from '../../core/branch-state/schema.ts';
import { namedIn, type Requirement } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { ApprovalFacts, ClearedName, PauseFacts } from '../../core/inject/change-text.ts';
import { satisfyChange } from '../../core/requirement/satisfying.ts';
import type { Standing } from '../../core/requirement/standing.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { followGates } from '../guarding.ts';
import type { Ports } from '../ports.ts';
import { readState, standingsOf } from '../stored-state.ts';
import { askedBy, type Caller, onlyTheUser } from './caller.ts';
import { keptRemark } from './kept-text.ts';
import { requirementsNamed } from './named-requirements.ts';
import { configuredAt } from './project.ts';
import { sessionFor } from './session-choice.ts';
import { type Changed, type Stored, storeChanges, storeSatisfactions } from './store-changes.ts';
import { ttlOf } from './ttl.ts';

/**
 * Lets work go on without a requirement, whatever its type: in this session only, until the ttl ends
 * (D1, D36). What is satisfied for longer anyway stays as it is.
 *
 * @param request `ttl`: as it was typed; `by`: who approves, if not the caller
 * @throws Fault `usage`, `refused`, `unknown_name`, `unknown_session`
 */
export async function approve(
	request: {
		readonly caller: Caller;
		readonly name: string;
		readonly ttl: string;
		readonly by: string | undefined;
	},
	ports: Ports,
): Promise<Changed & ApprovalFacts> {
	const { caller, name } = request;
	const ttl = approvalTtlOf(request.ttl);
	const scene = await configuredAt(caller.cwd, ports);
	const { place, config } = scene;
	await onlyTheUser(caller, 'req approve', ports);
	const requirements = requirementsNamed([name], config);
	const chosen = await sessionFor(place, { caller, atBranch: false }, ports);
	const { session } = chosen;
	const by = keptRemark(request.by ?? caller.user);
	const at = ports.now();
	const expiresAt = new Date(at + ttl).toISOString();
	const told = { place, ...chosen, requirements, by };
	const { state } = await readState(place, ports);
	const standings = standingsOf(state, { place, session, requirements }, at);
	if (standings.every((standing) => outlasts(standing, expiresAt))) {
		return { ...told, expiresAt: undefined, stored: UNCHANGED };
	}
	const metadata = { approved_by: by, asked_by: await askedBy(caller, ports) };
	const approval = { session, at, by: 'approval' as const, metadata, ttl };
	const changes = satisfyChange(requirements, approval);
	const stored = await storeSatisfactions({ ...scene, session }, changes, ports);
	return { ...told, expiresAt, stored };
}

/** An approval is an exception: one that should last is a change of the config. */
const LONGEST_APPROVAL_MS = 86_400_000;

/** @throws Fault `usage` */
function approvalTtlOf(text: string): number {
	const ttl = ttlOf(text);
	if (ttl <= LONGEST_APPROVAL_MS) return ttl;
	throw new Fault('usage', `an approval lasts 24h at most, not ${oneLine(text)}`, {
		hint: 'approve again when it has ended, or change what the config requires',
	});
}

/** An approval in place of what lasts longer would end it early. */
function outlasts({ reason, satisfaction }: Standing, end: string): boolean {
	if (reason !== 'satisfied') return false;
	return satisfaction?.expires_at === undefined || satisfaction.expires_at >= end;
}

/**
 * Takes satisfactions back: this session's, for a branch scope the branch's. What armed them stays (D31).
 *
 * @param request `force`: permanent requirements too
 * @throws Fault `refused`, `unknown_name`, `unknown_session`
 */
export async function clear(
	request: {
		readonly caller: Caller;
		readonly names: readonly string[];
		readonly allSessions: boolean;
		readonly force: boolean;
	},
	ports: Ports,
): Promise<Changed & { readonly names: readonly ClearedName[] }> {
	const { caller, names, allSessions, force } = request;
	const { place, config } = await configuredAt(caller.cwd, ports);
	await onlyTheUser(caller, 'req clear', ports);
	const requirements = requirementsNamed(names, config);
	const permanent = requirements.find(({ scope }) => scope === 'permanent');
	if (permanent !== undefined && !force) {
		throw new Fault('refused', `${permanent.name} is permanent`, {
			hint: `req clear ${permanent.name} --force`,
		});
	}
	const atBranch = allSessions || requirements.every(({ scope }) => isRootScope(scope));
	const chosen = await sessionFor(place, { caller, atBranch }, ports);
	const { state } = await readState(place, ports);
	const at = new Date(ports.now()).toISOString();
	const changeOf = (some: readonly Requirement[]): BranchChange => ({
		...{ op: 'clear', at, ...ownerOf(chosen.session) },
		...{ names: namedIn(some), all_sessions: allSessions },
	});
	const outcome = requirements.map((requirement) => {
		const cleared =
			state !== undefined && applyChanges(state, [changeOf([requirement])], at).doc !== state;
		const of = allSessions || isRootScope(requirement.scope) ? 'branch' : 'session';
		return { name: requirement.name, cleared, of } as const;
	});
	const stored = await storeChanges(place, [changeOf(requirements)], ports);
	return { place, ...chosen, names: outcome, stored };
}

/** What became of a branch's pause. */
export interface Pausing extends PauseFacts, Pick<Changed, 'place' | 'stored'> {}

const UNCHANGED: Stored = { kind: 'unchanged' };

/**
 * Switches the gates of this branch off until `unpause`. A branch that is paused stays so, with its
 * time; a new reason replaces the old one.
 *
 * @throws Fault `refused` for the model (D36)
 */
export async function pause(
	request: { readonly caller: Caller; readonly reason: string | undefined },
	ports: Ports,
): Promise<Pausing> {
	const { caller, reason } = request;
	const { place, config } = await configuredAt(caller.cwd, ports);
	await onlyTheUser(caller, 'req pause', ports);
	const { state } = await readState(place, ports);
	const said = reason === undefined ? {} : { reason: keptRemark(reason) };
	const before = state?.paused;
	if (before !== undefined && (said.reason === undefined || said.reason === before.reason)) {
		return { place, paused: before, was: before, stored: UNCHANGED };
	}
	const at = before?.at ?? new Date(ports.now()).toISOString();
	const paused = { at, by: before?.by ?? keptRemark(caller.user), ...said };
	// A pause of the same time is the same pause, so the old one has to end first.
	const changes: BranchChange[] = [
		...(before === undefined ? [] : [{ op: 'unpause' as const }]),
		{ op: 'pause', ...paused },
	];
	const stored = await storeChanges(place, changes, ports);
	await followGates(place, { config, isPaused: true }, ports);
	return { place, paused, was: before, stored };
}

/**
 * Switches the gates of this branch on again.
 *
 * @throws Fault `refused` for the model (D36)
 */
export async function unpause(caller: Caller, ports: Ports): Promise<Pausing> {
	const { place, config } = await configuredAt(caller.cwd, ports);
	await onlyTheUser(caller, 'req unpause', ports);
	const paused = (await readState(place, ports)).state?.paused;
	const was = paused;
	if (paused === undefined) return { place, paused, was, stored: UNCHANGED };
	const stored = await storeChanges(place, [{ op: 'unpause' }], ports);
	await followGates(place, { config, isPaused: false }, ports);
	return { place, paused, was, stored };
}
