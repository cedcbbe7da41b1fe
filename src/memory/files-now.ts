import type { Place } from '../git/place.ts';
import { fileDigest } from '../store/hashes.ts';
import { pathExists } from '../store/paths.ts';
import type { FilesNow } from './recall.ts';

/** The files of a place, which lessons are compared with when they are shown. */
export function filesNow({ root }: Place): FilesNow {
	return {
		exists: (path) => pathExists(`${root}/${path}`),
		digest: (path) => fileDigest(`${root}/${path}`),
	};
}
