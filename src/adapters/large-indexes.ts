import {
	constants,
	copyFileSync,
	lstatSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Place } from '../core/place/place.ts';
import { isChangedSince } from './hidden-files.ts';

/** Bytes: of some 12,000 files. Git lists the folders of fewer sooner than it would write down what it saw. */
const LARGE = 1024 * 1024;
/** Nanoseconds. */
const SECOND = 1_000_000_000n;
/** Where its header says how many files it has. */
const COUNT_AT = 8;

/** Settings with which git keeps, in a copy of its index, which files each folder has; the copy is one file. */
export const KEEPING_FOLDERS = [
	...['-c', 'core.untrackedCache=true', '-c', 'status.showUntrackedFiles=all'],
	...['-c', 'core.splitIndex=false'],
];

interface Copied {
	readonly place: Place;
	/** Where copies are, and how the names of those of this project begin. */
	readonly folder: string;
	readonly prefix: string;
	/** The files and folders that are looked at; none: all. */
	readonly below: readonly string[];
	/** When a call began, in nanoseconds since the epoch: what was written into a copy since is not of a look. */
	readonly since: bigint | undefined;
}

/**
 * A copy of a large index, for looks alone: git writes into it what it saw of each folder, and lists again only those that
 * have changed. Its name has the stamps of the index, so it is made anew whenever git writes that. `undefined` where git's
 * own is small or cannot be copied, and where less than half of it is looked at: by a copy git tells only of all.
 */
export function indexCopy({ place, since, ...asked }: Copied): string | undefined {
	const index = join(place.gitDir ?? '', 'index');
	try {
		const stamp = stampOf(index);
		if (stamp === undefined) return undefined;
		const copy = join(asked.folder, asked.prefix + stamp);
		// Git tells times apart by the second: of what it saw in the one in which a call began, it would not tell a change.
		const isOthers = since !== undefined && isChangedSince(copy, since - (since % SECOND));
		if (isOthers || sizeOf(copy) === undefined) make(copy, { ...asked, index, stamp });
		return (sizeOf(copy) ?? 0) > 0 ? copy : undefined;
	} catch {
		// Git looks without it.
		return undefined;
	}
}

interface Making extends Omit<Copied, 'place' | 'since'> {
	readonly index: string;
	readonly stamp: string;
}

/** Makes it in the place of earlier ones, unless git writes its index meanwhile. An empty one: it would be of no use. */
function make(copy: string, { index, stamp, folder, prefix, below }: Making): void {
	for (const name of readdirSync(folder))
		if (name.startsWith(prefix)) rmSync(join(folder, name), { force: true });
	const draft = `${copy}-${process.pid}`;
	if (isMostOf(index, below)) copyFileSync(index, draft, constants.COPYFILE_EXCL);
	else writeFileSync(draft, '', { flag: 'wx' });
	// Git reads a file again that is as young as its index: the copy is as old as that, or a little older.
	const written = Math.floor(lstatSync(index).mtimeMs / 1_000);
	utimesSync(draft, written, written);
	// Git never writes into its index, it replaces it: then this is all of one.
	if (stampOf(index) === stamp) renameSync(draft, copy);
}

/** What changes whenever git writes its index; `undefined` where that is not large. */
function stampOf(index: string): string | undefined {
	const stat = lstatSync(index, { bigint: true, throwIfNoEntry: false });
	if (stat?.isFile() !== true || stat.size < LARGE) return undefined;
	return [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join('-');
}

function sizeOf(path: string): number | undefined {
	return lstatSync(path, { throwIfNoEntry: false })?.size;
}

/** Whether half of an index lies below these folders. Where it shortens names (version 4), it does not seem so. */
function isMostOf(index: string, below: readonly string[]): boolean {
	if (below.length === 0) return true;
	const bytes = readFileSync(index);
	let found = 0;
	for (const folder of below) {
		const name = Buffer.from(`${folder}/`);
		for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + name.length))
			found += 1;
	}
	return 2 * found >= bytes.readUInt32BE(COUNT_AT);
}
