import { dirname, join } from 'node:path';
import type { Place } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import { unlessError, unlessUnwritable } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import type { Writer } from '../store/lock.ts';
import { existingPart, isReallyInside, makeDirectory } from '../store/paths.ts';
import { readJson } from '../store/read-file.ts';
import { type Bundle, bundleFileText, bundleIn } from './bundle.ts';

/** Where the bundle of a session is, or would be. */
export function bundlePath({ stateDir }: Place, { uuid }: Session): string {
	return join(stateDir, 'inherited', `${uuid}.json`);
}

/** What a session inherited, if anything. `trouble`: why the file that is there cannot be read. */
export function readBundle(place: Place, session: Session) {
	return readBundleFile(bundlePath(place, session));
}

/** A bundle that a run of this place wrote. A repository's settings can set the variable that names another file. */
export function readRunBundle({ stateDir }: Place, path: string): Bundle | undefined {
	const isOfRun = unlessError(() => isReallyInside(path, join(stateDir, 'runs')));
	return isOfRun === true ? readBundleFile(path).bundle : undefined;
}

function readBundleFile(path: string) {
	const { json, trouble } = readJson(path);
	const bundle = bundleIn(json);
	const isOther = json !== undefined && bundle === undefined;
	return { bundle, trouble: isOther ? 'it holds no bundle' : trouble };
}

/**
 * Writes the bundle of a session, once. A bundle that is there already stays.
 *
 * @returns why it cannot be written
 */
export function storeBundle(
	place: Place,
	session: Session,
	bundle: Bundle,
	context: Pick<Writer, 'writing'>,
): Fault | undefined {
	const path = bundlePath(place, session);
	if (readBundle(place, session).bundle?.sha256 === bundle.sha256) return undefined;
	context.writing.begin();
	const isStored = unlessUnwritable(() => {
		makeDirectory(dirname(path));
		// What has the name already is no bundle, or another one.
		return writeAtomic(path, bundleFileText(bundle), {
			mayReplace: () => existingPart(path) !== path,
		});
	});
	if (isStored === true) return undefined;
	return new Fault('state_unwritable', 'what this session inherits cannot be written', {
		hint: 'free the disk or make the folder writable',
	});
}
