import type { FaultCode } from '../../core/fault/fault.ts';
import { runningWarning } from '../../core/inject/continued-text.ts';
import { named } from '../../core/text/one-line.ts';
import { recordFault } from '../faults.ts';
import type { Ports } from '../ports.ts';
import { saveChanges } from '../saving.ts';
import type { AskedInheritance } from './asked-inheritance.ts';
import { askedSource, isFirstOfBranch } from './asked-source.ts';
import { composeInheritedStart } from './composing-inherited.ts';
import { type Inherited, inherit, isNoted, type Refused } from './inheriting.ts';
import { recordInherited } from './recording.ts';
import type { Restoring } from './restoring.ts';
import type { Start } from './start.ts';

/** A session that may inherit as it starts. */
export interface StartInheriting extends Pick<Restoring, 'start' | 'looking' | 'claim'> {
	readonly asked: AskedInheritance;
}

/**
 * What came of it. `nothing`: the start goes on as any other; `isClaimed`: this hook has said already that it speaks.
 * `silent`: another hook of the same start speaks.
 */
export type StartInherited =
	| { readonly kind: 'told'; readonly text: string; readonly warnings: readonly string[] }
	| {
			readonly kind: 'nothing';
			readonly isClaimed: boolean;
			readonly notices: readonly string[];
	  }
	| { readonly kind: 'silent' };

/** Lets a session that starts inherit what was asked for, and words what it is told of that (seed 000; D24). */
export async function inheritAtStart(
	starting: StartInheriting,
	ports: Ports,
): Promise<StartInherited> {
	const { asked, start } = starting;
	if (!(await isDue(starting, ports))) return nothing(false, []);
	if (!(await starting.claim())) return { kind: 'silent' };
	if (asked.door === 'command' && !(await takes(start, ports))) return nothing(true, []);
	const inherited = await inheritAsked(starting, ports);
	switch (inherited.kind) {
		case 'inherited':
			ports.trace?.(`inherits from ${named(inherited.bundle.from_session)}: by ${asked.door}`);
			return told(inherited, starting, ports);
		case 'there':
			return nothing(true, []);
		case 'refused':
			return refused(inherited, starting, ports);
		default:
			return inherited satisfies never;
	}
}

/** @param notices why nothing was inherited, where somebody should know */
function nothing(isClaimed: boolean, notices: readonly string[]): StartInherited {
	return { kind: 'nothing', isClaimed, notices };
}

/** Whether the door is open to this session, as far as that takes looking. */
async function isDue({ asked, start }: StartInheriting, ports: Ports): Promise<boolean> {
	const { place, session, source } = start;
	if (asked.door === 'config') return isFirstOfBranch(start, ports);
	if (source !== 'resume') return true;
	const { kind } = await ports.bundles.read(place, session);
	return kind === 'absent' || (kind === 'present' && !(await isNoted(place, session, ports)));
}

/** Of several sessions that start at once, the one that is written down as the first has what was armed. */
async function takes({ place, session }: Start, ports: Ports): Promise<boolean> {
	const changes = [{ op: 'take_inherit' as const, uuid: session.uuid }];
	const { docs } = await saveChanges([{ place, changes }], ports);
	return docs[0]?.armed_inherit?.taken_by === session.uuid;
}

async function inheritAsked({ asked, start }: StartInheriting, ports: Ports): Promise<Inherited> {
	const { place, config, session } = start;
	const inheriting = { ...asked, place, config, session };
	if (asked.door === 'pipeline') {
		const { inheritGiven } = await import('./inheriting-given.ts');
		return inheritGiven(inheriting, asked.ref, ports);
	}
	const source = await askedSource(asked, start, ports);
	if (source.kind === 'refused') return source;
	return inherit({ ...inheriting, source: source.session }, ports);
}

async function told(
	inheritance: Extract<Inherited, { kind: 'inherited' }>,
	{ asked, start, looking }: StartInheriting,
	ports: Ports,
): Promise<StartInherited> {
	const isGiven = asked.door === 'pipeline';
	const telling = { ...inheritance, isGiven, isAsked: asked.required, gates: start.gates };
	const { injection, restoration } = await composeInheritedStart(telling, looking, ports);
	const { bundle, isRunning, warnings } = inheritance;
	if (restoration !== undefined)
		await recordInherited({ ...looking, session: start.session, restoration }, ports);
	const running = isRunning ? [runningWarning(bundle.from_session)] : [];
	return { kind: 'told', text: injection.text, warnings: [...running, ...warnings] };
}

const CODE: Readonly<Record<Refused['why'], FaultCode>> = {
	unknown: 'unknown_session',
	unreadable: 'state_unreadable',
	too_old: 'refused',
	itself: 'usage',
	unwritable: 'state_unwritable',
};

/** The session goes on as without; somebody should know (N-1). */
async function refused(
	{ why, message: reason }: Refused,
	{ start }: StartInheriting,
	ports: Ports,
): Promise<StartInherited> {
	const message = `nothing inherited: ${reason}`;
	ports.trace?.(message);
	await recordFault(start.place, ports, { code: CODE[why], message, hint: HINT });
	return nothing(true, [message]);
}

const HINT = 'req session list --all';
