import { join } from 'node:path';
import type { Place } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import { underLock } from '../store/document-file.ts';
import { unlessError } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import type { HoldsLock, Writer } from '../store/lock.ts';
import { isReallyInside } from '../store/paths.ts';
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
 * Writes the bundle of a session, once.
 *
 * @returns the stored one: another process may have been first
 * @throws Fault `state_unwritable`
 */
export async function writeBundle(
	place: Place,
	session: Session,
	bundle: Bundle,
	context: Writer,
): Promise<Bundle> {
	const path = bundlePath(place, session);
	const create = (holdsLock: HoldsLock) => {
		const { bundle: there, trouble } = readBundle(place, session);
		if (there !== undefined || trouble !== undefined) return there ?? false;
		return writeAtomic(path, bundleFileText(bundle), { mayReplace: holdsLock }) && bundle;
	};
	const stored = await underLock(path, create, context);
	if (stored !== false && !('obstacle' in stored)) return stored;
	throw new Fault('state_unwritable', 'what this session inherits cannot be written', {
		hint: 'free the disk or make the folder writable',
	});
}
