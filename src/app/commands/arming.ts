import { waitingInherit } from '../../core/branch-state/waiting-inherit.ts';
import type { Config } from '../../core/config/config.ts';
import type { Bundle } from '../../core/inherit/bundle.ts';
import { type Selection, selectionText } from '../../core/inherit/selection.ts';
import type { BranchName, Place } from '../../core/place/place.ts';
import { redact } from '../../core/redact/redact.ts';
import type { Session } from '../../core/session/session-id.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { loadInheritance } from '../continuity/inherit.ts';
import type { Ports } from '../ports.ts';
import { readState } from '../state-reading.ts';
import { type Caller, onlyAPerson } from './caller.ts';
import { refusal } from './inherit-source.ts';
import { rememberingScene } from './memory-of.ts';
import { type Stored, storeChanges } from './store-changes.ts';

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
export async function arm(arming: Arming, ports: Ports): Promise<Armed> {
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
