import type { Config } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Bundle } from '../../core/inherit/bundle.ts';
import type { Selection } from '../../core/inherit/selection.ts';
import type { Injection } from '../../core/inject/compile-injection.ts';
import type { Place } from '../../core/place/place.ts';
import type { Session } from '../../core/session/session-id.ts';
import { named } from '../../core/text/one-line.ts';
import { foldSession } from '../continuity/fold-session.ts';
import { type Inheritance, inherit } from '../continuity/inherit.ts';
import { viewpointNow } from '../continuity/rank-sessions.ts';
import { recordInherited } from '../continuity/record-restoration.ts';
import { writeInherited } from '../continuity/write-injection.ts';
import type { Ports } from '../ports.ts';
import { readRegistry } from '../registering.ts';
import { type Armed, arm } from './arming.ts';
import type { Caller } from './caller.ts';
import { refusal } from './inherit-source.ts';
import { memoryIfAny, memoryOf, onlyItsOwn } from './memory-of.ts';
import { sessionNamed } from './session-choice.ts';

export interface InheritRequest {
	readonly caller: Caller;
	/** The session to inherit from, as somebody named it. */
	readonly ref: string;
	readonly select: Selection;
	/** Milliseconds since the source's end; `undefined`: any age. */
	readonly maxAge: number | undefined;
	/** Whether the heir must say what it understood; `undefined`: as the config has it (P3-1). */
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
 * the next one is meant, the branch is armed for it (seed 000, F-1).
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
