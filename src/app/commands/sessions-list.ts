import { entriesOf } from '../../core/registry/kind.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import type { RegistryEntry } from '../../core/registry/schema.ts';
import type { Ports } from '../ports.ts';
import { commonDirOf, machineOf } from '../registering.ts';
import type { Caller } from './caller.ts';

/** One session as the list shows it. */
export interface ListedSession {
	readonly key: string;
	readonly entry: RegistryEntry;
	/** `crashed`: its client is gone and said no goodbye (D13). */
	readonly status: 'live' | 'crashed';
}

export interface SessionsList {
	readonly sessions: readonly ListedSession[];
	/** Why the registry could not be read, or `undefined`. */
	readonly unreadable: string | undefined;
}

/** The registered sessions of this repository, or of all, newest first (D11). */
export async function sessionsList(
	request: { readonly caller: Caller; readonly all: boolean },
	ports: Ports,
): Promise<SessionsList> {
	const loaded = await ports.registry.read();
	if (loaded.kind === 'absent') return { sessions: [], unreadable: undefined };
	if (loaded.kind === 'newer') return { sessions: [], unreadable: 'it was written by a newer req' };
	if (loaded.kind === 'corrupt') return { sessions: [], unreadable: loaded.reason };
	const commonDir = commonDirOf(ports.places.at(request.caller.cwd));
	const machine = machineOf(ports);
	const sessions = entriesOf(loaded.doc)
		.filter(([, entry]) => request.all || entry.common_dir === commonDir)
		.sort(([, one], [, other]) => (one.started_at < other.started_at ? 1 : -1))
		.map(([key, entry]) => ({
			key,
			entry,
			status: isAlive(entry, machine) ? ('live' as const) : ('crashed' as const),
		}));
	return { sessions, unreadable: undefined };
}
