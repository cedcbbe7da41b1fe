import { Fault } from '../core/fault/fault.ts';
import { readTail } from './read-tail.ts';

/** Some 50,000 lines of a history; what is older is nobody's concern in a hook. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * A text file of lines, of a very long one the last; empty where there is none to read.
 *
 * @throws Fault `state_unreadable` where the disk fails
 */
export function readText(path: string): string {
	try {
		return readTail(path, MAX_BYTES) ?? '';
	} catch (cause) {
		const hint = 'make the file readable';
		throw new Fault('state_unreadable', (cause as Error).message, { cause, hint });
	}
}
