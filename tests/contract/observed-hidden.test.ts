import { expect, it } from 'vitest';
import { type AttackWorld, openAttackWorld } from '../support/attack-world.ts';
import { git, writeIn } from '../support/git-repo.ts';
import { bash, satisfy, stop } from '../support/observed-call.ts';

const PLAN = { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } };

function open(observe: boolean | 'snapshot' = true): Promise<AttackWorld> {
	return openAttackWorld({ requirements: PLAN, observe }, 'feature/x', false, {
		script: 'echo b > src/b.ts; git add -A; git commit -qm b',
	});
}

const write = (path: string) => `node -e "fs.writeFileSync('${path}', 'x')"`;
const TOLD = 'src/a.ts changed during this Bash call';

it.each([
	['assume-unchanged', 'git update-index --assume-unchanged src/a.ts'],
	['skip-worktree', 'git update-index --skip-worktree src/a.ts'],
])('a file that a call hides by %s and writes is told and holds the stop', async (_, hide) => {
	using world = await open();
	await bash(world, 'node -e 0');
	expect((await bash(world, `${hide}; ${write('src/a.ts')}`)).text).toContain(TOLD);
	expect(await stop(world)).toContain('A call got round it: src/a.ts changed');
	// Git calls it unchanged all the same.
	expect(git(world.repo, 'status', '--porcelain')).toBe('');
	expect(await stop(world, { stop_hook_active: true })).toContain('plan');
	await satisfy(world);
	expect(await stop(world)).toBe('');
});

it.each([
	['without', true],
	['with', 'snapshot'],
] as const)(
	'a file that one call hides and a later one writes is told %s snapshots',
	async (_, observe) => {
		using world = await open(observe);
		await bash(world, 'node -e 0');
		expect((await bash(world, 'git update-index --skip-worktree src/a.ts')).text).toBe('');
		await bash(world, 'node -e 0');
		expect((await bash(world, write('src/a.ts'))).text).toContain(TOLD);
		expect((await bash(world, 'node -e 0')).text).toBe('');
		if (observe !== 'snapshot') return;
		await bash(world, 'req restore');
		expect(await stop(world)).toBe('');
	},
);

it.each([
	['.git/info/exclude', "mkdir -p .git/info; echo 'src/x.ts' >> .git/info/exclude"],
	['.gitignore', "echo '*.ts' >> .gitignore"],
])('a file that a call has git ignore by %s is told', async (_, ignore) => {
	using world = await open();
	await bash(world, 'node -e 0');
	const { text } = await bash(world, `${ignore}; ${write('src/x.ts')}`);
	expect(text).toContain('src/x.ts changed during this Bash call');
	expect(await stop(world)).toContain('src/x.ts changed');
});

it('nothing is put back where nobody knows what it was', async () => {
	using world = await open('snapshot');
	writeIn(world.repo, 'src/x.ts', 'mine\n');
	await bash(world, 'node -e 0');
	git(world.repo, 'update-index', '--assume-unchanged', 'src/a.ts');
	writeIn(world.repo, 'src/a.ts', 'mine\n');
	await bash(world, `git update-index --skip-worktree src/b.ts; ${write('src/a.ts')}`);
	const { stdout } = await world.bash('req restore');
	expect(stdout).toContain('left src/a.ts: what it was is not kept');
});

it('nothing is told of what somebody hid, edits or ignored before', async () => {
	using world = await open();
	const { repo } = world;
	git(repo, 'update-index', '--assume-unchanged', 'src/a.ts');
	writeIn(repo, 'src/a.ts', 'by hand\n');
	writeIn(repo, '.gitignore', 'node_modules\ndist\n*.log\n');
	await bash(world, 'node -e 0');
	expect((await bash(world, `git update-index --refresh -q; ${write('src/x.log')}`)).text).toBe('');
	writeIn(repo, 'src/a.ts', 'by hand again\n');
	expect((await bash(world, 'git update-index --refresh -q')).text).toBe('');
	expect(
		(
			await bash(
				world,
				"echo x >> .gitignore; node -e \"fs.mkdirSync('src/dist'); fs.writeFileSync('src/dist/a.ts', '')\"",
			)
		).text,
	).toBe('');
});

it('nothing is told of a sparse checkout', async () => {
	using world = await open();
	await bash(world, 'node -e 0');
	expect((await bash(world, 'git sparse-checkout set docs')).text).toBe('');
	expect((await bash(world, 'git sparse-checkout disable')).text).toBe('');
	expect(await stop(world)).toBe('');
});

it('more hidden files than are looked at is said aloud', async () => {
	using world = await open();
	writeIn(world.repo, 'src/z.ts', 'z');
	for (let file = 0; file < 2_000; file += 1) writeIn(world.repo, `src/many/${file}.ts`, 'x');
	git(world.repo, 'add', '-A');
	git(world.repo, 'commit', '-qm', 'many');
	await bash(world, 'node -e 0');
	const hide = 'git ls-files src | git update-index --assume-unchanged --stdin';
	await bash(world, `${hide}; ${write('src/z.ts')}`);
	expect((await world.bash('req status')).stdout).toContain('is not looked at in full');
});
