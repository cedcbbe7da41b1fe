import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Bundles, LoadedBundle } from '../app/record-ports.ts';
import type { Bundle } from '../core/inherit/bundle.ts';
import { readBundle as bundleIn } from '../core/inherit/read-bundle.ts';
import type { Place } from '../core/place/place.ts';
import type { Session } from '../core/session/session-id.ts';
import { createAtomic, writeAtomic } from './atomic-write.ts';
import { readJson } from './read-json.ts';
import { isUnwritable } from './unwritable.ts';

/** Where the bundle of a session is, or would be: the short key may be another session's (D5). */
export function bundlePath(place: Place, session: Session): string {
	const own = pathOf(place, session.key);
	const loaded = loadedFrom(own);
	return isOthers(loaded, session) ? pathOf(place, session.longKey) : own;
}

/** What `Bundles.read` tells. */
export function readBundle(place: Place, session: Session): LoadedBundle {
	const loaded = loadedFrom(bundlePath(place, session));
	return isOthers(loaded, session) ? { kind: 'absent' } : loaded;
}

/** What `Bundles.write` does. */
export function writeBundle(
	place: Place,
	session: Session,
	bundle: Bundle,
): Awaited<ReturnType<Bundles['write']>> {
	const path = bundlePath(place, session);
	try {
		mkdirSync(dirname(path), { recursive: true });
		const text = `${JSON.stringify(bundle)}\n`;
		const created = createAtomic(path, text) ?? writeAtomic(path, text, () => !existsSync(path));
		return created ? 'written' : 'there';
	} catch (error) {
		if (isUnwritable(error)) return 'unwritable';
		throw error;
	}
}

/** By its key alone, the session is whoever has it. */
function isOthers(loaded: LoadedBundle, { uuid, longKey }: Session): boolean {
	return loaded.kind === 'present' && loaded.doc.session !== uuid && uuid !== longKey;
}

function pathOf({ stateDir }: Place, key: string): string {
	return join(stateDir, 'inherited', `${key}.json`);
}

function loadedFrom(path: string): LoadedBundle {
	const { json, trouble } = readJson(path);
	if (trouble !== undefined) return { kind: 'corrupt', reason: trouble };
	return json === undefined ? { kind: 'absent' } : bundleIn(json);
}
