import type { Attempted } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';

const CODES = new Set([
	'EACCES',
	'EDQUOT',
	'EEXIST',
	'EFBIG',
	'EISDIR',
	'ELOOP',
	'ENOSPC',
	'ENOTDIR',
	'EPERM',
	'EROFS',
]);

/** Whether a disk will not take a write: full, read-only, forbidden, something else in the way (D7). */
export function isUnwritable(error: unknown): boolean {
	return CODES.has(codeOf(error));
}

/** What work comes to; `undefined` where the disk will not take what it writes. */
export function unlessUnwritable<Value>(work: () => Value): Value | undefined {
	try {
		return work();
	} catch (error) {
		if (isUnwritable(error)) return undefined;
		throw error;
	}
}

/** The system's code of an error, or of what a fault was made of: `ENOSPC`; empty for any other. */
export function codeOf(error: unknown): string {
	const origin = error instanceof Fault ? error.cause : error;
	const code = (origin as { code?: unknown } | null)?.code;
	return typeof code === 'string' ? code : '';
}

/** A disk that took only a part of a write is full. */
export function noSpace(): Error {
	return Object.assign(new Error('ENOSPC: only a part was written'), { code: 'ENOSPC' });
}

/** What is asked for, or `undefined` where asking ends in a fault. */
export function unlessFault<Value>(ask: () => Value): Value | undefined {
	try {
		return ask();
	} catch (error) {
		if (error instanceof Fault) return undefined;
		throw error;
	}
}

/** Turns whatever work throws into a value. */
export async function attempt<Value>(work: () => Promise<Value>): Promise<Attempted<Value>> {
	try {
		return { kind: 'done', value: await work() };
	} catch (error) {
		return { kind: 'failed', error };
	}
}
