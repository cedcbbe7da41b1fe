import { Fault } from '../../core/fault/fault.ts';
import { oneLine } from '../../core/inject/one-line.ts';
import type { Place } from '../../core/place/place.ts';
import { entriesOf } from '../../core/registry/kind.ts';
import { isAlive, liveSessions } from '../../core/registry/liveness.ts';
import type { Registry, RegistryEntry } from '../../core/registry/schema.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import type { Ports } from '../ports.ts';
import { commonDirOf, machineOf, readRegistry } from '../registering.ts';
import type { Caller } from './caller.ts';
import { sessionsNamed } from './known-sessions.ts';

/** Who satisfies for a branch where no session is at work. */
const OUTSIDE = 'terminal';

/** The session a command is about, or why it cannot be told. */
export type Choice =
	| { readonly kind: 'one'; readonly session: Session }
	/** `live`: the live sessions of this repository, of this branch where several are. */
	| { readonly kind: 'none' | 'several'; readonly live: readonly RegistryEntry[] };

/**
 * `--session`, else `CLAUDE_CODE_SESSION_ID`, else the only live session of this repository and
 * branch (S4-005, behaviour 41).
 *
 * @throws Fault `unknown_session` for a reference that means none or several
 */
export async function chooseSession(place: Place, caller: Caller, ports: Ports): Promise<Choice> {
	const registry = await readRegistry(place, ports);
	if (caller.session !== undefined) {
		return { kind: 'one', session: await sessionNamed(caller.session, { place, registry }, ports) };
	}
	if (ports.host.sessionId !== undefined) return hostSession(ports.host.sessionId, ports);
	const machine = machineOf(ports);
	const commonDir = commonDirOf(place);
	const here = liveSessions(registry, { commonDir, branch: place.branch }, machine);
	const entries = here.map(([, entry]) => entry);
	const only = entries.length === 1 ? entries[0] : undefined;
	const session = parseSessionId(only?.uuid, ports.sha256);
	if (session !== undefined) return { kind: 'one', session };
	if (entries.length > 0) return { kind: 'several', live: entries };
	const elsewhere = entriesOf(registry)
		.map(([, entry]) => entry)
		.filter((entry) => entry.common_dir === commonDir && isAlive(entry, machine));
	return { kind: 'none', live: elsewhere };
}

/**
 * The session that changes something. What holds for the whole branch needs none: from outside any
 * session it is filed under `terminal`.
 *
 * @throws Fault `unknown_session`
 */
export async function sessionFor(
	place: Place,
	who: { readonly caller: Caller; readonly atBranch: boolean },
	ports: Ports,
): Promise<Session> {
	const choice = await chooseSession(place, who.caller, ports);
	if (choice.kind === 'one') return choice.session;
	const outside = who.atBranch ? parseSessionId(OUTSIDE, ports.sha256) : undefined;
	if (outside !== undefined) return outside;
	throw undecided(choice, place);
}

/** @throws Fault `unknown_session` */
export async function sessionNamed(
	reference: string,
	around: { readonly place: Place; readonly registry: Registry },
	ports: Ports,
): Promise<Session> {
	const found = await sessionsNamed(reference, around, ports);
	const [only] = found;
	if (only !== undefined && found.length === 1) return only;
	const what = `"${oneLine(reference)}"`;
	if (only === undefined) {
		throw new Fault('unknown_session', `no session of this project is ${what}`, {
			hint: 'req sessions list',
		});
	}
	const ids = found.map(({ uuid }) => `  ${uuid}`);
	throw new Fault('unknown_session', `${what} means ${found.length} sessions`, {
		hint: ['name one of them with more characters:', ...ids].join('\n'),
	});
}

/** Why no session could be told, with those that could be meant. */
function undecided(choice: Exclude<Choice, { kind: 'one' }>, place: Place): Fault {
	const lines = choice.live.map(
		({ uuid, branch, cwd, started_at }) =>
			`  ${oneLine(uuid)}  ${oneLine(branch)}  ${oneLine(cwd)}  since ${oneLine(started_at)}`,
	);
	const message =
		choice.kind === 'several'
			? `${choice.live.length} sessions are live on branch ${place.branch}`
			: `no session is live on branch ${place.branch}`;
	const hint = lines.length === 0 ? 'name one with --session' : 'name one of them with --session:';
	return new Fault('unknown_session', message, { hint: [hint, ...lines].join('\n') });
}

/** An id of the environment that is none means no session: nothing is filed under it (D5). */
function hostSession(id: string, ports: Ports): Choice {
	const session = parseSessionId(id, ports.sha256);
	return session === undefined ? { kind: 'none', live: [] } : { kind: 'one', session };
}
