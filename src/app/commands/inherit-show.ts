import { waitingInherit } from '../../core/branch-state/waiting-inherit.ts';
import { Fault } from '../../core/fault/fault.ts';
import { type Bundle, onlyOf } from '../../core/inherit/bundle.ts';
import type { Selection } from '../../core/inherit/selection.ts';
import type { Session } from '../../core/session/session-id.ts';
import { loadInheritance } from '../continuity/inherit.ts';
import type { Ports } from '../ports.ts';
import { readRegistry } from '../registering.ts';
import { readState } from '../state-reading.ts';
import type { Caller } from './caller.ts';
import { refusal } from './inherit-source.ts';
import { memoryIfAny, memoryOf, rememberingScene } from './memory-of.ts';
import { sessionNamed } from './session-choice.ts';

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
