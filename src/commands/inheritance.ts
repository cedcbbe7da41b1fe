import { type Caller, onlyAPerson } from '../app/commands/caller.ts';
import { refusal } from '../app/commands/inherit-source.ts';
import { memoryIfAny, memoryOf, onlyItsOwn, rememberingScene } from '../app/commands/memory-of.ts';
import { sessionNamed } from '../app/commands/session-choice.ts';
import { type Stored, storeChanges } from '../app/commands/store-changes.ts';
import { foldSession } from '../app/continuity/fold-session.ts';
import { type Inheritance, inherit, loadInheritance } from '../app/continuity/inherit.ts';
import { recordInherited } from '../app/continuity/record-restoration.ts';
import { viewpointNow } from '../app/continuity/take.ts';
import { writeInherited } from '../app/continuity/write-injection.ts';
import type { Ports } from '../app/ports.ts';
import { readRegistry } from '../app/registering.ts';
import { readState } from '../app/state-reading.ts';
import { waitingInherit } from '../core/branch-state/waiting-inherit.ts';
import type { Config } from '../core/config/config.ts';
import { Fault } from '../core/fault/fault.ts';
import { type Bundle, onlyOf } from '../core/inherit/bundle.ts';
import { type Selection, selectionText } from '../core/inherit/selection.ts';
import type { Injection } from '../core/inject/compile-injection.ts';
import type { BranchName, Place } from '../core/place/place.ts';
import { redact } from '../core/redact/redact.ts';
import type { Session } from '../core/session/session-id.ts';
import { named, oneLine } from '../core/text/one-line.ts';

export interface InheritRequest {
	readonly caller: Caller;
	/** The session to inherit from, as somebody named it. */
	readonly ref: string;
	readonly select: Selection;
	/** Milliseconds since the source's end; `undefined`: any age. */
	readonly maxAge: number | undefined;
	/** Whether the heir must say what it understood; `undefined`: as the config has it. */
	readonly required: boolean | undefined;
	/** Not the session at work: the next one of the branch. */
	readonly next: boolean;
}

/** A session that inherited, or had done so before. */
export interface InheritedNow {
	readonly kind: 'inherited' | 'there';
	readonly session: Session;
	readonly bundle: Bundle;
	/** What the session is told; `undefined` where it had it before. */
	readonly injection: Injection | undefined;
	readonly isRunning: boolean;
	readonly warnings: readonly string[];
}

/**
 * Lets the session at work inherit from one that somebody names, at any age; without a session at work, or where
 * the next one is meant, the branch is armed for it.
 *
 * @throws Fault `usage`, `unknown_session`, `not_configured`, `refused`, `state_unreadable`, `state_unwritable`
 */
export async function inheritFrom(
	request: InheritRequest,
	ports: Ports,
): Promise<InheritedNow | Armed> {
	const { caller, ref } = request;
	const { place, config, session } = await heirOf(caller, ports);
	const registry = await readRegistry(place, ports);
	const source = await sessionNamed(ref, { place, registry }, ports);
	const required = request.required ?? config.inherit?.comprehension === 'required';
	const asked = { ...request, place, config, source, required };
	return session === undefined || request.next
		? arm(asked, ports)
		: inheritNow({ ...asked, session }, ports);
}

/** Whoever names a session means that one, and no later one. */
async function heirOf(caller: Caller, ports: Ports) {
	if (caller.session !== undefined) await memoryOf(caller, ports);
	const found = await memoryIfAny(caller, ports);
	await onlyItsOwn(caller, found.session, ports);
	return found;
}

interface Asked extends InheritRequest {
	readonly place: Place;
	readonly config: Config;
	readonly session: Session;
	readonly source: Session;
	readonly required: boolean;
}

async function inheritNow(asked: Asked, ports: Ports): Promise<InheritedNow> {
	const { caller, session, source } = asked;
	const by = caller.isModel ? 'agent' : caller.user;
	const inherited = await inherit({ ...asked, door: 'command', by }, ports);
	switch (inherited.kind) {
		case 'refused':
			throw await refusal(inherited, asked, ports);
		case 'there':
			if (inherited.bundle.from_uuid !== source.uuid) throw hasOne(inherited.bundle, asked);
			return {
				...{ kind: 'there', session, bundle: inherited.bundle },
				...{ injection: undefined, isRunning: false, warnings: [] },
			};
		case 'inherited':
			return told(asked, inherited, ports);
		default:
			return inherited satisfies never;
	}
}

async function told(
	{ place, config, session, required }: Asked,
	inheritance: Inheritance,
	ports: Ports,
): Promise<InheritedNow> {
	const { continuity } = config;
	const { bundle, isRunning, warnings } = inheritance;
	const looking = await viewpointNow({ place, continuity, session }, ports);
	const { injection, restoration } = await writeInherited(
		{ ...inheritance, isGiven: false, isAsked: required, notes: [], gates: '' },
		looking,
		ports,
	);
	if (restoration !== undefined) {
		await recordInherited({ place, continuity, session, restoration }, ports);
	}
	await foldSession({ place, config }, session, ports);
	return { kind: 'inherited', session, bundle, injection, isRunning, warnings };
}

/** What a session has is written once. */
function hasOne({ from_session: from }: Bundle, { session, ref }: Asked): Fault {
	const what = `session ${session.key} inherited from ${named(from)} already`;
	return new Fault('refused', what, {
		hint: `\`req inherit ${named(ref)} --next\` is for the next session of the branch`,
	});
}

/** What a session inherited, or would. */
export interface ShownBundle {
	/** Whose it is; `undefined`: nobody's yet, or no session is at work. */
	readonly session: Session | undefined;
	/** `undefined`: there is none. */
	readonly bundle: Bundle | undefined;
	/** As somebody named what the next session of the branch inherits from; `undefined`: nothing waits, or nobody asked. */
	readonly waiting: string | undefined;
	/** The source is still at work. */
	readonly isRunning: boolean;
	readonly warnings: readonly string[];
}

interface ShowRequest {
	readonly caller: Caller;
	readonly select: Selection;
}

/**
 * What the session at work inherited, or the one that was named.
 *
 * @throws Fault `unknown_session`, `not_configured`, `state_unreadable`
 */
export async function ownBundle(
	{ caller, select }: ShowRequest,
	ports: Ports,
): Promise<ShownBundle> {
	if (caller.session !== undefined) await memoryOf(caller, ports);
	const { place, session } = await memoryIfAny(caller, ports);
	const waiting = waitingInherit((await readState(place, ports)).state)?.ref;
	const none = { session, bundle: undefined, waiting, isRunning: false, warnings: [] };
	if (session === undefined) return none;
	const loaded = await ports.bundles.read(place, session);
	switch (loaded.kind) {
		case 'absent':
			return none;
		case 'present': {
			const warnings = loaded.isOther
				? ['another version of req wrote it: what is known is shown']
				: [];
			return { ...none, bundle: onlyOf(loaded.doc, select), warnings };
		}
		case 'corrupt': {
			const what = `what session ${session.key} inherited cannot be read: ${loaded.reason}`;
			throw new Fault('state_unreadable', what, { hint: 'req doctor' });
		}
		default:
			return loaded satisfies never;
	}
}

/**
 * What a session would get that inherited from this one now. Writes nothing.
 *
 * @throws Fault `unknown_session`, `not_configured`, `state_unreadable`
 */
export async function bundleFrom(
	{ caller, select, ref }: ShowRequest & { readonly ref: string },
	ports: Ports,
): Promise<ShownBundle> {
	const { place, config } = await rememberingScene(caller, ports);
	const source = await sessionNamed(
		ref,
		{ place, registry: await readRegistry(place, ports) },
		ports,
	);
	const nobody = { session: undefined, maxAge: undefined, door: 'command' as const };
	const asked = { place, config, source, select, ...nobody };
	const loading = await loadInheritance(asked, ports);
	if (loading.kind === 'refused') throw await refusal(loading, asked, ports);
	const { bundle, isRunning, warnings } = loading;
	return { session: undefined, bundle, waiting: undefined, isRunning, warnings };
}

/** The next session of a branch will inherit. */
export interface Armed {
	readonly kind: 'armed';
	readonly branch: BranchName;
	/** What it would get now. */
	readonly bundle: Bundle;
	readonly isRunning: boolean;
	readonly warnings: readonly string[];
	readonly stored: Stored;
}

interface Arming {
	readonly caller: Caller;
	readonly place: Place;
	readonly config: Config;
	readonly ref: string;
	readonly source: Session;
	readonly select: Selection;
	readonly maxAge: number | undefined;
	readonly required: boolean;
}

/**
 * Arms the branch: the first new session of it inherits. What a session begins with is the user's to decide (D36).
 *
 * @throws Fault `refused`, `unknown_session`, `state_unreadable`, `state_unwritable`
 */
async function arm(arming: Arming, ports: Ports): Promise<Armed> {
	const { caller, place, source, select, maxAge, required } = arming;
	await onlyTheUserArms(caller, 'req inherit --next', ports);
	const loading = await loadInheritance({ ...arming, session: undefined, door: 'command' }, ports);
	if (loading.kind === 'refused') throw await refusal(loading, arming, ports);
	const { bundle, isRunning, warnings } = loading;
	const from = bundle.from_uuid === '' ? source.uuid : bundle.from_uuid;
	const asked = {
		...{ at: new Date(ports.now()).toISOString(), by: caller.user, from },
		...{ ref: oneLine(redact(arming.ref)), select: selectionText(select), required },
		...(maxAge === undefined ? {} : { max_age: maxAge }),
	};
	const stored = await storeChanges(place, [{ op: 'arm_inherit', ...asked }], ports);
	return { kind: 'armed', branch: place.branch, bundle, isRunning, warnings, stored };
}

/** What became of what the next session of the branch was to inherit. */
export interface Disarmed {
	readonly branch: BranchName;
	/** As it had been named; `undefined`: nothing waited for it. */
	readonly ref: string | undefined;
	readonly stored: Stored;
}

/**
 * Lets the next session of the branch begin as any other.
 *
 * @throws Fault `refused`, `not_configured`, `state_unwritable`
 */
export async function disarm(caller: Caller, ports: Ports): Promise<Disarmed> {
	await onlyTheUserArms(caller, 'req inherit --cancel', ports);
	const { place } = await rememberingScene(caller, ports);
	const waiting = waitingInherit((await readState(place, ports)).state);
	const stored = await storeChanges(
		place,
		waiting === undefined ? [] : [{ op: 'disarm_inherit' }],
		ports,
	);
	return { branch: place.branch, ref: waiting?.ref, stored };
}

async function onlyTheUserArms(caller: Caller, what: string, ports: Ports): Promise<void> {
	await onlyAPerson(caller, { what, hint: 'the user runs it in a terminal' }, ports);
}
