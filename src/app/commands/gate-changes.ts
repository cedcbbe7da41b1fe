import type { Requirement } from '../../config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import {
	approvedText,
	clearedText,
	pausedText,
	type SatisfiedName,
	satisfiedText,
	unpausedText,
	type Whose,
} from '../../core/inject/change-text.ts';
import type { Session } from '../../core/session/session-id.ts';
import { oneLine, typedForm } from '../../core/text/one-line.ts';
import {
	type Batch,
	carryFromBranch,
	carryFromSession,
	satisfiedElsewhere,
} from '../../events/carry-over.ts';
import { startOf } from '../../events/projects.ts';
import { readState } from '../../events/stored-state.ts';
import { refuseManual } from '../../gate/next-steps.ts';
import { satisfyChanges } from '../../gate/satisfy.ts';
import type { Status } from '../../gate/status.ts';
import { type Arrival, statusesOf } from '../../gate/statuses.ts';
import { branchText, onBranchText, type Place } from '../../git/place.ts';
import { journalOf } from '../../journal/journal.ts';
import { sessionNamed } from '../../memory/known-sessions.ts';
import { isRootScope } from '../../state/branch-state.ts';
import { applyChanges, type BranchChange } from '../../state/changes.ts';
import { formerHolders } from '../../state/recall.ts';
import { liveNow } from '../../state/registry.ts';
import type { Ports } from '../ports.ts';
import { askedBy, type Caller, onlyTheUser } from './caller.ts';
import { keptRemark } from './kept-text.ts';
import { configuredAt, requirementsNamed } from './project.ts';
import { type Chosen, OUTSIDE, sessionFor } from './session-choice.ts';
import { storeOrFail, storeSatisfactions } from './store-changes.ts';
import { ttlOf } from './typed-values.ts';

/** A change that was made for a session, and what its caller is answered. */
export interface GateChange extends Chosen {
	readonly text: string;
}

/** Where a command did its work: who typed it reads the project if the session started in another one. */
export function whereText({ root, branch }: Place, { cwd, isTyped }: Caller, ports: Ports) {
	const of = isTyped && root !== startOf(cwd, ports).root ? ` of ${oneLine(root)}` : '';
	return { on: `${onBranchText(branch)}${of}`, branch: `${branchText(branch)}${of}` };
}

/** Who types a command is in one session; a terminal may be beside several, so each is named by its key. */
function whoseOf(place: Place, { key }: Session, caller: Caller, ports: Ports): Whose {
	const named = key === OUTSIDE ? undefined : `session ${key}`;
	const session = caller.isTyped ? 'this session' : named;
	const { on } = whereText(place, caller, ports);
	return { on, session, by: caller.isModel ? session : undefined };
}

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
): Promise<GateChange> {
	const { caller, name } = request;
	const ttl = approvalTtlOf(request.ttl);
	const project = await configuredAt(caller.cwd, ports);
	const { place, config } = project;
	onlyTheUser(caller, 'req approve');
	const requirements = requirementsNamed([name], config);
	const chosen = await sessionFor(place, { caller, atBranch: false }, ports);
	const { session } = chosen;
	const by = keptRemark(request.by ?? caller.user);
	const at = ports.now();
	const expiresAt = new Date(at + ttl).toISOString();
	const whose = whoseOf(place, session, caller, ports);
	const { state } = await readState(place, ports);
	const statuses = statusesOf(state, { place, session, requirements }, at);
	if (statuses.every((status) => outlasts(status, expiresAt))) {
		return { ...chosen, text: approvedText(name, { by, expiresAt: undefined }, whose, at) };
	}
	const metadata = { approved_by: by, asked_by: askedBy(caller) };
	const approval = { session, at, by: 'approval' as const, metadata, ttl };
	const changes = satisfyChanges(requirements, approval);
	await storeSatisfactions({ ...project, session }, changes, ports);
	return { ...chosen, text: approvedText(name, { by, expiresAt }, whose, at) };
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
function outlasts({ reason, satisfaction }: Status, end: string): boolean {
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
): Promise<GateChange> {
	const { caller, names, allSessions, force } = request;
	const { place, config } = await configuredAt(caller.cwd, ports);
	onlyTheUser(caller, 'req clear');
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
	const { session } = chosen;
	const changes = requirements.map(
		({ name, scope }): BranchChange => ({ op: 'clear', name, scope, session, at, allSessions }),
	);
	const cleared = requirements.map(({ name, scope }, index) => {
		const own = changes.slice(index, index + 1);
		const isCleared = state !== undefined && applyChanges(state, own, at).doc !== state;
		const of = allSessions || isRootScope(scope) ? 'branch' : 'session';
		return { name, cleared: isCleared, of } as const;
	});
	await storeOrFail(place, changes, ports);
	return { ...chosen, text: clearedText(cleared, whoseOf(place, session, caller, ports)) };
}

/**
 * Switches the gates of this branch off until they are switched on again. A branch that is paused stays so, with its
 * time; a new reason replaces the old one.
 *
 * @throws Fault `refused` for the model (D36)
 */
export async function pause(
	{ caller, reason }: { readonly caller: Caller; readonly reason: string | undefined },
	ports: Ports,
): Promise<{ readonly text: string }> {
	const { place } = await configuredAt(caller.cwd, ports);
	onlyTheUser(caller, 'req pause');
	const was = (await readState(place, ports)).state?.paused;
	const said = reason === undefined ? {} : { reason: keptRemark(reason) };
	const isNew = was === undefined || (said.reason ?? was.reason) !== was.reason;
	const at = was?.at ?? new Date(ports.now()).toISOString();
	const paused = isNew ? { at, by: was?.by ?? keptRemark(caller.user), ...said } : was;
	if (isNew) await storeOrFail(place, [{ op: 'pause', paused }], ports);
	const { branch } = whereText(place, caller, ports);
	const text = pausedText(branch, { paused, was }, ports.now());
	return { text: caller.isTyped ? typedForm(text) : text };
}

/**
 * Switches the gates of this branch on again.
 *
 * @throws Fault `refused` for the model (D36)
 */
export async function unpause(caller: Caller, ports: Ports): Promise<{ readonly text: string }> {
	const { place } = await configuredAt(caller.cwd, ports);
	onlyTheUser(caller, 'req pause --off');
	const isPaused = (await readState(place, ports)).state?.paused !== undefined;
	if (isPaused) await storeOrFail(place, [{ op: 'pause', paused: undefined }], ports);
	return { text: unpausedText(whereText(place, caller, ports).branch, isPaused) };
}

/** What was typed. */
interface SatisfyRequest {
	readonly caller: Caller;
	readonly names: readonly string[];
	/** `undefined`: each requirement's own. */
	readonly ttl: string | undefined;
	readonly evidence: string | undefined;
	/** Take over an earlier session's satisfaction (D1): from this one, or from the latest. */
	readonly carry: { readonly from: string | undefined } | undefined;
}

/**
 * Satisfies requirements by hand (D36). All of them or none.
 *
 * @throws Fault `usage`, `unknown_name`, `refused`, `unknown_session`
 */
export async function satisfy(request: SatisfyRequest, ports: Ports): Promise<GateChange> {
	const { names, carry } = namesAndCarry(request);
	const { evidence } = request;
	const ttl = request.ttl === undefined ? undefined : ttlOf(request.ttl);
	const project = await configuredAt(request.caller.cwd, ports);
	const { place, config } = project;
	const requirements = requirementsNamed(names, config);
	const { caller } = request;
	if (carry !== undefined) onlyTheUser(caller, 'req satisfy --carry');
	for (const requirement of requirements) {
		const refusal = refuseManual(requirement, caller.isModel);
		if (refusal !== undefined) throw refusal;
	}
	const atBranch = requirements.every(({ scope }) => isRootScope(scope));
	const chosen = await sessionFor(place, { caller, atBranch }, ports);
	const { session } = chosen;
	const { state } = await readState(place, ports);
	const before = statusesOf(state, { place, session, requirements }, ports.now());
	const by = caller.isModel ? ('agent' as const) : ('user' as const);
	const said = evidence === undefined ? {} : { evidence: keptRemark(evidence) };
	const metadata = { asked_by: askedBy(caller), ...said };
	const { changes, leaving } =
		carry === undefined
			? {
					changes: satisfyChanges(requirements, { session, at: ports.now(), by, metadata, ttl }),
					leaving: [],
				}
			: await carryOver(
					{ place, session, state, config: { requirements }, from: carry.from },
					ports,
				);
	await storeSatisfactions({ ...project, session }, changes, ports);
	for (const batch of leaving) await storeOrFail(batch.place, batch.changes, ports);
	const whose = whoseOf(place, session, caller, ports);
	return { ...chosen, text: satisfiedText(outcome(before, changes), whose, ports.now()) };
}

/** `before`: where the requirements stood. */
function outcome(
	before: readonly Status[],
	changes: readonly BranchChange[],
): readonly SatisfiedName[] {
	return before.map(({ requirement: { name, scope }, reason }) => {
		const holds = isRootScope(scope) ? 'branch' : 'session';
		const change = changes.filter((one) => one.op === 'satisfy').find((one) => one.name === name);
		if (change === undefined)
			return { name, holds, already: true, expiresAt: undefined, from: undefined };
		const { carried_from: key, carried_from_branch: branch } = change.metadata ?? {};
		return {
			name,
			holds,
			// What was only approved was not.
			already: reason === 'satisfied',
			expiresAt: change.expires_at,
			from: originText(branch, key),
		};
	});
}

function originText(branch: unknown, key: unknown): string | undefined {
	if (typeof branch === 'string') return branchText(branch);
	return typeof key === 'string' ? `session ${key}` : undefined;
}

/**
 * `--carry` takes the word after it for a session. In `--carry commit_plan` that is the requirement: no
 * other word is left that could be.
 *
 * @throws Fault `usage`
 */
function namesAndCarry({ names, carry }: SatisfyRequest): Pick<SatisfyRequest, 'names' | 'carry'> {
	if (names.length > 0) return { names, carry };
	if (carry?.from !== undefined) return { names: [carry.from], carry: { from: undefined } };
	throw new Fault('usage', 'name the requirements to satisfy');
}

/** What is carried, to whom, and whence when the user said so. */
interface CarryRequest extends Omit<Arrival, 'lines'> {
	/** A session reference, or a branch on which this session satisfied it. */
	readonly from: string | undefined;
}

/**
 * Satisfactions that still hold, as they were: this session's own of another branch, else an earlier
 * session's of this branch. Never another live session's, never an approval (D1).
 *
 * @returns changes of this branch, and of those that something has left
 * @throws Fault `refused` where there is none
 */
async function carryOver(
	request: CarryRequest,
	ports: Ports,
): Promise<{ readonly changes: readonly BranchChange[]; readonly leaving: readonly Batch[] }> {
	const { place, session, config, from } = request;
	const lines = await journalOf(place, session);
	const held = satisfiedElsewhere({ ...request, lines }, ports);
	const meant = held.filter(({ place: there }) => from === undefined || there.branch === from);
	const wanted = config.requirements.filter(({ scope }) => !isRootScope(scope));
	const own = wanted.flatMap((one) => meant.find(({ requirement }) => requirement === one) ?? []);
	// Without the journal: the user decides whether later work matters.
	const moves = own.map((one) =>
		carryFromBranch(one, { ...request, lines: [], now: ports.now(), keepsConsumed: false }),
	);
	const requirements = wanted.filter((one) => !own.some(({ requirement }) => requirement === one));
	const others =
		requirements.length === 0
			? []
			: await ofOthers({ ...request, config: { requirements } }, ports);
	return {
		changes: [...moves.flatMap(({ changes }) => changes), ...others],
		leaving: moves.flatMap(({ leaving }) => leaving),
	};
}

/** What sessions that have ended satisfied on this branch. */
async function ofOthers(request: CarryRequest, ports: Ports): Promise<BranchChange[]> {
	const { place, session, state, from } = request;
	const { requirements } = request.config;
	const busy = [session.uuid, ...liveNow(ports.context)];
	const source = from === undefined ? undefined : sessionNamed(from, place, ports);
	if (source !== undefined && busy.includes(source.uuid)) {
		throw new Fault('refused', `session ${source.key} is at work: nothing is carried from it`, {
			hint: 'req satisfy NAME',
		});
	}
	if (state === undefined) throw nothingToCarry(requirements[0]);
	return requirements.flatMap((requirement) => {
		const holders =
			source === undefined ? formerHolders(requirement.name, state, ports.sha256) : [source];
		const changes = holders
			.filter(({ uuid }) => !busy.includes(uuid))
			.map((holder) =>
				carryFromSession([requirement], {
					state,
					from: holder,
					to: session,
					now: ports.now(),
					keepsConsumed: false,
				}),
			)
			.find(({ length }) => length > 0);
		if (changes === undefined) throw nothingToCarry(requirement);
		return changes;
	});
}

function nothingToCarry(requirement: Requirement | undefined): Fault {
	const name = requirement?.name ?? 'it';
	const what = `no valid ${name} to carry: this session has none on another branch, and no earlier session has one on this branch`;
	return new Fault('refused', what, { hint: `req log ${name}` });
}
