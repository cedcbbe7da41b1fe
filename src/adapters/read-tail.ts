import { isOutOfReach, readRegular } from './read-regular.ts';

/**
 * The last whole lines of a growing file.
 *
 * @param bytes how much at most; the line cut by this limit is left out
 * @returns `undefined` where there is no such file, no regular one, or none this user may read
 */
export function readTail(path: string, bytes: number): string | undefined {
	try {
		const read = readRegular(path, { bytes, of: 'end' });
		if (read.kind !== 'text') return undefined;
		return read.isWhole ? read.text : read.text.slice(read.text.indexOf('\n') + 1);
	} catch (error) {
		if (isOutOfReach(error)) return undefined;
		throw error;
	}
}
