import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';

/** As many links as Linux follows before it calls them a loop. */
const MAX_LINKS = 40;
/** Linux knows no longer path. */
const MAX_PATH = 4_096;

/**
 * Absolute path with `..` removed and symlinks resolved as far as the path exists; what is missing stays
 * as it is written. A dangling link is followed, because writing to it creates its target. Never throws,
 * and a path of any length costs a few looks at the disk: hostile lines hold millions of segments.
 */
export function realPath(path: string): string {
	let wanted = resolve(path);
	for (let links = 0; links < MAX_LINKS; links++) {
		const real = existing(wanted);
		if (real !== undefined) return real;
		const there = existingPart(wanted);
		const missing = wanted.slice(there.length);
		const parent = existing(there);
		if (parent !== undefined) return join(parent, missing);
		const target = linkTarget(there);
		if (target === undefined) return wanted;
		wanted = join(resolve(existing(dirname(there)) ?? dirname(there), target), missing);
	}
	return wanted;
}

/**
 * The longest start of an absolute path that has a name on the disk, a dangling link included. What lies
 * below a missing name is missing, so half of the rest is ruled out at each look.
 */
export function existingPart(path: string): string {
	const inner = [...path.slice(0, MAX_PATH).matchAll(/(?<=[^/])(?=\/)/g)].map(({ index }) => index);
	const ends = path.length > MAX_PATH ? inner : [...inner, path.length];
	let known = 0;
	let unknown = ends.length;
	while (known < unknown) {
		const middle = (known + unknown) >> 1;
		if (hasName(path.slice(0, ends[middle]))) known = middle + 1;
		else unknown = middle;
	}
	return known === 0 ? '/' : path.slice(0, ends[known - 1]);
}

function hasName(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
	} catch {
		return false;
	}
}

function existing(path: string): string | undefined {
	try {
		return realpathSync.native(path);
	} catch {
		return undefined;
	}
}

/** What a link says; `undefined` where there is no link to read. */
export function linkTarget(path: string): string | undefined {
	try {
		const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
		return isLink ? readlinkSync(path) : undefined;
	} catch {
		return undefined;
	}
}

/** Whether a path leads to something below a directory, links followed. Throws where either is missing. */
export function isInside(path: string, directory: string): boolean {
	const real = realpathSync.native(directory);
	return realpathSync.native(path).startsWith(real.endsWith(sep) ? real : `${real}${sep}`);
}
