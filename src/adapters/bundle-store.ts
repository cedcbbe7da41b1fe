import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundles, LoadedBundle } from '../app/record-ports.ts';
import { bundleFileText, readBundle as bundleIn } from '../core/inherit/bundle.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import { underLock } from '../store/document-file.ts';
import { unlessError } from '../store/errors.ts';
import type { HoldsLock, Writer } from '../store/lock.ts';
import { isReallyInside } from '../store/paths.ts';
import { readJson } from '../store/read-file.ts';

/** What sessions inherited as `<stateDir>/inherited/<key>.json`. */
export const liveBundles = (context: Writer): Bundles => ({
	read: async (place, session) => locateBundle(place, session).loaded,
	write: async (place, session, bundle) => {
		const { path } = locateBundle(place, session);
		const create = (holdsLock: HoldsLock) => {
			if (existsSync(path)) return 'there';
			return writeAtomic(path, bundleFileText(bundle), { mayReplace: holdsLock })
				? 'written'
				: 'unwritable';
		};
		const created = await underLock(path, create, context);
		return typeof created === 'string' ? created : 'unwritable';
	},
	// A repository's settings can set the variable that names it: only what runs wrote counts.
	given: async ({ stateDir }, path) => {
		const isOfRun = unlessError(() => isReallyInside(path, join(stateDir, 'runs')));
		if (isOfRun !== true) return undefined;
		const loaded = readBundleFile(path);
		return loaded.kind === 'present' ? loaded.doc : undefined;
	},
	file: async (place, session) => locateBundle(place, session).path,
});

/** Where the bundle of a session is, or would be, and what is there: the short key may be another session's (D5). */
export function locateBundle(
	place: Place,
	session: Session,
): { readonly path: string; readonly loaded: LoadedBundle } {
	const own = bundleAt(place, session.key);
	if (!isOthers(own.loaded, session)) return own;
	const longer = bundleAt(place, session.longKey);
	return isOthers(longer.loaded, session) ? { ...longer, loaded: { kind: 'absent' } } : longer;
}

/** By its key alone, the session is whoever has it. */
function isOthers(loaded: LoadedBundle, { uuid, longKey }: Session): boolean {
	return loaded.kind === 'present' && loaded.doc.session !== uuid && uuid !== longKey;
}

function bundleAt({ stateDir }: Place, key: string) {
	const path = join(join(stateDir, 'inherited'), `${key}.json`);
	return { path, loaded: readBundleFile(path) };
}

/** The bundle in a file, whoever's it is. */
function readBundleFile(path: string): LoadedBundle {
	const { json, trouble } = readJson(path);
	if (trouble !== undefined) return { kind: 'corrupt', reason: trouble };
	return json === undefined ? { kind: 'absent' } : bundleIn(json);
}
