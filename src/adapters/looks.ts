import {
	type BigIntStats,
	existsSync,
	lstatSync,
	readdirSync,
	readFileSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Begun, CallMark, Looked, Looks, Watch } from '../app/look-ports.ts';
import { type DirtyFile, GONE, type Look } from '../core/observe/look.ts';
import type { Place } from '../core/place/place.ts';
import { fnv1a } from '../core/text/strings.ts';
import type { GitEnv } from './ask-git.ts';
import { writeAtomic } from './atomic-write.ts';
import { broughtAmong, isBusy, merging, stashes } from './brought-files.ts';
import { callsDir, isCallName, MARKS } from './call-marks.ts';
import { readHead } from './git-files.ts';
import { checkedOutElsewhere, linkStatOf, newCommits, ownWork } from './new-commits.ts';
import { type AskGit, quietGit } from './quiet-git.ts';
import { parseJson, readTail } from './read-regular.ts';
import { contentOfText, fileText, type SnapshotStore, snapshotStore } from './snapshot-store.ts';
import { makeDirectory } from './state-folders.ts';

const { begun: BEGUN, look: LOOK, givenUp: GIVEN_UP } = MARKS;
/** Where git did not tell in time, asking at each call would only cost its patience. */
const ASK_AGAIN_MS = 10 * 60 * 1_000;
const COMMIT = /^(?:HEAD|[0-9a-f]{40,64})$/;
/** More dirty files than this are not looked at one by one; a look of one more says that it was not whole. */
const MAX_FILES = 2_000;
/** Of so many, and of so many bytes, the content is read: what a call writes back as it was is no change. */
const READ: Budget = { files: 200, bytes: 1_048_576 };
/** The same where it is kept as well: read only where it changed since the look before. */
const KEPT: Budget = { files: 500, bytes: 32 * 1_048_576 };

const STATUS = [
	...['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames'],
	'--ignore-submodules=dirty',
];

const IGNORED = [
	...['status', '--porcelain=v2', '-z', '--untracked-files=all', '--ignored=matching'],
	...['--no-renames', '--ignore-submodules=dirty'],
];

/** What calls change, as git's index and the file system tell it. `configDir`: where marks of calls are. */
export function liveLooks(configDir: string, env: GitEnv): Looks {
	const folderOf = (session: string) => join(callsDir(configDir), session);
	const lookFile = (session: string, root: string) => join(folderOf(session), LOOK + fnv1a(root));
	const markFile = (session: string, call: string) => join(folderOf(session), call + BEGUN);
	const git = quietGit(env);
	return {
		begin: (session, call, { place, ...mark }) => {
			if (!isCallName(call)) return;
			makeDirectory(folderOf(session));
			const since = nowIn(place);
			const text = JSON.stringify({ ...mark, root: place.root, since: since?.toString() });
			ifThere(() => writeFileSync(markFile(session, call), text, { mode: 0o600 }));
		},
		begun: (session, call) => (isCallName(call) ? begun(folderOf(session), call) : undefined),
		over: (session, call) => {
			if (isCallName(call)) ifThere(() => unlinkSync(markFile(session, call)));
		},
		others: (session, call, root) => {
			const names = ifThere(() => readdirSync(folderOf(session))) ?? [];
			return names
				.filter((name) => name.endsWith(BEGUN) && name !== call + BEGUN)
				.flatMap((name) => begun(folderOf(session), name.slice(0, -BEGUN.length)) ?? [])
				.filter(({ mark }) => mark.root === root);
		},
		endOf,
		last: (session, root) => parsedFile<Look>(lookFile(session, root)),
		keep: (session, root, look) => {
			makeDirectory(folderOf(session));
			writeAtomic(lookFile(session, root), JSON.stringify(look), () => true, {
				isDurable: false,
			});
		},
		take: (session, place, { since, ...watch }, before) => {
			const file = join(folderOf(session), `${LOOK}hidden-${fnv1a(place.root)}`);
			const isIndexNew =
				since !== undefined && isChangedSince(join(place.gitDir ?? '', 'index'), since);
			const unwatched = isIndexNew || existsSync(file) ? unwatchedFiles(git, place, watch) : [];
			// From now on each look of the session asks for them.
			if (unwatched.length > 0) ifThere(() => writeFileSync(file, '', { mode: 0o600 }));
			const isAnew = since !== undefined && isIgnoringAnew(place, watch.below, since);
			const ignored = isAnew ? ignoredSince(git, place, { ...watch, since }) : [];
			return take(git, place, { ...watch, before, hidden: [...unwatched, ...ignored] });
		},
		changedAt: (place, path) => nearestChange(join(place.root, path)),
		contentOf: (place, path) => found(place.root, unknown(path), {}, { ...KEPT }).content,
		underway: (place) => ({
			stashes: stashes(place),
			merging: merging(place),
			isBusy: isBusy(place),
			elsewhere: checkedOutElsewhere(place),
		}),
		detachedAt: ({ gitDir }) => /^[0-9a-f]{40,64}$/.exec(readHead(gitDir ?? '')?.trim() ?? '')?.[0],
		broughtAmong: (place, asked) => broughtAmong(git, place, asked),
		commits: (place, asked) => newCommits(git, place, asked),
		ownWork: (place, between) => ownWork(git, place, between),
		differing: (place, commit, other) => {
			// A journal may be anybody's.
			if (![commit, other ?? 'HEAD'].every((one) => COMMIT.test(one))) return undefined;
			const plain = ['--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'];
			const between = other === undefined ? [commit] : [commit, other];
			const ran = git(place, ['diff', '--name-only', '-z', ...plain, ...between, '--']);
			return ran?.split('\0').filter((path) => path !== '');
		},
		isCompared: (place, path) => {
			const ran = git(place, ['ls-files', '-z', '-v', '--cached', '--others', '--', path]);
			return ran?.split('\0').every((line) => line === '' || line.startsWith('H ')) === true;
		},
		isGivenUp: (session) => {
			const stat = ifThere(() => lstatSync(join(folderOf(session), GIVEN_UP)));
			return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) < ASK_AGAIN_MS;
		},
		giveUp: (session) => {
			const file = join(folderOf(session), GIVEN_UP);
			const isFirst = !existsSync(file);
			makeDirectory(folderOf(session));
			ifThere(() => writeFileSync(file, '', { mode: 0o600 }));
			return isFirst;
		},
	};
}

/** The time by the clock of the file system that git keeps the repository on; `undefined` where nobody may write there. */
function nowIn({ gitDir }: Place): bigint | undefined {
	const file = join(gitDir ?? '', `req-now-${process.pid}`);
	try {
		writeFileSync(file, '', { flag: 'wx' });
		return lstatSync(file, { bigint: true }).ctimeNs;
	} catch {
		return undefined;
	} finally {
		ifThere(() => unlinkSync(file));
	}
}

/** What we wrote into a file; `undefined` also for what a writer that was killed left half. */
function parsedFile<Value>(file: string): Value | undefined {
	return parseJson(ifThere(() => readFileSync(file, 'utf8')) ?? '') as Value | undefined;
}

function begun(folder: string, call: string): Begun | undefined {
	const file = join(folder, call + BEGUN);
	const mark = parsedFile<CallMark>(file);
	const changed = ifThere(() => lstatSync(file, { bigint: true }).ctimeNs);
	if (mark === undefined || changed === undefined) return undefined;
	const { since } = mark;
	return {
		call,
		mark,
		since: since !== undefined && /^\d+$/.test(since) ? BigInt(since) : changed,
	};
}

/** Some turns of a session. */
const MAX_TAIL = 1_048_576;
/** Nanoseconds that a program takes to die. */
const LAST_WORDS = 500_000_000n;

function endOf(call: string, transcript: string): bigint | undefined {
	const lines = (readTail(transcript, MAX_TAIL) ?? '').split('\n');
	const line = lines.findLast((one) => one.includes(`"tool_use_id":"${call}"`));
	const { timestamp } = (parseJson(line ?? '') ?? {}) as { timestamp?: unknown };
	const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
	return Number.isNaN(at) ? undefined : BigInt(at) * 1_000_000n + LAST_WORDS;
}

/** Tracked files that git is told not to look at, `assume-unchanged` or `skip-worktree`, and that are there all the same. */
function unwatchedFiles(git: AskGit, place: Place, { matters, below }: Watch): string[] {
	const output = git(place, ['ls-files', '-v', '-z', '--', ...below]) ?? '';
	const lines = output.split('\0').filter((line) => /^[a-zS] /.test(line));
	const paths = lines.map((line) => line.slice(2)).filter(matters);
	return paths.filter((path) => existsSync(join(place.root, path))).slice(0, MAX_FILES + 1);
}

/** Files that git ignores, each by a pattern of its own, and that were written since; not what lies in an ignored folder. */
function ignoredSince(
	git: AskGit,
	place: Place,
	{ matters, below, since }: Watch & { readonly since: bigint },
): string[] {
	const output = git(place, [...IGNORED, '--', ...below]) ?? '';
	const lines = output.split('\0').filter((line) => line.startsWith('! ') && !line.endsWith('/'));
	const paths = lines.map((line) => line.slice(2)).filter(matters);
	return paths
		.filter((path) => isChangedSince(join(place.root, path), since))
		.slice(0, MAX_FILES + 1);
}

/** Whether a file was written since that says which files of these folders git ignores. */
function isIgnoringAnew(
	{ root, stateDir }: Place,
	below: readonly string[],
	since: bigint,
): boolean {
	const folders = new Set(['', ...below.flatMap(withParents)]);
	const files = [...folders].map((folder) => join(root, folder, '.gitignore'));
	return [join(dirname(stateDir), 'info/exclude'), ...files].some((file) =>
		isChangedSince(file, since),
	);
}

/** `a/b/c`, `a/b` and `a` of `a/b/c`. */
function withParents(path: string): string[] {
	const segments = path.split('/');
	return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

function isChangedSince(file: string, since: bigint): boolean {
	return (linkStatOf(file)?.ctimeNs ?? -1n) >= since;
}

interface Taking extends Watch {
	readonly before: Look;
	/** Files that git does not look at. */
	readonly hidden: readonly string[];
}

/** How git calls a file. */
type Called = Pick<DirtyFile, 'isDirty' | 'isNew' | 'isHidden'>;

function take(
	git: AskGit,
	place: Place,
	{ matters, below, keeps, before, hidden }: Taking,
): Looked {
	const output = git(place, [...STATUS, '--', ...below]);
	if (output === undefined) return { kind: 'none', why: 'git did not tell in time what changed' };
	const dirty = new Map<string, Called>();
	for (const path of hidden) dirty.set(path, { isDirty: true, isNew: false, isHidden: true });
	for (const { path, isNew } of entriesIn(output, place.root))
		if (matters(path)) dirty.set(path, { isDirty: true, isNew });
	const isWhole = dirty.size <= MAX_FILES;
	const store = keeps ? snapshotStore(place.stateDir) : undefined;
	const rest: Reading = { ...(keeps ? KEPT : READ), ...(store === undefined ? {} : { store }) };
	const names = [...new Set([...[...dirty.keys()].slice(0, MAX_FILES), ...Object.keys(before)])];
	const files = names.map((path) => {
		const now = dirty.get(path) ?? { isDirty: false, isNew: false };
		return found(place.root, { path, ...now }, before, rest);
	});
	store?.tidy(Date.now());
	return { kind: 'look', files, isWhole };
}

type Entry = Pick<DirtyFile, 'path' | 'isNew'>;

function entriesIn(output: string, root: string): Entry[] {
	return output.split('\0').flatMap((line) => {
		if (!line.startsWith('? ')) return trackedIn(line) ?? [];
		const path = line.slice(2).replace(/\/$/, '');
		// With a slash at its end it is another repository.
		if (line.endsWith('/') && isWorkingTree(join(root, path))) return [];
		return [{ path, isNew: true }];
	});
}

/** `1 .M N... 100644 100644 100644 <hash> <hash> <path>`, or `u …`. */
function trackedIn(line: string): Entry | undefined {
	const kind = line[0];
	const fields = kind === '1' ? 8 : kind === 'u' ? 10 : 0;
	if (fields === 0) return undefined;
	let at = 0;
	for (let field = 0; field < fields; field += 1) at = line.indexOf(' ', at) + 1;
	const isNew = line[2] === 'A';
	// What is in a submodule is another repository's; that there is a new one is not.
	if (line[5] === 'S' && !isNew) return undefined;
	return { path: line.slice(at), isNew };
}

/** Whether a folder belongs to a repository that is elsewhere. */
function isWorkingTree(folder: string): boolean {
	return ifThere(() => lstatSync(join(folder, '.git')).isFile()) ?? false;
}

interface Budget {
	files: number;
	bytes: number;
}

/** What is left of the budget, and where contents are kept. */
interface Reading extends Budget {
	readonly store?: SnapshotStore;
}

function unknown(path: string): Called & { readonly path: string } {
	return { path, isDirty: true, isNew: false };
}

function found(
	root: string,
	{ path, ...more }: Called & { readonly path: string },
	before: Look,
	rest: Reading,
): DirtyFile {
	const file = join(root, path);
	const stat = ifThere(() => lstatSync(file, { bigint: true }));
	if (stat === undefined)
		return { path, ...more, stamp: GONE, content: GONE, changed: nearestChange(dirname(file)) };
	const changed = stat.ctimeNs;
	// Of another repository only that it is there.
	const stamp = stat.isDirectory()
		? 'folder'
		: [changed, stat.mtimeNs, stat.size, stat.mode, stat.ino].join(' ');
	const known = Object.hasOwn(before, path) ? before[path] : undefined;
	const isKnown = known !== undefined && known[0] === stamp && isKept(known[1], rest);
	const content = isKnown ? known[1] : contentOf(file, stat, rest);
	return { path, ...more, stamp, changed, ...(content === undefined ? {} : { content }) };
}

function isKept(content: string | undefined, { store }: Reading): boolean {
	return store === undefined || (content !== undefined && store.has(content));
}

/** A file that is gone took its own time along; the folder that it stood in has changed with it. */
function nearestChange(path: string): bigint {
	const stat = ifThere(() => lstatSync(path, { bigint: true }));
	if (stat !== undefined) return stat.ctimeNs;
	return dirname(path) === path ? 0n : nearestChange(dirname(path));
}

function contentOf(file: string, stat: BigIntStats, rest: Reading): string | undefined {
	const size = Number(stat.size);
	if (rest.files <= 0 || size > rest.bytes) return undefined;
	rest.files -= 1;
	rest.bytes -= size;
	const text = ifThere(() => fileText(file, stat));
	if (text === undefined) return undefined;
	const content = contentOfText(text);
	rest.store?.keep(content, text);
	return content;
}

function ifThere<Value>(work: () => Value): Value | undefined {
	try {
		return work();
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
		throw error;
	}
}
