import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unlessError } from '../store/errors.ts';
import { fileNamesIn, readTail } from '../store/read-file.ts';
import { filesBelow } from './branches.ts';
import { readGitFile } from './git-file.ts';
import type { Place } from './place.ts';
import { configText } from './quiet-git.ts';

/** What git prints; `undefined` if it fails or takes too long. */
export type AskGit = (place: Place, args: readonly string[]) => Promise<string | undefined>;

/** Which commits are asked for: those of the tips that are not known. */
export interface CommitsAsked {
	readonly tips: readonly string[];
	readonly known: readonly string[];
	readonly since: bigint;
	/** `call`: only those that were made since, and not fetched. */
	readonly from: 'call' | 'anywhere';
	/** Commits that were being merged: finishing that makes none. */
	readonly merging?: readonly string[];
}

/** A commit, and the files that it changed itself: of a merge only what it had to resolve. */
export interface NewCommit {
	readonly hash: string;
	readonly files: readonly string[];
}

const MAX_COMMITS = 50;
/** After a slash, with which no path in a commit begins: a hash, and those of its parents. */
const COMMIT = /^\n?\/([0-9a-f]{40,64}) ([0-9a-f ]*)$/;
const HASH = /^[0-9a-f]{40,64}$/;
/** Bytes: some 300 lines of the reflog of HEAD. */
const TAIL = 65_536;
/** The last line of a remote branch's reflog if a fetch moved it: those commits were made elsewhere. */
const FETCHED = /\t[^\n]*\b(?:fetch|pull|clone|storing head)\b[^\n]*\n?$/;

/** New commits with the files that each changed itself; merges only if they had to resolve something. */
export async function newCommits(
	git: AskGit,
	place: Place,
	{ tips, known, since, from, merging = [] }: CommitsAsked,
): Promise<readonly NewCommit[] | undefined> {
	const format = ['-z', '--name-only', '--no-renames', '--format=/%H %P'];
	const limits = ['--no-ext-diff', '--no-textconv', '--no-show-signature', '--ignore-missing'];
	const fetched = from === 'call' ? fetchedSince(place, since) : [];
	const not = [...known, ...fetched].map((commit) => `^${commit}`);
	const own = pushedSince(place, since).map((ref) => `--exclude=${ref}`);
	const range = [...tips, ...not, '--not', ...own, '--remotes', '--'];
	const log = (merges: string) =>
		git(place, ['log', merges, `--max-count=${MAX_COMMITS}`, ...format, ...limits, ...range]);
	// Since git 2.35, and not if a merge would start a program of the repository.
	const mayMerge = !/\[\s*(?:merge|include)/i.test(configText(place));
	const output = (mayMerge ? await log('--remerge-diff') : undefined) ?? (await log('-c'));
	if (output === undefined) return undefined;
	const all: { hash: string; parents: string[]; files: string[] }[] = [];
	for (const part of output.split('\0')) {
		const [, hash, parents = ''] = COMMIT.exec(part) ?? [];
		if (hash !== undefined) all.push({ hash, parents: parents.split(' '), files: [] });
		else if (part !== '') all.at(-1)?.files.push(part.replace(/^\n/, ''));
	}
	const others = all.filter(({ parents, files }) => {
		const isEmpty = files.length === 0 || parents.some((one) => merging.includes(one));
		return parents.length < 2 || !isEmpty;
	});
	if (from === 'anywhere') return others;
	const isMade = madeSince(place, since);
	return others.filter(({ hash }) => isMade(hash));
}

/** Whether git wrote an object since a time: its file changed since, or it came with a pack. */
function madeSince(place: Place, since: bigint): (hash: string) => boolean {
	const objects = join(dirname(place.stateDir), 'objects');
	const packs = fileNamesIn(join(objects, 'pack')).filter((name) => name.endsWith('.pack'));
	const isPacked = packs.some((name) => isChanged(join(objects, 'pack', name), since));
	return (hash) => isChanged(join(objects, hash.slice(0, 2), hash.slice(2)), since) ?? isPacked;
}

/** Commits that `git fetch` brought since a time, also those that no branch of a remote has. */
function fetchedSince(place: Place, since: bigint): string[] {
	const file = join(place.gitDir ?? '', 'FETCH_HEAD');
	if (isChanged(file, since) !== true) return [];
	const hashes = (readGitFile(file) ?? '').split('\n').map((line) => line.split('\t')[0] ?? '');
	const isCommitted = loggedIn(place, /\tcommit\b/);
	return hashes.filter((hash) => HASH.test(hash) && !isCommitted(hash));
}

/** Branches of remotes that something else than a fetch moved since a time, such as a push. */
function pushedSince(place: Place, since: bigint): string[] {
	const logs = join(dirname(place.stateDir), 'logs/refs/remotes');
	return (filesBelow(logs) ?? []).filter((ref) => {
		const log = join(logs, ref);
		const text = isChanged(log, since) === true ? readTail(log, TAIL) : '';
		return text !== '' && !FETCHED.test(text);
	});
}

/**
 * Commits of a branch that are work of their own. Those are not that a rebase made of commits that it replaced: they have
 * the same patch, or the same author and time.
 */
export async function ownWork(
	git: AskGit,
	place: Place,
	{ from, to }: { readonly from: string; readonly to: string },
): Promise<readonly string[] | undefined> {
	const sides = ['--cherry-mark', '--left-right', `--max-count=${2 * MAX_COMMITS}`];
	const asked = ['log', ...sides, '--format=%m%H %at %ae', `${from}...${to}`, '--'];
	const output = await git(place, asked);
	if (output === undefined) return undefined;
	const lines = output.split('\n').map((line) => {
		const [hash = '', ...work] = line.slice(1).split(' ');
		return { side: line[0], hash, work: work.join(' ') };
	});
	const replaced = new Set(lines.filter(({ side }) => side === '<').map(({ work }) => work));
	const isRebased = loggedIn(place, /\t[^:]*\brebase\b/);
	const own = lines.filter(({ side, hash, work }) => {
		const isSame = side === '=' || replaced.has(work);
		return (side === '>' || side === '=') && !(isSame && isRebased(hash));
	});
	return own.map(({ hash }) => hash);
}

/** Whether the reflog of HEAD says of a commit that this made it. */
function loggedIn({ gitDir }: Place, what: RegExp): (hash: string) => boolean {
	const lines = readTail(join(gitDir ?? '', 'logs/HEAD'), TAIL).split('\n');
	const hashes = new Set(lines.filter((line) => what.test(line)).map((line) => line.split(' ')[1]));
	return (hash) => hashes.has(hash);
}

/** Whether a file changed since a time; `undefined` if it cannot be looked at. */
function isChanged(path: string, since: bigint): boolean | undefined {
	const stat = unlessError(() => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
	return stat === undefined ? undefined : stat.ctimeNs >= since;
}
