import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { textIn } from '../core/document/foreign-json.ts';
import { type Lesson, lessonIn } from '../core/lesson/lesson.ts';
import { codeNames, isPath } from '../core/lesson/outdated.ts';
import type { Place } from '../core/place/place.ts';
import { compareTexts } from '../core/text/strings.ts';
import { type GitEnv, succeedsInGit, withoutGit } from './ask-git.ts';
import { dueLook, readIdentifiers, writeIdentifiers } from './identifier-cache.ts';
import { lessonCache } from './lesson-cache.ts';
import { configText, quietGit } from './quiet-git.ts';
import { parseJson } from './read-regular.ts';

/** Names of the newest lessons. 300 in 50,000 files: 1.4 s of a processor; as fixed strings, each by itself, 18 s. */
const MOST_NAMES = 300;
/** A look that takes longer finds nothing gone. */
const PATIENCE_MS = 15_000;
const MAX_SAID = 256 * 1024 * 1024;
/** To ask about one costs a process, of some 2 ms. */
const MOST_COMMITS = 20;
/** Whoever works meanwhile comes first. */
const LATER = 10;

const GREP = [
	...['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', 'grep', '--untracked'],
	...['--no-recurse-submodules', '--no-textconv', '--no-color', '--no-line-number', '--no-column'],
	...['--no-heading', '--no-break', '--null', '-I', '-o', '-w', '-E', '-f', '-'],
];
const QUIET = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };

/**
 * Looks which identifiers of lessons are gone from the branch, where HEAD has moved or more was learned since the last
 * look. What was never seen in a commit that the branch contains is not gone: it is an error code, or it stands on a branch
 * that is not merged.
 */
export async function lookForIdentifiers(place: Place, given: GitEnv): Promise<void> {
	// It is missing, or of another make.
	if (lessonCache.read(place) === undefined) await lessonCache.build(place);
	const due = dueLook(place);
	if (due === undefined) return;
	const { root, branch } = place;
	const { head, lessons, isCurrent } = due;
	const env = { ...withoutGit(given), ...QUIET, LC_ALL: 'C' };
	const cache = lessonCache.read(place);
	// It cannot be made: what was seen for its lessons would be forgotten.
	if (cache === undefined) return;
	const names = namesIn(cache);
	const { looks, seen: before } = readIdentifiers(place);
	const found = await find(place, names, env);
	const isOnBranch = containedIn(head, (commit) =>
		succeedsInGit(root, ['merge-base', '--is-ancestor', commit, head], env),
	);
	const seen = new Map<string, string>();
	const gone: string[] = [];
	for (const name of names) {
		const commit = before.get(name);
		const stood = commit !== undefined && isOnBranch(commit);
		if (!stood && found.committed.has(name)) seen.set(name, head);
		else if (commit !== undefined) seen.set(name, commit);
		if (stood && found.isWhole && !found.anywhere.has(name)) gone.push(name);
	}
	const others = looks.filter((one) => one.branch !== branch);
	const now = { seen, looks: [...others, { branch, head, lessons, gone }] };
	writeIdentifiers(place, now, isCurrent);
}

/** What the lessons of a cache say that can only be names of code, those of the newest lessons first. */
function namesIn(cache: string): string[] {
	const lessons = new Map<string, Lesson>();
	for (const line of cache.split('\n')) {
		const json = parseJson(line);
		const lesson = lessonIn(json);
		if (lesson === undefined) lessons.delete(textIn(json, 'id') ?? '');
		else lessons.set(lesson.id, lesson);
	}
	const newest = [...lessons.values()].sort((one, other) => compareTexts(other.at, one.at));
	return [...new Set(newest.flatMap(codeNames))].slice(0, MOST_NAMES);
}

/** Whether a branch contains a commit, for the first few that are asked about. */
function containedIn(head: string, ask: (commit: string) => boolean) {
	const known = new Map([[head, true]]);
	return (commit: string) => {
		const isKnown = known.has(commit) || known.size > MOST_COMMITS;
		if (!isKnown) known.set(commit, /^[0-9a-f]{40,64}$/.test(commit) && ask(commit));
		return known.get(commit) === true;
	};
}

/** Where names stand. */
interface Found {
	readonly anywhere: ReadonlySet<string>;
	/** In a file that is as it was committed. */
	readonly committed: ReadonlySet<string>;
	/** Whether all files were looked through: else nobody knows of the other names. */
	readonly isWhole: boolean;
}

async function find(place: Place, names: readonly string[], env: GitEnv): Promise<Found> {
	const anywhere = new Set<string>();
	const committed = new Set<string>();
	const paths = names.filter(isPath);
	const inHead = committedPaths(place, paths, env);
	for (const path of paths) {
		if (inHead?.has(path)) committed.add(path);
		// Where git cannot say, nothing is gone.
		if (inHead?.has(path) !== false || existsSync(join(place.root, path))) anywhere.add(path);
	}
	const identifiers = names.filter((name) => !isPath(name));
	if (identifiers.length === 0) return { anywhere, committed, isWhole: true };
	const changed = changedFiles(place, env);
	// Files that are not checked out are not looked through.
	if (changed === undefined || /sparsecheckout/i.test(configText(place)))
		return { anywhere, committed, isWhole: false };
	const wanted = new Set(identifiers);
	const left = new Set(identifiers);
	const add = (line: string) => {
		const end = line.indexOf('\0');
		const name = line.slice(end + 1);
		if (end < 0 || !wanted.has(name)) return left.size > 0;
		anywhere.add(name);
		if (!changed.has(line.slice(0, end))) {
			committed.add(name);
			left.delete(name);
		}
		return left.size > 0;
	};
	// One pattern, of names that have no sign in them that means anything in one.
	const isWhole = await grep(place.root, { input: `(${identifiers.join('|')})\n`, env, add });
	return { anywhere, committed, isWhole };
}

/** Those of these files that HEAD has; `undefined` where git cannot say. */
function committedPaths(
	place: Place,
	paths: readonly string[],
	env: GitEnv,
): ReadonlySet<string> | undefined {
	if (paths.length === 0) return new Set();
	const args = ['ls-tree', '-z', '--name-only', '--full-tree', 'HEAD', '--', ...paths];
	const said = quietGit(env)(place, args);
	return said === undefined ? undefined : new Set(said.split('\0'));
}

/** Paths of files that are not as they were committed, or never were; `undefined` where git cannot say. */
function changedFiles(place: Place, env: GitEnv): ReadonlySet<string> | undefined {
	const args = ['--porcelain', '-z', '--untracked-files=all', '--ignore-submodules=all'];
	const said = quietGit(env)(place, ['status', '--no-renames', ...args]);
	return said === undefined ? undefined : new Set(said.split('\0').map((line) => line.slice(3)));
}

interface Grep {
	readonly input: string;
	readonly env: GitEnv;
	/** Takes a line, `<path>\0<name>`; false where no other is needed. */
	readonly add: (line: string) => boolean;
}

/** Whether all lines came that are needed. */
function grep(cwd: string, { input, env, add }: Grep): Promise<boolean> {
	return new Promise((resolve) => {
		const child = spawn('git', GREP, {
			...{ cwd, env: { ...env }, timeout: PATIENCE_MS, windowsHide: true },
			stdio: ['pipe', 'pipe', 'pipe'],
		});
		let [rest, said, isEnough] = ['', 0, false];
		const stop = () => child.kill('SIGKILL');
		child.stdout.setEncoding('utf8').on('data', (part: string) => {
			const lines = `${rest}${part}`.split('\n');
			rest = lines.pop() ?? '';
			said += part.length;
			isEnough ||= lines.some((line) => !add(line));
			if (isEnough || said > MAX_SAID) stop();
		});
		// A file that cannot be read may have any of them.
		child.stderr.on('data', stop);
		child.on('error', () => resolve(false));
		// 1: nothing was found.
		child.on('close', (status) => resolve(isEnough || status === 0 || status === 1));
		child.stdin.on('error', () => undefined);
		child.stdin.end(input);
		lowerPriority(child.pid);
	});
}

function lowerPriority(pid: number | undefined): void {
	try {
		if (pid !== undefined) setPriority(pid, LATER);
	} catch {
		// It is over already, or nobody may.
	}
}
