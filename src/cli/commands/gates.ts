import { approve as approveIt } from '../../app/commands/approve.ts';
import { clear as clearThem } from '../../app/commands/clear.ts';
import { done as completeIt } from '../../app/commands/done.ts';
import { namesAndCarry } from '../../app/commands/names-and-carry.ts';
import {
	type Pausing,
	pause as pauseBranch,
	unpause as unpauseBranch,
} from '../../app/commands/pausing.ts';
import { satisfy as satisfyThem } from '../../app/commands/satisfy.ts';
import { type Chosen, OUTSIDE } from '../../app/commands/session-choice.ts';
import type { Stored } from '../../app/commands/store-changes.ts';
import { trust as trustIt } from '../../app/commands/trust.ts';
import { approvalTtlOf, ttlOf } from '../../app/commands/ttl.ts';
import {
	approvedText,
	clearedText,
	pausedText,
	satisfiedText,
	storageNotes,
	trustedText,
	unpausedText,
	type Whose,
} from '../../core/inject/change-text.ts';
import { branchText, onBranchText } from '../../core/place/branch-text.ts';
import type { Place } from '../../core/place/place.ts';
import { type Answer, type Changing, changed, type Desk } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { doneText } from '../text/done.ts';

interface OfSession extends Changing {
	readonly session?: string;
}

interface SatisfyOptions extends OfSession {
	readonly ttl?: string;
	readonly evidence?: string;
	/** `true`: from the latest session. */
	readonly carry?: string | true;
}

/** `req satisfy NAME…` */
export async function satisfy(
	given: readonly string[],
	options: SatisfyOptions,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { session, ttl, evidence } = options;
	const from = options.carry === true ? undefined : options.carry;
	const wanted = options.carry === undefined ? undefined : { from };
	const { names, carry } = namesAndCarry(given, wanted);
	const lasting = ttl === undefined ? undefined : ttlOf(ttl);
	const request = { caller: caller(session), names, ttl: lasting, evidence, carry };
	const satisfied = await satisfyThem(request, ports);
	const requirements = satisfied.names.map(({ name, already, holds, ...one }) => ({
		...{ name, already, holds },
		expires_at: one.expiresAt ?? null,
		carried_from: one.from ?? null,
	}));
	const text = satisfiedText(satisfied.names, whoseOf(satisfied), ports.now());
	return stored(changed(options, text, { ...whereOf(satisfied), requirements }), satisfied);
}

/** `req clear NAME…` */
export async function clear(
	names: readonly string[],
	options: OfSession & { readonly allSessions?: true; readonly force?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { allSessions, force } = options;
	const request = { caller: caller(options.session), names };
	const cleared = await clearThem(
		{ ...request, allSessions: allSessions === true, force: force === true },
		ports,
	);
	const value = { ...whereOf(cleared), requirements: cleared.names };
	return stored(changed(options, clearedText(cleared.names, whoseOf(cleared)), value), cleared);
}

/** `req approve NAME` */
export async function approve(
	name: string,
	options: OfSession & { readonly ttl: string; readonly by?: string },
	desk: Desk,
): Promise<Answer> {
	const { ports } = desk;
	const caller = desk.caller(options.session);
	const ttl = approvalTtlOf(options.ttl);
	const approved = await approveIt({ caller, name, ttl, by: options.by ?? caller.user }, ports);
	const value = {
		...whereOf(approved),
		requirements: approved.requirements.map((one) => one.name),
		by: approved.by,
		expires_at: approved.expiresAt ?? null,
	};
	const text = approvedText(approved, whoseOf(approved), ports.now());
	return stored(changed(options, text, value), approved);
}

/** `req done SKILL` */
export async function done(
	wanted: string,
	options: OfSession & { readonly evidence?: string },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), skill: wanted, evidence: options.evidence };
	const completed = await completeIt(request, ports);
	const { skill, satisfied, already } = completed;
	const value = { ...whereOf(completed), skill, satisfied, already };
	return stored(changed(options, doneText(completed), value), completed);
}

/** `req pause` */
export async function pause(
	options: Changing & { readonly reason?: string },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(undefined), reason: options.reason };
	const pausing = await pauseBranch(request, ports);
	const { paused } = pausing;
	const pauseJson = paused && { at: paused.at, by: paused.by, reason: paused.reason ?? null };
	const text = pausedText(branchText(pausing.place.branch), pausing, ports.now());
	return changed(options, text, pausingJson(pausing, pauseJson), storageNotes(pausing.stored.kind));
}

/** `req trust` */
export async function trust(
	options: OfSession & { readonly dryRun?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const dryRun = options.dryRun === true;
	const trusted = await trustIt({ caller: caller(options.session), dryRun }, ports);
	const jsonOf = (wanted: string) =>
		trusted.changes.flatMap(({ of, json }) => (of === wanted ? [json] : []));
	const value = { dry_run: dryRun, sessions: jsonOf('session'), states: jsonOf('state') };
	return changed(options, trustedText(trusted), value);
}

/** `req unpause` */
export async function unpause(options: Changing, { ports, caller }: Desk): Promise<Answer> {
	const pausing = await unpauseBranch({ caller: caller(undefined) }, ports);
	const text = unpausedText(branchText(pausing.place.branch), pausing);
	return changed(options, text, pausingJson(pausing, undefined), storageNotes(pausing.stored.kind));
}

function pausingJson({ place, stored }: Pausing, paused: object | undefined): object {
	const { branch } = place;
	return { branch, changed: stored.kind !== 'unchanged', paused: paused ?? null };
}

type Changed = Chosen & { readonly place: Place; readonly stored: Stored };

/** Where something was changed, and for which session: null from outside any. */
function whereOf({ place, session }: Changed): object {
	return { branch: place.branch, session: session.key === OUTSIDE ? null : session.key };
}

/** A terminal may stand beside several sessions, so each is named by its key. */
function whoseOf({ place, session }: Changed): Whose {
	const isOutside = session.key === OUTSIDE;
	return {
		on: onBranchText(place.branch),
		session: isOutside ? undefined : `session ${session.key}`,
	};
}

/** A change that was made; with a warning where nothing tells of its session here. */
function stored(answer: Answer, { session, isKnown, stored }: Changed): Answer {
	const warnings = storageNotes(stored.kind);
	if (isKnown) return { ...answer, warnings };
	const unheard = `nothing is known of session ${session.uuid} here: no hook of req has seen it`;
	return { ...answer, warnings: [...warnings, unheard], exit: EXIT.warned };
}
