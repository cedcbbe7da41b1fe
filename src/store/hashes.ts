import { createHash } from 'node:crypto';
import { unlessError } from './errors.ts';
import { readRegular } from './read-file.ts';

/** Hex digest. */
export function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

/** Bytes. A larger file is data, and takes too long to read while a call waits. */
const MOST_DIGESTED = 1024 * 1024;

/** Twelve hex digits that change with a file's content; `undefined` if there is no file of at most 1 MB. Never throws. */
export function fileDigest(path: string): string | undefined {
	const read = unlessError(() => readRegular(path, { bytes: MOST_DIGESTED, of: 'whole' }));
	return read?.kind === 'text' ? sha256(read.text).slice(0, 12) : undefined;
}
