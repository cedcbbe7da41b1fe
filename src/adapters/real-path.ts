import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** As many links as Linux follows before it calls them a loop. */
const MAX_LINKS = 40;

/**
 * Absolute path with `..` removed and symlinks resolved as far as the path exists; what is missing stays
 * as it is written. A dangling link is followed, because writing to it creates its target. Never throws.
 */
export function realPath(path: string): string {
	return follow(resolve(path), MAX_LINKS);
}

function follow(path: string, linksLeft: number): string {
	const real = existing(path);
	const parent = dirname(path);
	if (real !== undefined || parent === path) return real ?? path;
	const target = linksLeft > 0 ? linkTarget(path) : undefined;
	if (target === undefined) return join(follow(parent, linksLeft), basename(path));
	return follow(resolve(follow(parent, linksLeft - 1), target), linksLeft - 1);
}

function existing(path: string): string | undefined {
	try {
		return realpathSync.native(path);
	} catch {
		return undefined;
	}
}

function linkTarget(path: string): string | undefined {
	try {
		const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
		return isLink ? readlinkSync(path) : undefined;
	} catch {
		return undefined;
	}
}
