import { readdirSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT } from '../core/prune/retention.ts';
import { writeAtomic } from './atomic-write.ts';
import { sha256 } from './hashes.ts';
import { textOrNothing, unlessUnwritable } from './read-regular.ts';
import { makeDirectory, stateFolder } from './state-folders.ts';

const DAY_MS = 86_400_000;
/** Together, of all sessions of a repository: what is older goes when more comes. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 1_000;
/** Of one file, as it is stored: a byte may take two. */
const MAX_READ = MAX_BYTES;
const CONTENT = /^[0-9a-f]{40}$/;

/** A file as it stood: the mode of its inode in decimal, a line break, its bytes (or where a link leads) as Latin-1. */
type FileText = string;

/** Tells the contents of files, their modes too, apart. */
export function contentOfText(text: FileText): string {
	return sha256(text).slice(0, 40);
}

/** A file, or a link, as it is kept; `undefined`: it is neither. */
export function fileText(
	path: string,
	stat: {
		readonly mode: number | bigint;
		readonly isFile: () => boolean;
		readonly isSymbolicLink: () => boolean;
	},
): FileText | undefined {
	if (stat.isFile()) return `${stat.mode}\n${readFileSync(path, 'latin1')}`;
	return stat.isSymbolicLink() ? `${stat.mode}\n${readlinkSync(path, 'latin1')}` : undefined;
}

/** What files were before calls: one file for each content, by its name, in `<stateDir>/snapshots`. */
export interface SnapshotStore {
	/** What is asked for is needed, and stays: its time begins anew. */
	readonly has: (content: string) => boolean;
	/** Where nothing can be written, nothing is kept. */
	readonly keep: (content: string, text: FileText) => void;
	/** `undefined` where it is not kept any more, or is not what its name says. */
	readonly read: (content: string) => FileText | undefined;
	/** Makes room, where something new was kept. */
	readonly tidy: (now: number) => void;
}

export function snapshotStore(stateDir: string): SnapshotStore {
	const folder = stateFolder(stateDir, 'snapshots');
	const fileOf = (content: string) => join(folder, content);
	let isFuller = false;
	const has = (content: string) => {
		const path = fileOf(content);
		const stat = statSync(path, { throwIfNoEntry: false });
		const now = new Date();
		if (stat !== undefined && now.getTime() - stat.mtimeMs > DAY_MS)
			unlessUnwritable(() => utimesSync(path, now, now));
		return stat !== undefined;
	};
	return {
		has,
		keep: (content, text) => {
			if (has(content)) return;
			unlessUnwritable(() => {
				makeDirectory(folder);
				writeAtomic(fileOf(content), text, () => true, { isDurable: false });
			});
			isFuller = true;
		},
		read: (content) => {
			if (!CONTENT.test(content)) return undefined;
			const text = textOrNothing(fileOf(content), MAX_READ);
			return contentOfText(text) === content ? text : undefined;
		},
		tidy: (now) => {
			if (isFuller) unlessUnwritable(() => makeRoom(folder, now));
		},
	};
}

function makeRoom(folder: string, now: number): void {
	const files = readdirSync(folder)
		.filter((name) => CONTENT.test(name))
		.flatMap((name) => {
			const path = join(folder, name);
			const stat = statSync(path, { throwIfNoEntry: false });
			return stat === undefined ? [] : [{ path, size: stat.size, at: stat.mtimeMs }];
		})
		.sort((one, other) => other.at - one.at);
	let bytes = 0;
	for (const [index, { path, size, at }] of files.entries()) {
		bytes += size;
		const isOld = now - at > KEPT.snapshot.days * DAY_MS;
		if (isOld || bytes > MAX_BYTES || index >= MAX_FILES) rmSync(path, { force: true });
	}
}
