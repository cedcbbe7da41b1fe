import type { Place } from '../../core/place/place.ts';
import type { FileAttempt } from '../../core/protection/attempt.ts';
import { protectedPlaces } from '../../core/protection/protected-files.ts';
import { protectedWrites } from '../../core/protection/protected-writes.ts';
import type { WrittenFile } from '../../core/written-files/written-files.ts';
import type { Ports } from '../ports.ts';
import { distinctPlaces, startOf } from '../projects.ts';
import { groundsOf, moduleIn } from './file-attempts.ts';

/** Written files in more directories than this are not asked which project they lie in. */
const MAX_PLACES = 32;

/**
 * What written files mean for the gates, however they are written. A directory that goes takes what is in it
 * along, so only what is there counts; what is written counts whether it is there or not.
 */
export function attemptsByFiles(
	files: readonly WrittenFile[],
	cwd: string,
	ports: Ports,
): FileAttempt[] {
	if (files.length === 0) return [];
	const spelled = files.flatMap((file) => withRealPath(file, ports));
	const start = startOf(cwd, ports);
	const places = placesOf(spelled, ports);
	const all = distinctPlaces([start, ports.places.at(cwd), ...places]);
	const grounds = groundsOf(all, start, ports);
	const roots = all.flatMap(({ root, mainRoot }) =>
		mainRoot === undefined ? [root] : [root, mainRoot],
	);
	const known = protectedPlaces(grounds, [...new Set(roots)]);
	const reached = spelled
		.flatMap((file) => [...protectedWrites(file, grounds, known), ...modulesIn(file, ports)])
		.filter(({ above, path }) => !above || ports.places.exists(path));
	const unique = new Map(reached.map(({ thing, path }) => [path, thing]));
	return [...unique].map(([path, thing]) => ({ kind: 'file', path, thing, keys: [] }));
}

function modulesIn({ path, pattern }: WrittenFile, ports: Ports) {
	const thing = pattern ? undefined : moduleIn(path, ports);
	return thing === undefined ? [] : [{ thing, path, above: false }];
}

function withRealPath(file: WrittenFile, { places }: Ports): WrittenFile[] {
	const real = file.pattern ? file.path : places.realPath(file.path);
	return real === file.path ? [file] : [file, { ...file, path: real }];
}

function placesOf(files: readonly WrittenFile[], ports: Ports): Place[] {
	const paths = files.filter(({ pattern }) => !pattern).map(({ path }) => path);
	return paths.slice(0, MAX_PLACES).flatMap((path) => ports.places.ifReadable(path) ?? []);
}
