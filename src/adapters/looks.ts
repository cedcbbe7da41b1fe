import { lstatSync, readFileSync, readlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CallMark, Looked, Looks, Watch } from '../app/look-ports.ts';
import { BESIDE_RECEIPTS, isReceiptName, KEY_BYTES } from '../core/guard/receipt.ts';
import { type Found, GONE, type Look } from '../core/observe/look.ts';
import type { Place } from '../core/place/place.ts';
import { type GitEnv, startGit, withoutGit } from './ask-git.ts';
import { writeAtomic } from './atomic-write.ts';
import { callsDir } from './call-receipts.ts';
import { readGitFile } from './git-files.ts';
import { hashOf, sha256 } from './hashes.ts';

/** Names of files are no secret. */
const NO_KEY = new Uint8Array(KEY_BYTES);
const { begun: BEGUN, look: LOOK, givenUp: GIVEN_UP } = BESIDE_RECEIPTS;
/** Nobody waits longer for a look. */
const PATIENCE_MS = 1_500;
/** More dirty files than this are not looked at one by one. */
const MAX_FILES = 2_000;
/** Of so many, and of so many bytes, the content is read: what a call writes back as it was is no change. */
const MAX_READ_FILES = 200;
const MAX_READ_BYTES = 1_048_576;

/**
 * A repository's config must start no program for a mere look. `lfs` is the one filter that users have in a config of
 * their own; those that the repository names itself are turned off one by one.
 */
const QUIET = [
	...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.trustctime=true'],
	...['core.checkStat=default', 'diff.ignoreSubmodules=dirty'],
	...offFor('filter.lfs'),
];
const STATUS = [
	...['status', '--porcelain=v2', '-z', '--untracked-files=all', '--no-renames'],
	'--ignore-submodules=dirty',
];

function offFor(filter: string): string[] {
	return [`${filter}.clean=`, `${filter}.process=`, `${filter}.required=false`];
}

/** What calls change, as git's index and the file system tell it. `configDir`: where receipts of calls are. */
export function liveLooks(configDir: string, env: GitEnv): Looks {
	const folderOf = (session: string) => join(callsDir(configDir), session);
	const lookFile = (session: string, root: string) =>
		join(folderOf(session), LOOK + hashOf(NO_KEY, root));
	const markFile = (session: string, call: string) => join(folderOf(session), call + BEGUN);
	return {
		begin: (session, call, mark) => {
			if (!isReceiptName(call)) return;
			ifThere(() => writeFileSync(markFile(session, call), JSON.stringify(mark), { mode: 0o600 }));
		},
		end: (session, call) => (isReceiptName(call) ? taken(markFile(session, call)) : undefined),
		last: (session, root) => {
			const text = ifThere(() => readFileSync(lookFile(session, root), 'utf8'));
			return text === undefined ? undefined : (parsed(text) as Look | undefined);
		},
		keep: (session, root, look) => {
			ifThere(() =>
				writeAtomic(lookFile(session, root), JSON.stringify(look), () => true, {
					isDurable: false,
				}),
			);
		},
		take: (place, watch, before) => take(place, { ...watch, before, env }),
		changedAt: (place, path) => {
			const file = join(place.root, path);
			return (
				ifThere(() => lstatSync(file, { bigint: true }).ctimeNs) ?? nearestChange(dirname(file))
			);
		},
		contentOf: (place, path) => found(place.root, unknown(path), {}, budget()).content,
		commits: (place, tips, known) => commits(place, { tips, known }, env),
		notReplayed: (place, from, to) => {
			const sides = ['--cherry-pick', '--right-only', `${from}...${to}`];
			const output = git(place, ['rev-list', `--max-count=${MAX_COMMITS}`, ...sides, '--'], env);
			return output?.split('\n').filter((hash) => hash !== '');
		},
		differing: (place, commit, other) => {
			const plain = ['--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=dirty'];
			const between = other === undefined ? [commit] : [commit, other];
			const ran = git(place, ['diff', '--name-only', '-z', ...plain, ...between, '--'], env);
			return ran?.split('\0').filter((path) => path !== '');
		},
		isFirstGivenUp: (session) => {
			try {
				writeFileSync(join(folderOf(session), GIVEN_UP), '', { flag: 'wx', mode: 0o600 });
				return true;
			} catch {
				return false;
			}
		},
	};
}

function taken(file: string): { mark: CallMark; since: bigint } | undefined {
	const text = ifThere(() => readFileSync(file, 'utf8'));
	if (text === undefined) return undefined;
	const since = lstatSync(file, { bigint: true }).ctimeNs;
	ifThere(() => unlinkSync(file));
	const mark = parsed(text) as CallMark | undefined;
	return mark === undefined ? undefined : { mark, since };
}

/** `undefined` for what a writer that was killed left half. */
function parsed(text: string): object | undefined {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

interface Taking extends Watch {
	readonly before: Look;
	readonly env: GitEnv;
}

function take(place: Place, { matters, below, before, env }: Taking): Looked {
	const output = git(place, ['--literal-pathspecs', ...STATUS, '--', ...below], env);
	if (output === undefined) return { kind: 'none', why: 'git did not tell in time what changed' };
	const dirty = new Map<string, { isDirty: true; isNew: boolean }>();
	for (const { path, isNew } of entriesIn(output))
		if (matters(path)) dirty.set(path, { isDirty: true, isNew });
	const isWhole = dirty.size <= MAX_FILES;
	const rest = budget();
	const names = [...new Set([...[...dirty.keys()].slice(0, MAX_FILES), ...Object.keys(before)])];
	const files = names.map((path) => {
		const now = dirty.get(path) ?? { isDirty: false, isNew: false };
		return found(place.root, { path, ...now }, before, rest);
	});
	return { kind: 'look', files, isWhole };
}

/** `1 .M N... 100644 100644 100644 <hash> <hash> <path>`, `u …`, `? <path>`. */
function* entriesIn(output: string): Generator<{ path: string; isNew: boolean }> {
	for (const line of output.split('\0')) {
		const kind = line[0];
		// With a slash at its end it is another repository.
		if (kind === '?' && !line.endsWith('/')) yield { path: line.slice(2), isNew: true };
		const fields = kind === '1' ? 8 : kind === 'u' ? 10 : 0;
		if (fields === 0) continue;
		let at = 0;
		for (let field = 0; field < fields; field += 1) at = line.indexOf(' ', at) + 1;
		// A submodule is another repository.
		if (line[5] !== 'S') yield { path: line.slice(at), isNew: line[2] === 'A' };
	}
}

interface Budget {
	files: number;
	bytes: number;
}

function unknown(path: string): { path: string; isDirty: boolean; isNew: boolean } {
	return { path, isDirty: true, isNew: false };
}

function budget(): Budget {
	return { files: MAX_READ_FILES, bytes: MAX_READ_BYTES };
}

function found(
	root: string,
	{ path, ...more }: { path: string; isDirty: boolean; isNew: boolean },
	before: Look,
	rest: Budget,
): Found {
	const file = join(root, path);
	const stat = ifThere(() => lstatSync(file, { bigint: true }));
	if (stat === undefined)
		return { path, ...more, stamp: GONE, content: GONE, changed: nearestChange(dirname(file)) };
	const changed = stat.ctimeNs;
	const stamp = [changed, stat.mtimeNs, stat.size, stat.mode, stat.ino].join(' ');
	const known = Object.hasOwn(before, path) ? before[path] : undefined;
	const isKnown = known !== undefined && known[0] === stamp;
	const content = isKnown ? known[1] : contentOf(file, stat, rest);
	return { path, ...more, stamp, changed, ...(content === undefined ? {} : { content }) };
}

/** A file that is gone took its own time along; the folder that it stood in has changed with it. */
function nearestChange(dir: string): bigint {
	const stat = ifThere(() => lstatSync(dir, { bigint: true }));
	if (stat !== undefined) return stat.ctimeNs;
	return dirname(dir) === dir ? 0n : nearestChange(dirname(dir));
}

function contentOf(
	file: string,
	stat: { size: bigint; mode: bigint; isFile: () => boolean; isSymbolicLink: () => boolean },
	rest: Budget,
): string | undefined {
	const size = Number(stat.size);
	if (rest.files <= 0 || size > rest.bytes) return undefined;
	rest.files -= 1;
	rest.bytes -= size;
	const text = ifThere(() =>
		stat.isFile()
			? readFileSync(file, 'latin1')
			: stat.isSymbolicLink()
				? readlinkSync(file, 'latin1')
				: undefined,
	);
	return text === undefined ? undefined : sha256(`${stat.mode}\n${text}`).slice(0, 40);
}

/** A hash, and those of its parents: two of a merge. */
const COMMIT = /^([0-9a-f]{40,64}) ([0-9a-f ]*)$/;
const MAX_COMMITS = 50;

/** New commits with the files that each changed itself; of merges only those that had to resolve something. */
function commits(
	place: Place,
	{ tips, known }: { tips: readonly string[]; known: readonly string[] },
	env: GitEnv,
) {
	const asked = ['log', '-z', '-c', '--name-only', '--no-renames', '--format=%H %P'];
	const limits = [
		'--no-ext-diff',
		'--no-textconv',
		'--no-show-signature',
		`--max-count=${MAX_COMMITS}`,
	];
	const not = known.map((commit) => `^${commit}`);
	const output = git(
		place,
		[...asked, ...limits, ...tips, ...not, '--not', '--remotes', '--'],
		env,
	);
	if (output === undefined) return undefined;
	const all: { hash: string; isMerge: boolean; files: string[] }[] = [];
	for (const part of output.split(/[\0\n]/)) {
		const [, hash, parents = ''] = COMMIT.exec(part) ?? [];
		if (hash !== undefined) all.push({ hash, isMerge: parents.includes(' '), files: [] });
		else if (part !== '') all.at(-1)?.files.push(part);
	}
	return all.filter(({ isMerge, files }) => !isMerge || files.length > 0);
}

/** `undefined` where git fails, or takes too long. */
function git(place: Place, args: readonly string[], env: GitEnv): string | undefined {
	const off = ownFilters(place, env);
	if (off === undefined) return undefined;
	const configs = [...QUIET, ...off].flatMap((config) => ['-c', config]);
	const quiet = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };
	const ran = startGit([...configs, ...args], {
		cwd: place.root,
		env: { ...withoutGit(env), ...quiet, LC_ALL: 'C' },
		input: '',
		timeout: PATIENCE_MS,
	});
	return ran.status === 0 ? ran.stdout : undefined;
}

/** Settings that turn off what the repository's own config calls a filter; git is asked only where it may have one. */
function ownFilters({ gitDir, stateDir, root }: Place, env: GitEnv): string[] | undefined {
	const files = [join(dirname(stateDir), 'config'), join(gitDir ?? '', 'config.worktree')];
	const text = files.map((file) => readGitFile(file) ?? '').join('\n');
	if (!/filter|include/i.test(text)) return [];
	const asked = ['config', '-z', '--name-only', '--get-regexp', '^filter\\.'];
	const ran = startGit(asked, { cwd: root, env: withoutGit(env), input: '', timeout: PATIENCE_MS });
	// 1: there is none.
	if (ran.status !== 0 && ran.status !== 1) return undefined;
	const names = (ran.stdout ?? '').split('\0').filter((name) => name !== '');
	const filters = new Set(names.map((name) => name.slice(0, name.lastIndexOf('.'))));
	if ([...filters].some((filter) => filter.includes('='))) return undefined;
	return [...filters].flatMap(offFor);
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
