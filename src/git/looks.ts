import {
	type BigIntStats,
	existsSync,
	lstatSync,
	readFileSync,
	readlinkSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../core/context.ts';
import { fnv1a } from '../core/text/strings.ts';
import { writeCache } from '../store/atomic-write.ts';
import { sha256 } from '../store/hashes.ts';
import { makeDirectory } from '../store/paths.ts';
import { parseJson } from '../store/read-file.ts';
import { checkedOut } from './branches.ts';
import { callsDir, isCallName, MARKS } from './call-marks.ts';
import {
	allBegun,
	callsBeside,
	endCall,
	goOn,
	isOverAt,
	markOf,
	operationAt,
	spanOf,
} from './calls-beside.ts';
import { readGitFile } from './git-file.ts';
import { type DirtyFile, GONE, type Look } from './look.ts';
import type { Looked, Looks, Watch } from './look-ports.ts';
import { type AskGit, newCommits, ownWork } from './new-commits.ts';
import type { Place } from './place.ts';
import { askGit } from './quiet-git.ts';

const { begun: BEGUN, look: LOOK, givenUp: GIVEN_UP } = MARKS;
/** Where git did not tell in time, asking at each call would only cost its patience. */
const ASK_AGAIN_MS = 10 * 60 * 1_000;
const COMMIT = /^[0-9a-f]{40,64}$/;
/** More dirty files than this are not looked at one by one; a look of one more says that it was not whole. */
const MAX_FILES = 2_000;
/** Of so many, and of so many bytes, the content is read: what a call writes back as it was is no change. */
const READ: Budget = { files: 200, bytes: 1_048_576 };
const STATUS = [
	...['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames'],
	'--ignore-submodules=dirty',
];

/** Milliseconds for one answer of git, and from the first question of an event to the last answer. */
const PATIENCE_MS = 1_500;
const WHOLE_PATIENCE_MS = 3_000;

/** What calls change, as git's index and the file system tell it. `configDir`: where marks of calls are. */
export function liveLooks(
	configDir: string,
	{ env, now, elapsedMs, writing }: Pick<Context, 'env' | 'now' | 'elapsedMs' | 'writing'>,
): Looks {
	const folderOf = (session: string) => join(callsDir(configDir), session);
	const lookFile = (session: string, root: string) => join(folderOf(session), LOOK + fnv1a(root));
	const markFile = (session: string, call: string) => join(folderOf(session), call + BEGUN);
	let end: number | undefined;
	const git: AskGit = (place, args) => {
		const now = elapsedMs();
		end ??= now + WHOLE_PATIENCE_MS;
		const literal = ['--literal-pathspecs', ...args];
		return askGit(place, literal, { env }, { timeoutMs: Math.min(PATIENCE_MS, end - now) });
	};
	const nanoseconds = () => BigInt(now()) * 1_000_000n;
	return {
		begin: (session, call, { place, ...mark }) => {
			if (!isCallName(call)) return;
			writing.begin();
			makeDirectory(folderOf(session));
			const since = nowIn(place);
			const text = JSON.stringify({ ...mark, root: place.root, since: since?.toString() });
			ifThere(() => writeFileSync(markFile(session, call), text, { mode: 0o600 }));
		},
		begun: (session, call) => (isCallName(call) ? markOf(folderOf(session), call) : undefined),
		spanOf: (begun, place, ms) => {
			const until = nowIn(place) ?? nanoseconds();
			return spanOf(begun, until, ms === undefined ? undefined : ms + elapsedMs());
		},
		over: (session, begun, ran) => {
			writing.begin();
			endCall(folderOf(session), begun, ran);
		},
		goesOn: (session, begun, task) => {
			writing.begin();
			goOn(folderOf(session), begun, task);
		},
		others: (session, call, root) =>
			allBegun(folderOf(session), root).filter(
				(one) => one.call !== call && !isOverAt(nanoseconds(), one),
			),
		beside: (session, own, span) => callsBeside(callsDir(configDir), session, { own, span }),
		last: (session, root) => parsedFile<Look>(lookFile(session, root)),
		keep: (session, root, look) => {
			writing.begin();
			writeCache(lookFile(session, root), JSON.stringify(look));
		},
		take: (place, watch, before) => take(git, place, { ...watch, before }),
		changedAt: (place, path) => nearestChange(join(place.root, path)),
		underway: (place) => ({
			merging: hashesIn(readGitFile(join(place.gitDir ?? '', 'MERGE_HEAD'))),
			operation: operationAt(place),
			elsewhere: Object.fromEntries(
				Object.entries(checkedOut(place, { env })).filter(([gitDir]) => gitDir !== place.gitDir),
			),
		}),
		detachedAt: ({ gitDir }) =>
			COMMIT.exec(readGitFile(join(gitDir ?? '', 'HEAD'))?.trim() ?? '')?.[0],
		commits: (place, asked) => newCommits(git, place, asked),
		ownWork: (place, between) => ownWork(git, place, between),
		differing: async (place, commit, other) => {
			// A mark may be anybody's.
			if (![commit, other].every((one) => COMMIT.test(one))) return undefined;
			const plain = ['--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'];
			const ran = await git(place, ['diff', '--name-only', '-z', ...plain, commit, other, '--']);
			return ran?.split('\0').filter((path) => path !== '');
		},
		uncommitted: async (place, paths) => {
			const ran = await git(place, [...STATUS, '--', ...paths]);
			return ran === undefined ? undefined : entriesIn(ran, place.root);
		},
		isGivenUp: (session) => {
			const stat = ifThere(() => lstatSync(join(folderOf(session), GIVEN_UP)));
			return stat !== undefined && Math.abs(now() - stat.mtimeMs) < ASK_AGAIN_MS;
		},
		giveUp: (session) => {
			writing.begin();
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

function hashesIn(text = ''): string[] {
	return text.split('\n').filter((line) => COMMIT.test(line));
}

interface Taking extends Watch {
	readonly before: Look;
}

async function take(
	git: AskGit,
	place: Place,
	{ matters, below, before }: Taking,
): Promise<Looked> {
	const output = await git(place, [...STATUS, '--', ...below]);
	if (output === undefined) return { kind: 'none', why: 'git did not tell in time what changed' };
	const dirty = new Set(entriesIn(output, place.root).filter(matters));
	const rest = { ...READ };
	const names = [...new Set([...[...dirty].slice(0, MAX_FILES), ...Object.keys(before)])];
	const files = names.map((path) =>
		found(place.root, { path, isDirty: dirty.has(path) }, before, rest),
	);
	return { kind: 'look', files, isWhole: dirty.size <= MAX_FILES };
}

function entriesIn(output: string, root: string): string[] {
	return output.split('\0').flatMap((line) => {
		if (!line.startsWith('? ')) return trackedIn(line) ?? [];
		const path = line.slice(2).replace(/\/$/, '');
		// With a slash at its end it is another repository.
		return line.endsWith('/') && isWorkingTree(join(root, path)) ? [] : [path];
	});
}

/** `1 .M N... 100644 100644 100644 <hash> <hash> <path>`, or `u …`. */
function trackedIn(line: string): string | undefined {
	const kind = line[0];
	const fields = kind === '1' ? 8 : kind === 'u' ? 10 : 0;
	if (fields === 0) return undefined;
	let at = 0;
	for (let field = 0; field < fields; field += 1) at = line.indexOf(' ', at) + 1;
	// What is in a submodule is another repository's; that there is a new one is not.
	if (line[5] === 'S' && line[2] !== 'A') return undefined;
	return line.slice(at);
}

/** Whether a folder belongs to a repository that is elsewhere. */
function isWorkingTree(folder: string): boolean {
	return ifThere(() => lstatSync(join(folder, '.git')).isFile()) ?? false;
}

interface Budget {
	files: number;
	bytes: number;
}

function found(
	root: string,
	{ path, isDirty }: Pick<DirtyFile, 'path' | 'isDirty'>,
	before: Look,
	rest: Budget,
): DirtyFile {
	const file = join(root, path);
	const stat = ifThere(() => lstatSync(file, { bigint: true }));
	if (stat === undefined)
		return { path, isDirty, stamp: GONE, content: GONE, changed: nearestChange(dirname(file)) };
	const changed = stat.ctimeNs;
	// Of another repository only that it is there.
	const stamp = stat.isDirectory()
		? 'folder'
		: [changed, stat.mtimeNs, stat.size, stat.mode, stat.ino].join(' ');
	const known = Object.hasOwn(before, path) ? before[path] : undefined;
	const content = known?.[0] === stamp ? known[1] : contentOf(file, stat, rest);
	return { path, isDirty, stamp, changed, ...(content === undefined ? {} : { content }) };
}

/** A file that is gone took its own time along; the folder that it stood in has changed with it. */
function nearestChange(path: string): bigint {
	const stat = ifThere(() => lstatSync(path, { bigint: true }));
	if (stat !== undefined) return stat.ctimeNs;
	return dirname(path) === path ? 0n : nearestChange(dirname(path));
}

/** Tells contents of a file, or where a link leads, apart, and modes, too. */
function contentOf(file: string, stat: BigIntStats, rest: Budget): string | undefined {
	const size = Number(stat.size);
	if (rest.files <= 0 || size > rest.bytes) return undefined;
	rest.files -= 1;
	rest.bytes -= size;
	const text = ifThere(() => {
		if (stat.isFile()) return readFileSync(file, 'latin1');
		return stat.isSymbolicLink() ? readlinkSync(file, 'latin1') : undefined;
	});
	return text === undefined ? undefined : sha256(`${stat.mode}\n${text}`).slice(0, 40);
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
