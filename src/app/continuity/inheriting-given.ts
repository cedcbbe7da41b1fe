import type { Bundle } from '../../core/inherit/bundle.ts';
import { parseSessionId } from '../../core/session/session-id.ts';
import { named } from '../../core/text/one-line.ts';
import type { Ports } from '../ports.ts';
import { knownRecord } from './ancestry.ts';
import { type Inherited, type Inheriting, type Loading, takeOver } from './inheriting.ts';

/**
 * Lets a session inherit a bundle that was made before it: that of its pipeline, the same for all sessions of it,
 * whatever its source has learnt since, and though it may be gone (seed 000, PIPE-1, PIPE-3).
 *
 * @param path of the bundle
 */
export async function inheritGiven(
	asked: Omit<Inheriting, 'source' | 'select'>,
	path: string,
	ports: Ports,
): Promise<Inherited> {
	const given = await ports.bundles.given(asked.place, path);
	const source = given && parseSessionId(given.from_uuid, ports.sha256);
	if (given === undefined || source === undefined) {
		const message = `${named(path)} holds no bundle of a run`;
		return { kind: 'refused', why: 'unreadable', message };
	}
	const inheriting = { ...asked, source, select: given.select };
	return takeOver(inheriting, () => loadGiven(given, inheriting, ports), ports);
}

/** The bundle as this session's, and its source as far as it is there still. */
async function loadGiven(
	given: Bundle,
	{ place, session, source }: Inheriting,
	ports: Ports,
): Promise<Loading> {
	const { sha256: _, ...bundle } = { ...given, session: session.uuid };
	const found = await knownRecord(place, source, ports);
	const sources =
		found.kind === 'known'
			? [{ record: found.record, score: 0, context: true, pins: 'all' as const }]
			: [];
	return {
		kind: 'loaded',
		bundle: { ...bundle, sha256: ports.sha256(JSON.stringify(bundle)) },
		...{ sources, isRunning: false, warnings: [] },
	};
}
