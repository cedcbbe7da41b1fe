import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type EffectWorld, openEffectWorld } from './effect-world.ts';
import { git, gitSucceeds } from './git-repo.ts';

const SOURCE = [{ edit: 'src/**' }];
const COMMIT = { blocks: [{ command: 'git commit' }], triggers: ['edit'], hold_stop: false };
const TESTS = { commands: ['npm test'], enforce: 'stop', stale_after: SOURCE };
const CONFIG = {
	requirements: {
		commit_plan: { triggers: SOURCE, skills: ['arch-review'] },
		pre_commit_review: { scope: 'single_use', ...COMMIT, skills: ['pre-commit'] },
		tested: { triggers: SOURCE, ...TESTS },
		on_main: { type: 'guard', guard: 'protected_branch', branches: ['main'] },
	},
};

/** Branches of the person and of others, one of them only at a remote. */
const SCRIPT = `mkdir -p src/gen reports
for f in src/b.ts src/gen/api.ts reports/junit.xml; do echo x > $f; done
git add -A; git commit -qm base
for b in feature/w feature/y theirs; do
	git switch -qc $b feature/x; echo x > src/of-\${b#*/}.ts; git add -A; git commit -qm $b
done
git switch -q feature/x; git clone -q --bare . ../up; git clone -q ../up ../clone; cd ../clone
echo x > src/pulled.ts; git add -A; git commit -qm pulled; git push -q origin HEAD:pulled`;

/** The repository of a day, on feature/x. `tree`: where session B works. */
export async function openDayWorld(hasTree: boolean): Promise<EffectWorld & { tree: string }> {
	const world = await openEffectWorld(CONFIG, SCRIPT);
	const tree = hasTree ? join(world.dir, 'tree') : world.repo;
	if (hasTree) git(world.repo, 'worktree', 'add', '-q', tree, 'feature/w');
	return { ...world, tree };
}

/** The branch that is checked out. */
export function branchOf(tree: string): string {
	return git(tree, 'branch', '--show-current');
}

/** The content of each file that may matter. */
export function filesOf(tree: string): Readonly<Record<string, string>> {
	const listed = git(tree, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
	const files = listed.split('\0').filter((file) => existsSync(join(tree, file)) && file !== '');
	return Object.fromEntries(files.map((file) => [file, readFileSync(join(tree, file), 'utf8')]));
}

/** Another text whenever HEAD has moved. */
export function movesOf(tree: string): string {
	return git(tree, 'reflog', '--format=%H %gs');
}

/** `isFree`: a script may change source files. Whether it is done. */
type Work = (tree: string, file: string, isFree: boolean) => unknown;

let lines = 0;

/** Adds to each file a line that no file has. */
function append(tree: string, ...files: readonly string[]): void {
	for (const file of files) {
		lines += 1;
		mkdirSync(dirname(join(tree, file)), { recursive: true });
		appendFileSync(join(tree, file), `line ${lines}\n`);
	}
}

const BUILT = ['docs/api.md', 'src/gen/api.ts', 'dist/out.js'];

function commitAll(tree: string): boolean {
	git(tree, 'add', '-A');
	return gitSucceeds(tree, 'commit', '-q', '-m', 'work');
}

function pop(tree: string): void {
	const isDone = gitSucceeds(tree, 'stash', 'pop', '-q');
	if (!isDone && git(tree, 'ls-files', '-u') !== '') git(tree, 'reset', '-q', '--hard');
}

/** Git with these words, given up if it stops halfway. */
function runs(words: string): Work {
	const [, command] = /^(merge|rebase|revert|pull)/.exec(words) ?? [];
	const abort = [command === 'pull' ? 'merge' : (command ?? ''), '--abort'];
	return (tree) => gitSucceeds(tree, ...words.split(' ')) || gitSucceeds(tree, ...abort);
}

/** What a person does, or a formatter or watcher of theirs, and how often. */
export const ACTS = {
	edit: [6, (tree, file) => append(tree, file)],
	/** A formatter rewrites the file a moment after. */
	save: [3, (tree, file) => [append(tree, file), setTimeout(3).then(() => append(tree, file))][1]],
	remove: [1, (tree, file) => rmSync(join(tree, file), { force: true })],
	restore: [1, (tree, file) => gitSucceeds(tree, 'restore', file)],
	regenerate: [2, (tree) => append(tree, 'src/gen/api.ts')],
	commit: [3, commitAll],
	amend: [1, runs('commit -qa --amend --no-edit')],
	merge: [1, runs('merge -q --no-edit theirs')],
	pull: [1, runs('pull -q --no-rebase --no-edit ../up pulled')],
	stash: [1, runs('stash -q -u')],
	pop: [2, pop],
	rebase: [1, runs('rebase -q --autostash theirs')],
	revert: [1, runs('revert --no-edit HEAD')],
	toOther: [1, runs('switch -q feature/y')],
	toMain: [1, runs('switch -q main')],
	back: [3, runs('switch -q feature/x')],
} as const satisfies Readonly<Record<string, readonly [weight: number, Work]>>;

const nothing = () => undefined;

/** What a model does, how often, and the line of Bash or the skill that says so. */
export const CALLS = {
	edit: [7, '', (tree, file) => append(tree, file)],
	write: [3, 'echo more >> FILE', (tree, file) => append(tree, file)],
	script: [8, 'node tools/build.mjs', (tree, _, isFree) => append(tree, ...(isFree ? BUILT : ['dist/out.js']))],
	read: [6, 'grep -rn line src | head -3; cat FILE', nothing],
	test: [3, 'npm test', (tree) => append(tree, 'reports/junit.xml', 'src/a.snap')],
	commit: [4, 'git add -A && git commit -q -m work', commitAll],
	plan: [1, '/arch-review', nothing],
	review: [3, '/pre-commit', nothing],
	/** The turn ends, and the next prompt comes. */
	stop: [6, '', nothing],
	/** Real bypasses: scripts that do what is blocked. */
	slip: [2, `node -e "fs.appendFileSync('src/a.ts', 'x')"`, (tree) => append(tree, 'src/a.ts')],
	release: [1, 'sh tools/release.sh', (tree) => [append(tree, 'docs/notes.md'), commitAll(tree)]],
} as const satisfies Readonly<Record<string, readonly [weight: number, says: string, Work]>>;
