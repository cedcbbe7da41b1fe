import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { TICK_MS } from '../support/detected-call.ts';
import { type EffectWorld, openEffectWorld } from '../support/effect-world.ts';
import { git, writeIn } from '../support/git-repo.ts';

const PLAN = {
	observe: true,
	requirements: { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } },
};
const ANY = {
	observe: true,
	requirements: { plan: { triggers: ['edit'], skills: ['arch-review'] } },
};
const many = (count: number, dir: string) =>
	`node -e "for (let i = 0; i < ${count}; i += 1) fs.writeFileSync('${dir}/f' + i + '.ts', 'x')"`;

let calls = 0;

function callOf(command: string, more: object = {}) {
	calls += 1;
	return { tool_name: 'Bash', tool_input: { command }, tool_use_id: `toolu_l${calls}`, ...more };
}

/** What was said of a call from its beginning to its end. `hasBegun`: what else has to be over before it runs. */
async function bash(
	world: EffectWorld,
	command: string,
	more: object = {},
	hasBegun: () => unknown = () => undefined,
): Promise<string> {
	const call = callOf(command, more);
	// What was written before is older than the call, by the clock of the file system.
	await setTimeout(TICK_MS);
	const before = await world.hook('pre-tool-use', call);
	expect(before.refuses).toBe(false);
	await hasBegun();
	const began = Date.now();
	const { stdout, stderr } = await world.bash(command);
	const ran = { duration_ms: Math.min(Date.now() - began, 1_900), ...call };
	const after = await world.hook('post-tool-use', { ...ran, tool_response: { stdout, stderr } });
	return before.text + after.text;
}

it('tells of 2,100 changed files', async () => {
	using world = await openEffectWorld(PLAN);
	const text = await bash(world, many(2_100, 'src'));
	expect(text).toContain('more changed during this Bash call');
	expect((await world.hook('stop', { stop_hook_active: false })).text).toContain('Bypassed: ');
}, 120_000);

it('gives up a look at more dirty files than it takes, says so once, and holds nothing', async () => {
	using world = await openEffectWorld(ANY);
	await world.bash(`mkdir many; ${many(2_100, 'many')}`);
	expect(await bash(world, many(1, 'src'))).toBe('');
	expect(await bash(world, many(2, 'src'))).toBe('');
	const stop = await world.hook('stop', { stop_hook_active: false });
	expect(stop.text).not.toContain('block');
	const faults = await world.bash('cat .git/requirements/faults.jsonl');
	expect(faults.stdout.match(/not_observed/g)).toHaveLength(1);
}, 120_000);

it('goes on where the hook was killed after the look and before the comparison', async () => {
	using world = await openEffectWorld(PLAN);
	await world.hook('pre-tool-use', callOf('node -e 0'));
	await world.bash('echo x > src/a.ts');
	expect(await bash(world, 'node -e 0')).toBe('');
	expect(await bash(world, "node -e \"fs.writeFileSync('src/b.ts', 'x')\"")).toContain('src/b.ts changed');
});

it('goes on where what it kept was written half', async () => {
	using world = await openEffectWorld(PLAN);
	await bash(world, 'node -e 0');
	const folder = join(world.dir, 'home/.claude/requirements/calls');
	const [session = ''] = readdirSync(folder);
	const files = readdirSync(join(folder, session)).find((name) => name.startsWith('files-'));
	writeIn(folder, `${session}/${files}`, '{"src/a');
	const call = callOf('node gen.js');
	await world.hook('pre-tool-use', call);
	writeIn(folder, `${session}/${call.tool_use_id}.json`, '{"root":');
	expect((await world.hook('post-tool-use', { ...call, tool_response: {} })).text).toBe('');
	expect(await bash(world, many(1, 'src'))).toContain('src/f0.ts changed');
});

it('asks no more for ten minutes where git was too slow', async () => {
	using world = await openEffectWorld(PLAN);
	const asked = join(world.dir, 'asked');
	writeIn(world.dir, 'bin/git', `#!/bin/sh\necho "$@" >> ${asked}\nexec sleep 30\n`);
	chmodSync(join(world.dir, 'bin/git'), 0o755);
	const count = () => readFileSync(asked, 'utf8').match(/status/g)?.length;
	expect(await bash(world, many(1, 'src'))).toBe('');
	expect(await bash(world, many(2, 'src'))).toBe('');
	expect(count()).toBe(1);
	const folder = join(world.dir, 'home/.claude/requirements/calls');
	const [session = ''] = readdirSync(folder);
	const files = readdirSync(join(folder, session)).find((name) => name.startsWith('files-'));
	const kept = join(folder, session, String(files));
	writeFileSync(kept, readFileSync(kept, 'utf8').replace(/"at":[\d.]+/, '"at":1'));
	await bash(world, many(3, 'src'));
	expect(count()).toBe(2);
	const faults = await world.bash('cat .git/requirements/faults.jsonl');
	expect(faults.stdout.match(/not_observed/g)).toHaveLength(1);
});

it('looks at a linked working tree, a sparse one and one with links', async () => {
	using world = await openEffectWorld(PLAN);
	const { repo, dir } = world;
	writeIn(repo, 'lib/z.ts', 'z\n');
	git(repo, 'add', '-A');
	git(repo, 'commit', '-qm', 'lib');
	git(repo, 'worktree', 'add', '-q', '../tree', '-b', 'tree');
	const tree = join(dir, 'tree');
	const write = "cd $W/tree && node -e \"fs.writeFileSync('src/a.ts', 'x')\"".replace('$W', dir);
	expect(await bash(world, write, { cwd: tree })).toContain('src/a.ts changed');
	git(repo, 'sparse-checkout', 'set', 'src');
	expect(await bash(world, many(1, 'src'))).toContain('src/f0.ts changed');
	expect(await bash(world, "node -e \"fs.symlinkSync('../README.md', 'src/l.ts')\"")).toContain('src/l.ts changed');
	const link = "node -e \"fs.unlinkSync('src/l.ts'); fs.symlinkSync('../x', 'src/l.ts')\"";
	expect(await bash(world, link)).toContain('src/l.ts changed');
});

it('looks through hard links, names in another case, a monitor that lies, and beside a submodule', async () => {
	using world = await openEffectWorld(PLAN);
	const { repo, dir } = world;
	git(repo, 'clone', '-q', '.', '../part');
	const add = ['submodule', 'add', '-q', join(dir, 'part'), 'part'];
	git(repo, '-c', 'protocol.file.allow=always', ...add);
	writeIn(repo, 'src/case.ts', 'case\n');
	git(repo, 'add', '-A');
	git(repo, 'commit', '-qm', 'A part');
	const lies = join(dir, 'lies');
	writeFileSync(lies, '#!/bin/sh\nprintf "now\\0"\n');
	chmodSync(lies, 0o755);
	git(repo, 'config', 'core.fsmonitor', lies);
	const linked = `ln src/a.ts ../linked; node -e "fs.appendFileSync('../linked', 'x')"`;
	expect(await bash(world, linked)).toContain('src/a.ts changed');
	git(repo, 'config', 'core.ignorecase', 'true');
	const renamed = `node -e "fs.renameSync('src/case.ts', 'src/Case.ts')"`;
	expect(await bash(world, renamed)).toMatch(/src\/case\.ts.* changed/i);
	// A submodule's files are its own project's.
	expect(await bash(world, `node -e "fs.writeFileSync('part/src/a.ts', 'x')"`)).toBe('');
});
