import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { StoredBaselines } from '../app/ports.ts';
import type { Baseline, BegunPolicy } from '../core/baseline/baseline.ts';
import { COMPILED_FORMAT } from '../core/config/config.ts';
import { Fault } from '../core/fault/fault.ts';
import type { BranchName, Place } from '../core/place/place.ts';
import { askGit, type GitEnv, startGit, withoutGit } from './ask-git.ts';
import { writeCache } from './atomic-write.ts';
import {
	baselineFile,
	baselinesDir,
	POLICY,
	policyFile,
	readBaseline,
	readOwnJson,
} from './config-files.ts';
import { readGitFile, readHead } from './git-files.ts';
import { insideGit, outsideGit, type PlacesOptions } from './places.ts';
import { ifThere, unlessError } from './read-regular.ts';

/** Branches beyond these are not asked for: no repository needs so many. */
const MAX_TIPS = 5_000;
const HEADS = 'refs/heads/';
const COMMIT = /^[0-9a-f]{40,64}$/;

/** Everything about baselines but reading one, which every hook does. */
export function storedBaselines(options: PlacesOptions): StoredBaselines {
	const { configDir, env } = options;
	const policyOf = ({ session }: Baseline) => {
		const begun = readOwnJson(policyFile(configDir, session)) as BegunPolicy | undefined;
		return begun?.format === COMPILED_FORMAT ? begun : undefined;
	};
	return {
		policy: policyOf,
		write: (baseline, policy) => {
			const { session } = baseline;
			if (policy !== undefined)
				put(policyFile(configDir, session), { format: COMPILED_FORMAT, ...policy });
			put(baselineFile(configDir, session), baseline);
		},
		place: (baseline) => placeOf(baseline, options),
		all: () =>
			sessionsIn(baselinesDir(configDir)).flatMap((session): Baseline[] => {
				const baseline = readBaseline(configDir, session);
				return baseline === undefined ? [] : [baseline];
			}),
		tips: (place) => tipsOf(place, env),
		// As it was committed, unfiltered.
		committed: ({ gitDir }, commit, path) =>
			answerIn(gitDir, ['cat-file', 'blob', `${commit}:${path}`], env),
		hadFolder: (baseline, path) => {
			const tips = policyOf(baseline)?.tips ?? {};
			const commit = Object.hasOwn(tips, baseline.branch) ? tips[baseline.branch] : undefined;
			if (commit === undefined) return false;
			const listing = ['--literal-pathspecs', 'ls-tree', '-d', '-z', commit, '--', path];
			// A submodule is none.
			return answerIn(baseline.git_dir, listing, env)?.startsWith('040000 ') === true;
		},
	};
}

function sessionsIn(dir: string): string[] {
	const names = ifThere(() => readdirSync(dir)) ?? [];
	return names
		.filter((name) => name.endsWith('.json') && !name.endsWith(POLICY))
		.map((name) => name.slice(0, -5));
}

/** Not synced to disk: a session that outlives a power cut begins anew. */
function put(path: string, document: object): void {
	writeCache(path, JSON.stringify(document));
}

/** The commit each branch stands at, read from git's files; git is asked only where they do not tell (reftable). */
function tipsOf({ gitDir, stateDir }: Place, env: GitEnv): Record<string, string> {
	if (gitDir === undefined) return {};
	const commonDir = dirname(stateDir);
	const packed = (readGitFile(join(commonDir, 'packed-refs')) ?? '').split('\n');
	const tips = new Map(packed.flatMap(tipIn).slice(0, MAX_TIPS));
	if (!addLoose(tips, join(commonDir, 'refs/heads'), '')) {
		const args = ['for-each-ref', `--count=${MAX_TIPS}`, '--format=%(objectname) %(refname)'];
		const asked = askGit(gitDir, [...args, HEADS], { ...withoutGit(env), GIT_DIR: gitDir });
		return Object.fromEntries(asked.split('\n').flatMap(tipIn));
	}
	return Object.fromEntries(tips);
}

/** `1f0c… refs/heads/main` */
function tipIn(line: string): [string, string][] {
	const [commit = '', ref = ''] = line.split(' ');
	return COMMIT.test(commit) && ref.startsWith(HEADS) ? [[ref.slice(HEADS.length), commit]] : [];
}

/** What is loose counts over what is packed. False where the directory is none. */
function addLoose(tips: Map<string, string>, dir: string, prefix: string): boolean {
	const entries = unlessError(() => readdirSync(dir, { withFileTypes: true }));
	if (entries === undefined) return false;
	for (const entry of entries) {
		if (tips.size >= MAX_TIPS) break;
		const [path, name] = [join(dir, entry.name), `${prefix}${entry.name}`];
		if (entry.isDirectory()) addLoose(tips, path, `${name}/`);
		else if (entry.isFile()) {
			const stands = readGitFile(path)?.trim() ?? '';
			if (COMMIT.test(stands)) tips.set(name, stands);
			// It became another name of a branch: what is packed does not count either.
			else if (stands.startsWith('ref:')) tips.delete(name);
		}
	}
	return true;
}

/** What git tells of what is committed; `undefined` where it fails, or there is no git. Nothing is fetched. */
function answerIn(
	gitDir: string | undefined,
	args: readonly string[],
	env: GitEnv,
): string | undefined {
	if (gitDir === undefined) return undefined;
	const quiet = { GIT_DIR: gitDir, GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };
	const where = { cwd: gitDir, env: { ...withoutGit(env), ...quiet }, input: '' };
	const ran = startGit(args, where);
	return ran.status === 0 ? ran.stdout : undefined;
}

/** The place on the branch that HEAD names now; where nobody can tell, on the one it named then. */
function placeOf(baseline: Baseline, options: PlacesOptions): Place {
	const { root, main_root: mainRoot, state_dir: stateDir, git_dir: gitDir } = baseline;
	const branch = baseline.branch as BranchName;
	if (gitDir === undefined) return { ...outsideGit(root, options), stateDir, branch };
	const commonDir = dirname(stateDir);
	const unreadable = unreadableIn(gitDir, commonDir);
	if (unreadable === undefined)
		return { ...insideGit({ root, gitDir, commonDir }, options.env), mainRoot };
	const nothing = { renamedFrom: () => [], birth: async () => undefined, hasLeft: () => false };
	return { root, mainRoot, stateDir, branch, git: true, gitDir, unreadable, ...nothing };
}

/** What HEAD may say: which reference counts, or a commit. */
const HEAD = /^(?:ref:[ \t]*refs\/|[0-9a-f]{40,64}\s*$)/;

/** Why git's files do not tell which branch is checked out; `undefined` where they do. */
function unreadableIn(gitDir: string, commonDir: string): string | undefined {
	try {
		const head = readHead(gitDir);
		if (head === undefined) return `there is no ${join(gitDir, 'HEAD')}`;
		if (!HEAD.test(head)) return `${join(gitDir, 'HEAD')} names no branch and no commit`;
		readGitFile(join(commonDir, 'config'));
		return undefined;
	} catch (error) {
		if (error instanceof Fault) return error.message;
		throw error;
	}
}
