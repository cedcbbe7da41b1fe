import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TICK_MS } from '../support/detected-call.ts';
import { type EffectWorld, openEffectWorld } from '../support/effect-world.ts';
import { writeIn } from '../support/git-repo.ts';

/** Edits and commits wait: whatever is told of the calls below is told for nothing. */
const EDITS = { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] };
const COMMITS = { blocks: [{ command: 'git commit' }], skills: ['pre-commit'] };
const BOTH = { plan: EDITS, reviewed: COMMITS };
const ONLY_EDITS = { plan: EDITS };

/**
 * What a person prepared, then steps: a call of the model's, or behind `me: ` what the user does meanwhile by hand. `$W`
 * is the folder around the repository.
 */
interface Story {
	readonly setup?: string;
	readonly steps: readonly string[];
	/** The model itself commits: only edits wait. */
	readonly commits?: true;
}

const LINES = 'seq 1 30 > src/long.ts; git add -A; git commit -qm long';
/** `origin`, and beside it a clone of somebody else, who pushes. */
const REMOTE = `${LINES}; git clone -q --bare . $W/origin.git; git remote add origin $W/origin.git; git fetch -q; git branch -q -u origin/feature/x; git clone -q -b feature/x $W/origin.git $W/other`;
const THEY = (work: string) => `(cd $W/other && git pull -q && ${work})`;
const TOP = `sed -i 's/^1$/one/' src/long.ts`;
const END = `sed -i 's/^30$/thirty/' src/long.ts`;
const theyPush = (work: string) => THEY(`${work} && git add -A && git commit -qm theirs && git push -q`);
const iCommit = (work: string) => `${work}; git add -A; git commit -qm mine`;
/** A branch `side` that changed the top of a file and adds another one. */
const SIDE = `${LINES}; git checkout -q -b side; ${TOP}; echo s > src/side.ts; rm src/a.ts; git add -A; git commit -qm side; git checkout -q feature/x`;
const CLASH = `sed -i 's/^1$/uno/' src/long.ts`;
/** A filter whose files look changed to a git that does not run it, as LFS does. */
const FILTER = `git config filter.up.clean 'tr a-z A-Z'; git config filter.up.smudge 'tr A-Z a-z'; git config filter.up.required true; echo 'src/*.bin filter=up' > .gitattributes; for i in 1 2 3; do echo "file $i" > src/$i.bin; done; git add -A; git commit -qm bins`;

const STORIES: Readonly<Record<string, Story>> = {
	'a pull fast-forwards': {
		setup: `${REMOTE}; ${theyPush('echo n > src/n.ts')}`,
		steps: ['git pull -q', 'node -e 0'],
	},
	'a pull merges': {
		setup: `${REMOTE}; ${iCommit(END)}; ${theyPush(TOP)}`,
		steps: ['git pull -q --no-rebase --no-edit', 'node -e 0'],
	},
	'a pull rebases': {
		setup: `${REMOTE}; ${iCommit(END)}; ${theyPush(TOP)}`,
		steps: ['git pull -q --rebase', 'node -e 0', 'git push -q'],
	},
	'a pull sets aside what is dirty': {
		setup: `${REMOTE}; ${theyPush(TOP)}`,
		steps: ['node -e 0', `me: ${END}`, 'git pull -q --rebase --autostash', 'node -e 0'],
	},
	'a pull stops at a conflict, and is resolved by hand': {
		setup: `${REMOTE}; ${iCommit(CLASH)}; ${theyPush(`${TOP}; echo n > src/n.ts`)}`,
		steps: [
			'git pull -q --no-rebase',
			'node -e 0',
			'me: seq 1 30 > src/long.ts; git add -A',
			'git merge --continue < /dev/null',
			'node -e 0',
		],
	},
	'a merge stops at a conflict, and is given up': {
		setup: `${SIDE}; ${iCommit(CLASH)}`,
		steps: ['git merge side', 'node -e 0', 'git merge --abort', 'node -e 0'],
	},
	'a merge stops at a conflict beside what was merged cleanly': {
		setup: `${SIDE}; ${iCommit(`${CLASH}; seq 1 9 > src/b.ts`)}`,
		steps: ['git merge side; git status --short > $W/x', 'node -e 0'],
	},
	'a rebase stops at a conflict, and is resolved by hand': {
		setup: `${SIDE}; ${iCommit(CLASH)}; ${iCommit('echo more > src/more.ts')}`,
		steps: [
			'git rebase side',
			'node -e 0',
			'me: seq 1 29 > src/long.ts; git add -A',
			'GIT_EDITOR=true git rebase --continue',
			'node -e 0',
		],
	},
	'a rebase onto a moved branch with dirty files': {
		setup: `${SIDE}; node -e 0`,
		steps: ['node -e 0', `me: ${END}`, 'git rebase -q --autostash side', 'node -e 0'],
	},
	'work is stashed in one call and taken back in another': {
		setup: `${LINES}; echo new > src/new.ts; ${TOP}`,
		steps: ['node -e 0', 'git stash -q -u', 'node -e 0', 'script: git stash pop -q', 'node -e 0'],
	},
	'a stash of long ago is taken back': {
		setup: `${LINES}; ${TOP}; git stash -q; ${END}; git commit -qam end`,
		steps: ['script: git stash pop', 'node -e 0'],
	},
	'a stash meets a conflict': {
		setup: `${LINES}; ${TOP}; git stash -q; ${CLASH}; git commit -qam clash`,
		steps: ['script: git stash pop', 'node -e 0', 'git reset -q --hard', 'git stash drop -q'],
	},
	'another branch is checked out and left again': {
		setup: SIDE,
		steps: ['git checkout -q side', 'node -e 0', 'git checkout -q -', 'git switch -q main'],
	},
	'a branch begins at what was fetched': {
		setup: `${REMOTE}; ${THEY(`git checkout -q -b pr; ${TOP}; git commit -qam pr; git push -q origin HEAD:refs/pull/1/head`)}`,
		steps: ['git fetch -q origin pull/1/head && git checkout -q -b pr FETCH_HEAD', 'node -e 0'],
	},
	'a branch begins at a lost commit': {
		setup: `${LINES}; ${TOP}; git commit -qam lost; git reset -q --hard HEAD~1`,
		steps: ['git branch found HEAD@{1}', 'git reset -q --hard ORIG_HEAD', 'node -e 0'],
	},
	'the user commits in another working tree meanwhile': {
		setup: `${LINES}; git worktree add -q $W/tree -b tree`,
		steps: ['node -e 0 # me: cd $W/tree; echo t > src/t.ts; git add -A; git commit -qm t', 'node -e 0'],
	},
	'a working tree comes and goes': {
		setup: LINES,
		steps: ['git worktree add -q $W/tree -b tree', 'git worktree remove $W/tree', 'node -e 0'],
	},
	'files of a filter are checked out': {
		setup: `${FILTER}; git checkout -q -b bins; for i in 1 2 3; do echo "more $i" > src/$i.bin; done; git commit -qam more; git checkout -q feature/x`,
		steps: ['git checkout -q bins', 'git checkout -q feature/x', 'node -e 0', 'git merge -q bins', 'node -e 0'],
	},
	'files of a filter are stashed and taken back': {
		setup: `${FILTER}; echo "more" > src/1.bin`,
		steps: ['node -e 0', 'git stash -q', 'node -e 0', 'script: git stash pop -q', 'node -e 0'],
	},
	'a bisect finds a commit': {
		setup: `${LINES}; for i in 1 2 3 4 5; do echo $i > src/b.ts; git add -A; git commit -qm "b $i"; done`,
		steps: [
			'git bisect start HEAD HEAD~4',
			'git bisect good',
			`git bisect run sh -c 'test $(cat src/b.ts) -lt 4'`,
			'git bisect reset',
		],
	},
	'the tree becomes sparse, and whole again': {
		setup: `${LINES}; mkdir lib; echo l > lib/l.ts; git add -A; git commit -qm lib`,
		steps: ['git sparse-checkout set lib .claude', 'node -e 0', 'git sparse-checkout disable', 'node -e 0'],
	},
	'a submodule is brought up to date': {
		setup: `${LINES}; git clone -q . $W/lib; git submodule add -q $W/lib src/lib; git commit -qm lib; git -C src/lib checkout -q HEAD~1`,
		steps: ['git submodule update', 'git submodule foreach -q "git status --short"', 'node -e 0'],
	},
	'what is installed, built and tested': {
		setup: `${LINES}; printf 'coverage\\n*.log\\n' >> .gitignore; git commit -qam ignore`,
		steps: [
			'npm install --offline --no-audit --no-fund',
			"mkdir -p dist node_modules/a coverage && node -e \"fs.writeFileSync('dist/a.js', 1); fs.writeFileSync('coverage/x', 1); fs.writeFileSync('src/x.log', 1)\"",
			'node --test',
			'rm -rf node_modules dist',
		],
	},
	'a formatter that finds nothing to do': {
		setup: LINES,
		steps: [
			'node -e 0',
			`me: ${TOP}`,
			'node -e 0',
			`node -e "const a = fs.readFileSync('src/long.ts'); fs.writeFileSync('src/long.ts', a)"`,
			'script: touch src/long.ts src/a.ts',
		],
	},
	'the model amends, and commits what the user wrote': {
		setup: LINES,
		commits: true,
		steps: [
			'node -e 0',
			`me: ${TOP}`,
			'GIT_EDITOR=true git commit -q --amend -a',
			`me: ${END}`,
			'git switch -q -c next && git commit -qam next && git switch -q -',
			'node -e 0',
		],
	},
	'commits are packed while a branch moves': {
		setup: `${SIDE}; git tag t side; git branch -q -D side`,
		steps: ['git gc -q --prune=now', 'git branch side t', 'git merge -q --no-edit side', 'node -e 0'],
	},
	'a branch is reset to its remote': {
		setup: `${REMOTE}; ${iCommit(END)}; ${theyPush(TOP)}`,
		steps: ['git fetch -q && git reset -q --hard origin/feature/x', 'git reset -q --hard @{1}'],
	},
	'a commit is taken apart by the user and thrown away': {
		setup: `${LINES}; ${TOP}; git commit -qam top`,
		steps: ['git reset -q HEAD~1', 'node -e 0', 'git reset -q --hard', 'node -e 0'],
	},
	'names that no shell likes': {
		setup: `${LINES}; printf a > "$(printf 'src/n\\nl.ts')"; printf b > 'src/ü "q".ts'; git add -A; git commit -qm names; git checkout -q -b names; printf c > "$(printf 'src/n\\nl.ts')"; printf d > 'src/ü "q".ts'; git commit -qam more; git checkout -q feature/x`,
		steps: ['git merge --squash names', 'git reset -q --hard', 'git merge -q names', 'node -e 0'],
	},
};

let calls = 0;

/** What was said of each step, refusals included. */
async function told(world: EffectWorld, steps: readonly string[]): Promise<string[]> {
	const said: string[] = [];
	for (const step of steps) {
		const line = step.replaceAll('$W', world.dir);
		if (line.startsWith('me: ')) await world.bash(line.slice(4));
		else said.push(...(await call(world, line)));
	}
	const stop = await world.hook('stop', { stop_hook_active: false });
	return !/bypassed/i.test(stop.text) ? said : [...said, `stop: ${stop.text}`];
}

/** Behind `# me: ` stands what the user does while the call runs; a script says nothing of what it does. */
async function call(world: EffectWorld, line: string): Promise<string[]> {
	calls += 1;
	const [typed = '', meanwhile] = line.split(' # me: ');
	const isScript = typed.startsWith('script: ');
	if (isScript) writeIn(world.dir, 'script.sh', typed.slice(8));
	const command = isScript ? 'sh ../script.sh' : typed;
	const input = {
		tool_name: 'Bash',
		tool_input: { command },
		tool_use_id: `toolu_o${calls}`,
	};
	await setTimeout(TICK_MS);
	const before = await world.hook('pre-tool-use', input);
	if (before.refuses) return [`${line}: ${before.text}`];
	const { exit, stdout, stderr } = await world.bash(command);
	if (meanwhile !== undefined) await world.bash(meanwhile);
	const after =
		exit === 0
			? await world.hook('post-tool-use', { ...input, tool_response: { stdout, stderr } })
			: await world.hook('post-tool-use-failure', { ...input, error: `Exit code ${exit}` });
	return [before.text, after.text].filter((text) => text !== '').map((text) => `${line}: ${text}\n${stdout}${stderr}`);
}

const cases = Object.entries(STORIES);

it.each(cases)(
	'%s: nothing is told',
	async (_, { setup, steps, commits }) => {
		const config = { observe: true, requirements: commits ? ONLY_EDITS : BOTH };
		using world = await openEffectWorld(config);
		const made = await world.bash(`set -e; ${(setup ?? ':').replaceAll('$W', world.dir)}`);
		expect(made).toMatchObject({ exit: 0 });
		expect(await told(world, steps)).toEqual([]);
	},
	60_000,
);
