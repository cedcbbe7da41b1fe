import { Fault } from './fault.ts';

/** Codes of a disk that takes no write: full, read-only, forbidden, or something else has the name. */
const UNWRITABLE = new Set([
	...['EACCES', 'EDQUOT', 'EEXIST', 'EFBIG', 'EISDIR', 'ELOOP'],
	...['ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS', 'ENXIO'],
]);

/** Codes of a path that leads nowhere, or where this user may not look. Git allows branch names that no file can have. */
const OUT_OF_REACH = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'ENAMETOOLONG']);

/** The system's code of an error, or of the cause of a Fault: `ENOSPC`; empty for any other error. */
export function codeOf(error: unknown): string {
	const origin = error instanceof Fault ? error.cause : error;
	const code = (origin as { code?: unknown } | null)?.code;
	return typeof code === 'string' ? code : '';
}

/** What an error, or whatever else was thrown, says. */
export function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

/** Whether a disk takes no write (D7). */
export function isUnwritable(error: unknown): boolean {
	return UNWRITABLE.has(codeOf(error));
}

/** An error as the system throws it. */
export function systemError(code: string, message: string): Error {
	return Object.assign(new Error(`${code}: ${message}`), { code });
}

/** Work that may fail in an expected way: it returns `undefined` then, and any other error is thrown. */
function unless(isExpected: (error: unknown) => boolean) {
	return <Value>(work: () => Value): Value | undefined => {
		try {
			return work();
		} catch (error) {
			if (isExpected(error)) return undefined;
			throw error;
		}
	};
}

/** `undefined` if it fails, whatever the reason. */
export const unlessError = unless(() => true);
/** `undefined` if it throws a Fault. */
export const unlessFault = unless((error) => error instanceof Fault);
/** `undefined` if the disk takes no write. */
export const unlessUnwritable = unless(isUnwritable);
/** `undefined` if nothing is there that this user may read. */
export const ifInReach = unless((error) => OUT_OF_REACH.has(codeOf(error)));
/** `undefined` if a file or folder that it needs is absent. */
export const ifThere = unless((error) => codeOf(error) === 'ENOENT');

/** Turns whatever work throws into a value. */
export async function attempt<Value>(
	work: () => Promise<Value>,
): Promise<{ readonly kind: 'done'; readonly value: Value } | { readonly kind: 'failed'; readonly error: unknown }> {
	try {
		return { kind: 'done', value: await work() };
	} catch (error) {
		return { kind: 'failed', error };
	}
}
