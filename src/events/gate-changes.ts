import { unknownName } from '../config/closest-word.ts';
import type { Requirement } from '../config/config.ts';
import { ttlOf } from '../config/duration.ts';
import type { Context } from '../context.ts';
import { refuseManual } from '../gate/next-steps.ts';
import { satisfiedEntries, satisfyChanges } from '../gate/satisfy.ts';
import type { Status } from '../gate/status.ts';
import { statusesOf } from '../gate/statuses.ts';
import { branchText, onBranchText, type Place } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import { journalOf, note } from '../journal/journal.ts';
import { sessionNamed } from '../memory/known-sessions.ts';
import { type BranchState, isRootScope } from '../state/branch-state.ts';
import { applyChanges, type BranchChange } from '../state/changes.ts';
import { recordOnFailure } from '../state/faults.ts';
import { liveNow } from '../state/registry.ts';
import { DAY_MS } from '../store/clock.ts';
import { Fault } from '../store/fault.ts';
import { oneLine, quoted, typedForm } from '../text/one-line.ts';
import { relativeTime } from '../text/phrases.ts';
import { askedBy, type Caller, keptRemark, onlyTheUser, satisfierFor } from './caller.ts';
import { type Batch, carryFromBranch, carryFromSession, formerHolders, satisfiedElsewhere } from './carry-over.ts';
import { configuredAt, type Project, startOf } from './projects.ts';
import { readState, storeOrFail } from './stored-state.ts';

/** A change that was stored for a session, and the answer to its caller: a line for each requirement. */
export interface GateChange extends Pick<Target, 'place' | 'session'> {
	readonly text: string;
}

interface Target extends Project {
	readonly session: Session;
	readonly requirements: readonly Requirement[];
	readonly state: BranchState | undefined;
}

/**
 * The requirements that a command names, each once, the session they change for, and the state of the branch.
 *
 * @param isOfBranch whether a requirement changes for the whole branch: then no session is needed
 * @throws Fault `not_configured`, `unknown_name`, `unknown_session`
 */
async function readTarget(
	{ caller, names }: { readonly caller: Caller; readonly names: readonly string[] },
	isOfBranch: (requirement: Requirement) => boolean,
	context: Context,
): Promise<Target> {
	const project = await configuredAt(caller.cwd, context);
	const { place, config } = project;
	const requirements = [...new Set(names)].map((name) => {
		const found = config.requirements.find((one) => one.name === name);
		if (found !== undefined) return found;
		const known = config.requirements.map((one): string => one.name);
		throw unknownName('requirement', name, known);
	});
	const atBranch = requirements.every(isOfBranch);
	const session = satisfierFor(place, { caller, atBranch }, context);
	const { state } = await readState(place, context);
	return { ...project, session, requirements, state };
}

/** `on branch main`; typed about another project than the session started in, also of which. */
export function whereText({ root, branch }: Place, { cwd, isTyped }: Caller, context: Context): string {
	const of = isTyped && root !== startOf(cwd, context).root ? ` of ${oneLine(root)}` : '';
	return `${onBranchText(branch)}${of}`;
}

/** `for session 1a2b3c4d on branch main`; a typed command is of one session, a terminal may be next to several. */
function forWhom(
	{ place, session }: Pick<Target, 'place' | 'session'>,
	{ caller, isOfBranch }: { readonly caller: Caller; readonly isOfBranch: boolean },
	context: Context,
): string {
	const one = caller.isTyped ? 'this session' : `session ${session.key}`;
	return `for ${isOfBranch ? 'every session' : one} ${whereText(place, caller, context)}`;
}

/**
 * Stores what satisfies requirements, then what leaves other branches, then a line in the journal of the session it is
 * for, if a hook has begun one: refusals that named them count as followed.
 *
 * @throws Fault with the code of the obstacle
 */
export async function storeSatisfactions(
	{ place, config, session }: Project & { readonly session: Session },
	{ changes, leaving = [] }: Omit<Batch, 'place'>,
	context: Context,
): Promise<void> {
	await storeOrFail(place, changes, context);
	for (const batch of leaving) await storeOrFail(batch.place, batch.changes, context);
	const entries = satisfiedEntries(config, changes);
	const remember = async () => {
		if (journalOf(place, session).length > 0) await note(place, session, { entries, context });
	};
	await recordOnFailure(remember, {
		place,
		what: 'what was satisfied could not be remembered',
		context,
	});
}

/**
 * Lets work go on without a requirement, whatever its type: in this session only, until the ttl ends (D1, D36). What is
 * satisfied for longer anyway stays as it is.
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
	context: Context,
): Promise<GateChange> {
	const { caller, name } = request;
	onlyTheUser(caller, 'req approve');
	const ttl = approvalTtlOf(request.ttl);
	const target = await readTarget({ caller, names: [name] }, () => false, context);
	const { place, session, requirements, state } = target;
	const at = context.now();
	const end = new Date(at + ttl).toISOString();
	const whom = forWhom(target, { caller, isOfBranch: false }, context);
	const [status] = statusesOf(state, target, at);
	if (status !== undefined && outlasts(status, end)) {
		const text = `${name}: already satisfied ${whom}; no approval is stored`;
		return { place, session, text };
	}
	const by = keptRemark(request.by ?? caller.user);
	const metadata = { approved_by: by, asked_by: askedBy(caller) };
	const changes = satisfyChanges(requirements, { session, at, by: 'approval', metadata, ttl });
	await storeSatisfactions(target, { changes }, context);
	const text = `${name}: approved by ${by} ${whom}, ends ${relativeTime(end, at)}`;
	return { place, session, text };
}

/** An approval is an exception: one that should last is a change of the config. */
const LONGEST_APPROVAL_MS = DAY_MS;

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
	context: Context,
): Promise<GateChange> {
	const { caller, allSessions, force } = request;
	onlyTheUser(caller, 'req clear');
	const isOfBranch = ({ scope }: Requirement) => allSessions || isRootScope(scope);
	const target = await readTarget(request, isOfBranch, context);
	const { place, session, requirements, state } = target;
	const permanent = requirements.find(({ scope }) => scope === 'permanent');
	if (permanent !== undefined && !force) {
		throw new Fault('refused', `${permanent.name} is permanent`, {
			hint: `req clear ${permanent.name} --force`,
		});
	}
	const at = new Date(context.now()).toISOString();
	const changes = requirements.map(
		({ name, scope }): BranchChange => ({ op: 'clear', name, scope, session, at, allSessions }),
	);
	const lines = requirements.map((one, index) => {
		const own = changes.slice(index, index + 1);
		const isCleared = state !== undefined && applyChanges(state, own, at).doc !== state;
		const what = isCleared ? 'cleared' : 'nothing to clear';
		return `${one.name}: ${what} ${forWhom(target, { caller, isOfBranch: isOfBranch(one) }, context)}`;
	});
	await storeOrFail(place, changes, context);
	return { place, session, text: lines.join('\n') };
}

/**
 * Switches the gates of this branch off until they are switched on again. A branch that is paused stays so, with its
 * time; a new reason replaces the old one.
 *
 * @throws Fault `refused` for the model (D36)
 */
export async function pause(
	{ caller, reason }: { readonly caller: Caller; readonly reason: string | undefined },
	context: Context,
): Promise<{ readonly text: string }> {
	onlyTheUser(caller, 'req pause');
	const { place } = await configuredAt(caller.cwd, context);
	const was = (await readState(place, context)).state?.paused;
	const now = context.now();
	const begun = was ?? { at: new Date(now).toISOString(), by: keptRemark(caller.user) };
	const paused = reason === undefined ? begun : { ...begun, reason: keptRemark(reason) };
	await storeOrFail(place, [{ op: 'pause', paused }], context);
	const why = paused.reason === undefined ? '' : `, ${quoted(paused.reason)}`;
	const since = was && `, since ${relativeTime(was.at, now)} by ${oneLine(was.by)}`;
	const gates = `the gates ${whereText(place, caller, context)} are paused${why}${since ?? ''}`;
	const text = `${gates}; \`req pause --off\` switches them on again`;
	return { text: caller.isTyped ? typedForm(text) : text };
}

/**
 * Switches the gates of this branch on again.
 *
 * @throws Fault `refused` for the model (D36)
 */
export async function unpause(caller: Caller, context: Context): Promise<{ readonly text: string }> {
	onlyTheUser(caller, 'req pause --off');
	const { place } = await configuredAt(caller.cwd, context);
	const isPaused = (await readState(place, context)).state?.paused !== undefined;
	await storeOrFail(place, [{ op: 'pause', paused: undefined }], context);
	const gates = `the gates ${whereText(place, caller, context)} are`;
	return { text: `${gates} ${isPaused ? 'on again' : 'not paused'}` };
}

/**
 * Satisfies requirements manually (D36): all of them or none.
 *
 * @param request `ttl`: as it was typed; `undefined`: each requirement's own. `carry`: take over what this session has on
 *   another branch, or what an earlier session has on this one (D1): `true`, or the branch or session
 * @throws Fault `usage`, `unknown_name`, `refused`, `unknown_session`
 */
export async function satisfy(
	request: {
		readonly caller: Caller;
		readonly names: readonly string[];
		readonly ttl: string | undefined;
		readonly evidence: string | undefined;
		readonly carry: string | true | undefined;
	},
	context: Context,
): Promise<GateChange> {
	const { caller, evidence, carry } = request;
	if (carry !== undefined) onlyTheUser(caller, 'req satisfy --carry');
	// `--carry` takes the word after it. In `--carry commit_plan` that is the requirement: no other word could be.
	const lone = request.names.length === 0 && typeof carry === 'string' ? [carry] : undefined;
	const names = lone ?? request.names;
	if (names.length === 0) throw new Fault('usage', 'name the requirements to satisfy');
	const ttl = request.ttl === undefined ? undefined : ttlOf(request.ttl);
	const isOfBranch = ({ scope }: Requirement) => isRootScope(scope);
	const target = await readTarget({ caller, names }, isOfBranch, context);
	const { place, session, requirements } = target;
	for (const requirement of requirements) {
		const refusal = refuseManual(requirement, caller.isModel);
		if (refusal !== undefined) throw refusal;
	}
	const at = context.now();
	const by = caller.isModel ? 'agent' : 'user';
	const said = evidence === undefined ? {} : { evidence: keptRemark(evidence) };
	const metadata = { asked_by: askedBy(caller), ...said };
	const from = typeof carry === 'string' && lone === undefined ? carry : undefined;
	const batch =
		carry === undefined
			? { changes: satisfyChanges(requirements, { session, at, by, metadata, ttl }) }
			: carryChanges(target, from, context);
	await storeSatisfactions(target, batch, context);
	const lines = batch.changes.flatMap((change) => {
		if (change.op !== 'satisfy') return [];
		const { name, scope, expires_at: end } = change;
		const whom = forWhom(target, { caller, isOfBranch: isRootScope(scope) }, context);
		const ends = end === undefined ? '' : `, ends ${relativeTime(end, at)}`;
		return [`${name}: satisfied ${whom}${originText(change.metadata)}${ends}`];
	});
	return { place, session, text: lines.join('\n') };
}

function originText(metadata: Readonly<Record<string, unknown>> | undefined): string {
	const { carried_from: key, carried_from_branch: branch } = metadata ?? {};
	if (typeof branch === 'string') return `, carried from ${branchText(branch)}`;
	return typeof key === 'string' ? `, carried from session ${oneLine(key)}` : '';
}

/**
 * Satisfactions that still hold, as they were: this session's own of another branch, else an earlier session's of this
 * branch. Never another live session's, never an approval (D1).
 *
 * @param from the branch or the session to carry over from, if the user named one
 * @throws Fault `refused` if a requirement has none, `unknown_session`
 */
function carryChanges(target: Target, from: string | undefined, context: Context): Omit<Batch, 'place'> {
	const { place, session, requirements } = target;
	const lines = journalOf(place, session);
	const held = satisfiedElsewhere({ place, session, config: target.config, lines }, context);
	const to = { place, session, now: context.now(), keepsConsumed: false };
	const moves = requirements.map((requirement) => {
		const own = held.find(
			(one) => one.requirement === requirement && (from === undefined || one.place.branch === from),
		);
		// Without the journal: the user decides whether later work matters.
		if (own !== undefined) return carryFromBranch(own, { ...to, lines: [] });
		const changes = fromEndedSession(requirement, target, from, context);
		if (changes.length > 0) return { changes, leaving: [] };
		const { name } = requirement;
		const what = `no valid ${name} to carry: this session has none on another branch, and no earlier session has one on this branch`;
		throw new Fault('refused', what, { hint: `req log ${name}` });
	});
	return {
		changes: moves.flatMap(({ changes }) => changes),
		leaving: moves.flatMap(({ leaving }) => leaving),
	};
}

/** What the session named, or the latest one that is no longer active, satisfied on this branch; mostly one change. */
function fromEndedSession(
	requirement: Requirement,
	{ place, session, state }: Target,
	from: string | undefined,
	context: Context,
): BranchChange[] {
	const active = [session.uuid, ...liveNow(context)];
	const source = from === undefined ? undefined : sessionNamed(from, place, context);
	if (source !== undefined && active.includes(source.uuid)) {
		const what = `session ${source.key} is active: nothing is carried over from it`;
		throw new Fault('refused', what, { hint: 'req satisfy NAME' });
	}
	if (state === undefined) return [];
	const holders = source === undefined ? formerHolders(requirement.name, state) : [source];
	const carry = { state, to: session, now: context.now(), keepsConsumed: false };
	const carried = holders
		.filter(({ uuid }) => !active.includes(uuid))
		.map((holder) => carryFromSession([requirement], { ...carry, from: holder }));
	return carried.find(({ length }) => length > 0) ?? [];
}
