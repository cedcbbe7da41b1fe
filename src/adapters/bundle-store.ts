import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Bundles, LoadedBundle } from '../app/record-ports.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import { bundleFileText, readBundle as bundleIn } from '../memory/bundle.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import { underLock } from '../store/document-file.ts';
import { unlessError } from '../store/errors.ts';
import type { HoldsLock, Writer } from '../store/lock.ts';
import { isReallyInside } from '../store/paths.ts';
import { readJson } from '../store/read-file.ts';

/** What sessions inherited as `<stateDir>/inherited/<id>.json`. */
export const liveBundles = (context: Writer): Bundles => ({
	read: async (place, session) => readBundleFile(bundlePath(place, session)),
	write: async (place, session, bundle) => {
		const path = bundlePath(place, session);
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
	file: async (place, session) => bundlePath(place, session),
});

/** Where the bundle of a session is, or would be. */
function bundlePath({ stateDir }: Place, { uuid }: Session): string {
	return join(stateDir, 'inherited', `${uuid}.json`);
}

/** The bundle in a file, whoever's it is. */
function readBundleFile(path: string): LoadedBundle {
	const { json, trouble } = readJson(path);
	if (trouble !== undefined) return { kind: 'corrupt', reason: trouble };
	return json === undefined ? { kind: 'absent' } : bundleIn(json);
}
