import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const MAX_SIZE = 1_048_576;
/** Git calls a file binary when a NUL stands in its first 8000 bytes. */
const SNIFFED = 8_000;
/** A link may lead anywhere, and a pipe would never open. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Lines of a text file as a diff counts them; 0 for what is binary, over 1 MB, no file or not readable. */
export async function countLines(path: string): Promise<number> {
	let file: FileHandle | undefined;
	try {
		file = await open(path, FLAGS);
		const stat = await file.stat();
		return stat.isFile() && stat.size <= MAX_SIZE ? linesIn(await file.readFile()) : 0;
	} catch {
		return 0;
	} finally {
		await file?.close();
	}
}

function linesIn(bytes: Buffer): number {
	if (bytes.length === 0 || bytes.subarray(0, SNIFFED).includes(0)) return 0;
	let lines = bytes[bytes.length - 1] === 10 ? 0 : 1;
	for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
	return lines;
}
