import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { CommitsAsked, NewCommit } from '../app/look-ports.ts';
import { fileNamesIn, readTail, unlessError } from '../store/read-regular.ts';
import { gitDirsOf } from './ask-git.ts';
import { branchOf, readGitFile } from './git-files.ts';
import type { Place } from './place.ts';
import { type AskGit, configText } from './quiet-git.ts';

const MAX_COMMITS = 50;
/** Behind a slash, with which no path in a commit begins: a hash, and those of its parents. */
const COMMIT = /^\n?\/([0-9a-f]{40,64}) ([0-9a-f ]*)$/;
const HASH = /^[0-9a-f]{40,64}$/;
/** Some 300 lines of a log of HEAD. */
const TAIL = 65_536;

/** New commits with the files that each changed itself; of merges only those that had to resolve something. */
export async function newCommits(
	git: AskGit,
	place: Place,
	{ tips, known, since, from, merging = [] }: CommitsAsked,
): Promise<readonly NewCommit[] | undefined> {
	const asked = [
		'-z',
		'--name-only',
		'--no-renames',
		'--format=/%H %P',
		`--max-count=${MAX_COMMITS}`,
	];
	const limits = ['--no-ext-diff', '--no-textconv', '--no-show-signature', '--ignore-missing'];
	const fetched = from === 'call' ? fetchedSince(place, since) : [];
	const not = [...known, ...fetched].map((commit) => `^${commit}`);
	const own = writtenSince(place, since).map((ref) => `--exclude=${ref}`);
	const range = [...tips, ...not, '--not', ...own, '--remotes', '--'];
	const log = (merges: string) => git(place, ['log', merges, ...asked, ...limits, ...range]);
	const output = (mayRemerge(place) ? await log('--remerge-diff') : undefined) ?? (await log('-c'));
	if (output === undefined) return undefined;
	const all: { hash: string; parents: string[]; files: string[] }[] = [];
	for (const part of output.split('\0')) {
		const [, hash, parents = ''] = COMMIT.exec(part) ?? [];
		if (hash !== undefined) all.push({ hash, parents: parents.split(' '), files: [] });
		else if (part !== '') all.at(-1)?.files.push(part.replace(/^\n/, ''));
	}
	const isPlainMerge = ({ parents, files }: (typeof all)[number]) =>
		parents.length > 1 && (files.length === 0 || parents.some((one) => merging.includes(one)));
	const others = all.filter((one) => !isPlainMerge(one));
	if (from === 'anywhere') return others;
	const isMade = madeSince(place, since);
	return others.filter(({ hash }) => isMade(hash));
}

/** To merge once more, and compare: since git 2.35, and not where that would start a program of the repository's choice. */
function mayRemerge(place: Place): boolean {
	return !/\[\s*(?:merge|include)/i.test(configText(place));
}

/**
 * Whether git wrote an object since a time: its file did not change earlier, or it came with a pack. What only a tag, a log
 * or nobody had any more was there before.
 */
function madeSince(place: Place, since: bigint): (hash: string) => boolean {
	const objects = join(dirname(place.stateDir), 'objects');
	const packs = fileNamesIn(join(objects, 'pack')).map((name) => join(objects, 'pack', name));
	const isPacked = packs.some((pack) => pack.endsWith('.pack') && (changed(pack) ?? 0n) >= since);
	return (hash) => {
		const file = changed(join(objects, hash.slice(0, 2), hash.slice(2)));
		return file === undefined ? isPacked : file >= since;
	};
}

/** Commits that `git fetch` brought since a time, also those that no branch of a remote has. */
function fetchedSince(place: Place, since: bigint): string[] {
	const file = join(place.gitDir ?? '', 'FETCH_HEAD');
	if ((changed(file) ?? 0n) < since) return [];
	const lines = (readGitFile(file) ?? '').split('\n');
	const isCommitted = loggedIn(place, /\tcommit\b/);
	return lines
		.map((line) => line.split('\t')[0] ?? '')
		.filter((hash) => HASH.test(hash) && !isCommitted(hash));
}

/** By its log a fetch moved a remote's branch: what it has was made elsewhere. */
const FETCHED = /\t[^\n]*\b(?:fetch|pull|clone|storing head)\b[^\n]*\n?$/;

/** Branches of remotes that something else than a fetch moved since a time: a push, or whoever writes such a name. */
function writtenSince(place: Place, since: bigint): string[] {
	const logs = join(dirname(place.stateDir), 'logs');
	return filesIn(join(logs, 'refs/remotes'), '').filter((ref) => {
		const log = join(logs, 'refs/remotes', ref);
		return (changed(log) ?? 0n) >= since && !FETCHED.test(readTail(log, TAIL) ?? '');
	});
}

function filesIn(dir: string, prefix: string): string[] {
	return entriesIn(dir).flatMap((entry) => {
		const [path, ref] = [join(dir, entry.name), `${prefix}${entry.name}`];
		return entry.isDirectory() ? filesIn(path, `${ref}/`) : [ref];
	});
}

/**
 * Commits of a branch that are work of their own: not those that a rebase made of commits it replaced, by the same patch or
 * by the author and their time.
 */
export async function ownWork(
	git: AskGit,
	place: Place,
	{ from, to }: { readonly from: string; readonly to: string },
): Promise<readonly string[] | undefined> {
	const sides = ['--cherry-mark', '--left-right', `--max-count=${2 * MAX_COMMITS}`];
	const output = await git(place, [
		'log',
		...sides,
		'--format=%m%H %at %ae',
		`${from}...${to}`,
		'--',
	]);
	if (output === undefined) return undefined;
	const lines = output.split('\n').map((line) => {
		const [hash = '', ...work] = line.slice(1).split(' ');
		return { side: line[0], hash, work: work.join(' ') };
	});
	const replaced = new Set(lines.filter(({ side }) => side === '<').map(({ work }) => work));
	const isRebased = loggedIn(place, /\t[^:]*\brebase\b/);
	const isOwn = ({ side, hash, work }: (typeof lines)[number]) =>
		(side === '>' || side === '=') && !((side === '=' || replaced.has(work)) && isRebased(hash));
	return lines.filter(isOwn).map(({ hash }) => hash);
}

/** Whether the log of HEAD says of a commit that this made it. */
function loggedIn({ gitDir }: Place, what: RegExp): (hash: string) => boolean {
	const lines = (readTail(join(gitDir ?? '', 'logs/HEAD'), TAIL) ?? '').split('\n');
	const made = lines.filter((line) => what.test(line));
	const hashes = new Set(made.map((line) => line.split(' ')[1]));
	return (hash) => hashes.has(hash);
}

/** The branches that are checked out in other working trees, each by what that has of its own in the repository. */
export function checkedOutElsewhere({ gitDir, stateDir }: Place): Record<string, string> {
	const commonDir = dirname(stateDir);
	const others = gitDirsOf(commonDir).filter((dir) => dir !== gitDir);
	return Object.fromEntries(
		others.map((dir) => [
			dir === commonDir ? '' : basename(dir),
			branchOf({ root: dir, gitDir: dir, commonDir }, () => undefined),
		]),
	);
}

/** What is known of a name itself, links not followed; `undefined` where nobody can tell. */
function linkStatOf(path: string): BigIntStats | undefined {
	return unlessError(() => lstatSync(path, { bigint: true }));
}

function changed(path: string): bigint | undefined {
	return linkStatOf(path)?.ctimeNs;
}

function entriesIn(dir: string) {
	return unlessError(() => readdirSync(dir, { withFileTypes: true })) ?? [];
}
