import { readFileSync } from 'node:fs';
import { Fault } from '../core/fault/fault.ts';

/**
 * A whole text file; empty where there is none.
 *
 * @throws Fault `state_unreadable` where there is one that cannot be read
 */
export function readText(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch (cause) {
		const { code, message } = cause as NodeJS.ErrnoException;
		if (code === 'ENOENT') return '';
		throw new Fault('state_unreadable', message, { cause });
	}
}
