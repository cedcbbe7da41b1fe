import type { Place } from '../../core/place/place.ts';
import { parseSessionId } from '../../core/session/session-id.ts';
import { foldSession, type Remembered } from '../continuity/fold-session.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';

interface Naming {
	/** Full id of the session of an iteration. */
	readonly uuid: string;
	/** That of the session which had begun the same iteration: it gives the name away. */
	readonly before: string | null;
	readonly name: string;
	readonly at: Remembered;
}

/**
 * Gives the session of an iteration its name, which no other one keeps (D15). Where its start has not reached the hooks yet there is nobody to name: the
 * end of the iteration tries again.
 */
export async function nameSessionOf(
	{ uuid, before, name, at }: Naming,
	ports: Ports,
): Promise<void> {
	const { place } = at;
	if (before !== null && before !== uuid && (await nameOf(before, place, ports)) === name) {
		await call(before, '', { place, ports });
		const session = parseSessionId(before, ports.sha256);
		// It has ended: nothing else would fold its journal any more.
		if (session !== undefined) await foldSession(at, session, ports);
	}
	if ((await nameOf(uuid, place, ports)) === '') await call(uuid, name, { place, ports });
}

/** Empty where it has none; `undefined` where nothing is recorded of it. */
async function nameOf(uuid: string, place: Place, ports: Ports): Promise<string | undefined> {
	const session = parseSessionId(uuid, ports.sha256);
	const loaded = session && (await ports.records.read(place, session));
	return loaded?.kind === 'present' ? (loaded.doc.name ?? '') : undefined;
}

async function call(
	uuid: string,
	name: string,
	{ place, ports }: { readonly place: Place; readonly ports: Ports },
): Promise<void> {
	const session = parseSessionId(uuid, ports.sha256);
	if (session !== undefined) await note(place, session, { entries: [{ e: 'name', name }], ports });
}
