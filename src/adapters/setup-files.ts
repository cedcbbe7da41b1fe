import { isUtf8 } from 'node:buffer';
import { existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Replacement, SetupFiles } from '../app/setup-ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { moveToQuarantine, removeTemporaries, writeAtomic } from '../store/atomic-write.ts';
import { unlessError } from '../store/errors.ts';
import { type Writer, withLock } from '../store/lock.ts';
import { makeDirectory } from '../store/paths.ts';
import { readRegular } from '../store/read-file.ts';

/** Bytes; settings and configs of people stay far below. */
const MAX_BYTES = 1024 * 1024;

/** The files of the user's that `req init` reads and changes. Paths are absolute, their links followed. */
export function liveSetupFiles(world: Writer): SetupFiles {
	return {
		...{ read, missingAbove, apply, removeEmpty },
		setAside: (path) => moveToQuarantine(path, join(dirname(path), 'quarantine'), world.now()),
		locked: (path, work) => locked(path, work, world),
	};
}

async function locked<Value>(path: string, work: () => Value, world: Writer): Promise<Value> {
	const created = missingAbove(path);
	try {
		makeDirectory(dirname(path));
		const locked = await withLock(path, work, world);
		if (locked.kind === 'held') return locked.value;
	} catch (cause) {
		throw unwritable(cause);
	} finally {
		removeEmpty([...created, dirname(path)]);
	}
	throw new Fault('refused', 'another `req init` is at work here', {
		hint: 'nothing was changed; run it again',
	});
}

function read(path: string): ReturnType<SetupFiles['read']> {
	try {
		const found = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		if (found.kind !== 'text') return found;
		// What does not decode could not be written back as it was; a file may hold U+FFFD itself.
		const isDoubtful = found.text.includes('\ufffd');
		if (isDoubtful && !isUtf8(readFileSync(path))) return { kind: 'refused', why: 'is not UTF-8' };
		return { kind: 'text', text: found.text };
	} catch (error) {
		return { kind: 'refused', why: `cannot be read: ${(error as Error).message}` };
	}
}

function missingAbove(path: string): string[] {
	const parent = dirname(path);
	return existsSync(parent) || parent === path ? [] : [...missingAbove(parent), parent];
}

function apply(replacements: readonly Replacement[]): void {
	const ways: (() => void)[] = [];
	try {
		for (const replacement of replacements) replace(replacement, ways);
	} catch (cause) {
		// A way back that is blocked blocks no other.
		for (const back of ways.reverse()) unlessError(back);
		throw unwritable(cause);
	}
}

function unwritable(cause: unknown): Fault {
	if (cause instanceof Fault) return cause;
	const hint = 'nothing was changed; free the disk or make the folder writable';
	return new Fault('state_unwritable', (cause as Error).message, { cause, hint });
}

/** Changes one file; the ways back are added as soon as there is something to put back. */
function replace(replacement: Replacement, ways: (() => void)[]): void {
	const { path, before, after } = replacement;
	if (existsSync(dirname(path))) removeTemporaries(dirname(path), `${basename(path)}.`);
	if (before === after) return;
	const created = missingAbove(path);
	ways.push(() => removeEmpty(created));
	const isSame = () => holds(path, before);
	const isChanged = after === undefined ? removed(path, isSame) : written(replacement, isSame);
	if (!isChanged) {
		throw new Fault('refused', `${path} has just been changed by somebody else`, {
			hint: 'nothing was changed; run it again',
		});
	}
	const back = { ...replacement, before: after, after: before };
	ways.push(() => replace(back, []));
}

function written({ path, after = '', isPrivate }: Replacement, isSame: () => boolean): boolean {
	makeDirectory(dirname(path), isPrivate ? 0o700 : 0o777);
	return writeAtomic(path, after, { mayReplace: isSame, keepsMode: !isPrivate });
}

function removed(path: string, isSame: () => boolean): boolean {
	if (!isSame()) return false;
	rmSync(path);
	return true;
}

/** Whether a file holds this text; `undefined`: whether there is none. */
function holds(path: string, text: string | undefined): boolean {
	const found = read(path);
	if (found.kind === 'refused') return false;
	return text === (found.kind === 'text' ? found.text : undefined);
}

/** A directory with something in it stays. */
function removeEmpty(directories: readonly string[]): void {
	for (const directory of directories.toReversed()) unlessError(() => rmdirSync(directory));
}
