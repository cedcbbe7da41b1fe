import { execFileSync, spawn } from 'node:child_process';
import {
	appendFileSync,
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type AttackWorld, openAttackWorld } from '../support/attack-world.ts';
import { git, writeIn } from '../support/git-repo.ts';
import { builtReq } from '../support/run-req.ts';

const PLAN = { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } };

function open(observe: boolean | 'snapshot' = 'snapshot'): Promise<AttackWorld> {
	return openAttackWorld({ requirements: PLAN, observe }, 'feature/x', false);
}

let calls = 0;

/** A call of Bash from end to end; what the model was told. */
async function bash(world: AttackWorld, command: string): Promise<string> {
	calls += 1;
	const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: `toolu_r${calls}` };
	const before = await world.hook('pre-tool-use', call);
	expect(before.refuses).toBe(false);
	const { stdout, stderr } = await world.bash(command);
	const after = await world.hook('post-tool-use', { ...call, tool_response: { stdout, stderr } });
	return before.text + after.text;
}

/** Node writes it, so that nobody sees it coming. */
function script(world: AttackWorld, body: string): string {
	const name = `change${calls}.cjs`;
	writeIn(world.dir, name, `const fs = require('node:fs');\n${body}`);
	return `node ../${name}`;
}

/** A person's, outside the client. */
const atTerminal = ({ dir }: AttackWorld) => ({
	...{ PATH: process.env['PATH'] ?? '', HOME: join(dir, 'home'), GIT_CONFIG_GLOBAL: '/dev/null' },
	CLAUDE_CONFIG_DIR: join(dir, 'home/.claude'),
});

function req(world: AttackWorld, ...args: readonly string[]) {
	try {
		const options = {
			cwd: world.repo,
			env: atTerminal(world),
			encoding: 'utf8',
			stdio: 'pipe',
		} as const;
		const stdout = execFileSync(process.execPath, [builtReq, 'restore', ...args], options);
		return { exit: 0, stdout };
	} catch (error) {
		const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
		return { exit: status, stdout: stdout + stderr };
	}
}

const bytesOf = ({ repo }: AttackWorld, path: string) => readFileSync(join(repo, path));
const stop = async (world: AttackWorld) =>
	(await world.hook('stop', { stop_hook_active: false })).text;

describe('req restore', () => {
	it('puts back what a call wrote, made and removed, byte for byte, and the stop goes', async () => {
		using world = await open();
		const { repo } = world;
		const odd = Buffer.from([0, 255, 254, 10, 13, 10, 195, 40, 0]);
		writeIn(repo, 'src/kept.ts', 'committed\n');
		git(repo, 'add', '-A');
		git(repo, 'commit', '-qm', 'kept');
		const clean = bytesOf(world, 'src/a.ts');
		writeFileSync(join(repo, 'src/dirty.bin'), odd);
		writeFileSync(join(repo, 'src/run.sh'), '#!/bin/sh\n');
		chmodSync(join(repo, 'src/run.sh'), 0o755);
		symlinkSync('a.ts', join(repo, 'src/link.ts'));
		writeFileSync(join(repo, 'src/kept.ts'), 'by hand\n');
		mkdirSync(join(repo, 'src/deep'));
		writeFileSync(join(repo, 'src/deep/own.ts'), 'own\n');
		const text = await bash(
			world,
			script(
				world,
				`for (const name of ['a.ts', 'dirty.bin', 'kept.ts']) fs.writeFileSync('src/' + name, 'x');
				fs.chmodSync('src/run.sh', 0o644);
				fs.rmSync('src/link.ts'); fs.writeFileSync('src/link.ts', 'no link');
				fs.rmSync('src/deep', { recursive: true });
				fs.writeFileSync('src/new.ts', 'new');`,
			),
		);
		expect(text).toContain('run `req restore`, which puts the files back as before');
		const held = await stop(world);
		expect(held).toContain('A call got round it: src/a.ts, ');
		expect(held).toContain(' changed; `req restore` puts them back.');
		const { stdout } = await world.bash('req status');
		expect(stdout).toContain('changed; `req restore` puts them back), holds');
		const planned = JSON.parse(req(world, '--dry-run', '--json').stdout).files;
		const becomes = planned.map(({ became }: { became: string }) => became);
		expect(new Set(becomes)).toEqual(new Set(['would_put_back']));
		const shown = req(world, '--dry-run');
		expect(shown.stdout.split('\n').filter((line) => line !== '')).toHaveLength(7);
		expect(shown.stdout).toContain('would remove src/new.ts');
		expect(existsSync(join(repo, 'src/new.ts'))).toBe(true);
		expect(req(world)).toMatchObject({ exit: 0 });
		expect(bytesOf(world, 'src/a.ts')).toEqual(clean);
		expect(bytesOf(world, 'src/dirty.bin')).toEqual(odd);
		expect(bytesOf(world, 'src/kept.ts').toString()).toBe('by hand\n');
		expect(bytesOf(world, 'src/deep/own.ts').toString()).toBe('own\n');
		expect(statSync(join(repo, 'src/run.sh')).mode & 0o777).toBe(0o755);
		expect(readlinkSync(join(repo, 'src/link.ts'))).toBe('a.ts');
		expect(existsSync(join(repo, 'src/new.ts'))).toBe(false);
		expect(readdirSync(join(repo, 'src')).filter((name) => name.includes('tmp'))).toEqual([]);
		expect(await stop(world)).toBe('');
		expect(req(world).stdout).toContain('nothing to put back on branch feature/x');
	});

	it('never writes over what somebody changed since, and says so', async () => {
		using world = await open();
		await bash(world, script(world, "fs.writeFileSync('src/a.ts', 'x')"));
		writeIn(world.repo, 'src/a.ts', 'mine\n');
		const { exit, stdout } = req(world);
		expect([exit, stdout]).toEqual([1, 'left src/a.ts: it was changed since\n']);
		expect(bytesOf(world, 'src/a.ts').toString()).toBe('mine\n');
		expect(JSON.parse(req(world, '--json').stdout)).toMatchObject({
			files: [{ path: 'src/a.ts', became: 'changed' }],
		});
	});

	it('keeps what was edited just before the call, though no call told of it', async () => {
		using world = await open();
		await bash(world, script(world, ''));
		writeIn(world.repo, 'src/a.ts', 'by hand, after the first look\n');
		await bash(world, script(world, "fs.appendFileSync('src/a.ts', 'x')"));
		expect(req(world).exit).toBe(0);
		expect(bytesOf(world, 'src/a.ts').toString()).toBe('by hand, after the first look\n');
	});

	it('puts two calls back as one, and a person between them not at all', async () => {
		using world = await open();
		const clean = bytesOf(world, 'src/a.ts');
		await bash(world, script(world, "fs.writeFileSync('src/a.ts', 'one')"));
		await bash(world, script(world, "fs.writeFileSync('src/a.ts', 'two')"));
		expect(req(world).exit).toBe(0);
		expect(bytesOf(world, 'src/a.ts')).toEqual(clean);
		await bash(world, script(world, "fs.writeFileSync('src/a.ts', 'three')"));
		writeIn(world.repo, 'src/a.ts', 'mine\n');
		await bash(world, script(world, "fs.writeFileSync('src/a.ts', 'four')"));
		expect(req(world).exit).toBe(0);
		expect(bytesOf(world, 'src/a.ts').toString()).toBe('mine\n');
	});

	it('leaves what was accepted: its turn ended with the requirement satisfied', async () => {
		using world = await open();
		await bash(world, script(world, "fs.writeFileSync('src/a.ts', 'x')"));
		calls += 1;
		const skill = { tool_name: 'Skill', tool_input: { skill: 'arch-review' } };
		const ran = { ...skill, tool_use_id: `toolu_r${calls}`, tool_response: { success: true } };
		await world.hook('post-tool-use', ran);
		expect(req(world, '--dry-run').stdout).toContain('would put back src/a.ts');
		expect(await stop(world)).toBe('');
		expect(req(world).stdout).toContain('nothing to put back');
		expect(bytesOf(world, 'src/a.ts').toString()).toBe('x');
	});

	it('puts back a hundred files of one call, and says where there were too many', async () => {
		using world = await open();
		const write = (many: number) =>
			script(
				world,
				`for (let n = 0; n < ${many}; n += 1) fs.writeFileSync('src/n' + n + '.ts', 'x')`,
			);
		expect(await bash(world, write(100))).toContain('run `req restore`');
		expect(req(world).exit).toBe(0);
		expect(readdirSync(join(world.repo, 'src'))).not.toContain('n7.ts');
		expect(await bash(world, write(230))).toContain('let the user put the files back');
		const { exit, stdout } = req(world);
		expect([exit, stdout]).toEqual([
			1,
			expect.stringContaining('more files changed than are noted'),
		]);
		expect(existsSync(join(world.repo, 'src/n0.ts'))).toBe(false);
	});

	it('runs no option of git that stands for a commit, and writes nothing into .git', async () => {
		using world = await open();
		await bash(world, script(world, "fs.writeFileSync('src/a.ts', 'x')"));
		const sessions = join(world.repo, '.git/requirements/sessions');
		const journal = readdirSync(sessions).find((name) => /^[0-9a-f]{8}\.jsonl$/.test(name)) ?? '';
		const [line = ''] = readFileSync(join(sessions, journal), 'utf8')
			.split('\n')
			.filter((one) => one.includes('"e":"bypassed"'));
		const forged = { ...JSON.parse(line), commit: `--output=${join(world.dir, 'made')}` };
		const paths = ['src/b.ts', '.git/hooks/pre-commit', '../outside'];
		const was = ['clean', ...Array(2).fill(`=${'a'.repeat(40)}`)];
		const planted = { ...forged, paths, was, left: ['absent', 'absent', 'absent'] };
		appendFileSync(join(sessions, journal), `${JSON.stringify(planted)}\n`);
		const { stdout } = req(world);
		expect(existsSync(join(world.dir, 'made'))).toBe(false);
		expect(stdout).toContain('left .git/hooks/pre-commit: its folder leads out of the project');
		expect(stdout).toContain('left ../outside: its folder leads out of the project');
	});

	it('only puts back the files asked for, and names one that nobody changed', async () => {
		using world = await open();
		await bash(
			world,
			script(world, "for (const n of ['a', 'b']) fs.writeFileSync('src/' + n + '.ts', 'x')"),
		);
		expect(req(world, 'src/b.ts').stdout).toBe('removed src/b.ts\n');
		expect(bytesOf(world, 'src/a.ts').toString()).toBe('x');
		expect(req(world, 'docs').exit).toBe(1);
		expect(req(world, 'docs').stdout).toContain('no call got round a gate in docs');
		expect(req(world, 'src').stdout).toContain('put back src/a.ts');
	});

	it('lets the model put its own files back, which is no edit', async () => {
		using world = await open();
		await bash(world, script(world, "fs.writeFileSync('src/a.ts', 'x')"));
		const said = await bash(world, `${process.execPath} ${builtReq} restore`);
		expect(said).not.toContain('round');
		expect(await stop(world)).toBe('');
	});

	it('keeps what the call left, for nobody else to read', async () => {
		using world = await open();
		await bash(world, script(world, "fs.writeFileSync('src/a.ts', 'what it left')"));
		expect(req(world).exit).toBe(0);
		const folder = join(world.repo, '.git/requirements/snapshots');
		const kept = readdirSync(folder).map((name) => join(folder, name));
		const texts = kept.map((path) => readFileSync(path, 'utf8'));
		expect(texts.some((text) => text.endsWith('\nwhat it left'))).toBe(true);
		expect(new Set(kept.map((path) => lstatSync(path).mode & 0o777))).toEqual(new Set([0o600]));
		expect(lstatSync(folder).mode & 0o777).toBe(0o700);
	});

	it('removes no folder that stands where a file was, with what a person put into it', async () => {
		using world = await open();
		const made = "fs.rmSync('src/a.ts', { force: true }); fs.mkdirSync('src/a.ts');";
		writeFileSync(join(world.repo, 'src/a.ts'), 'kept\n');
		git(world.repo, 'add', '-A');
		git(world.repo, 'commit', '-qm', 'kept');
		await bash(world, script(world, made));
		writeFileSync(join(world.repo, 'src/a.ts/precious'), 'mine\n');
		const { exit, stdout } = req(world);
		expect([exit, stdout]).toEqual([1, expect.stringContaining('left src/a.ts')]);
		expect(bytesOf(world, 'src/a.ts/precious').toString()).toBe('mine\n');
	});

	it('keeps what a file was for as long as it stands, however long ago that was first kept', async () => {
		using world = await open();
		writeFileSync(join(world.repo, 'src/a.ts'), 'own\n');
		await bash(world, script(world, "fs.writeFileSync('src/b.ts', 'b')"));
		const folder = join(world.repo, '.git/requirements/snapshots');
		const longAgo = new Date(Date.now() - 90 * 86_400_000);
		for (const name of readdirSync(folder)) utimesSync(join(folder, name), longAgo, longAgo);
		await bash(world, script(world, "fs.writeFileSync('src/a.ts', 'changed')"));
		await bash(world, script(world, "fs.writeFileSync('src/c.ts', 'c')"));
		expect(req(world, 'src/a.ts').exit).toBe(0);
		expect(bytesOf(world, 'src/a.ts').toString()).toBe('own\n');
	});

	it('leaves a file whose present text cannot be kept', async () => {
		using world = await open();
		writeFileSync(join(world.repo, 'src/a.ts'), 'kept\n');
		git(world.repo, 'add', '-A');
		git(world.repo, 'commit', '-qm', 'kept');
		await bash(world, script(world, "fs.writeFileSync('src/a.ts', 'what it left')"));
		const folder = join(world.repo, '.git/requirements/snapshots');
		rmSync(folder, { recursive: true, force: true });
		writeFileSync(folder, 'in the way');
		const { exit, stdout } = req(world);
		expect([exit, stdout]).toEqual([1, expect.stringContaining('left src/a.ts: it could not be')]);
		expect(bytesOf(world, 'src/a.ts').toString()).toBe('what it left');
	});

	it('follows no link out of the project, nor a snapshot that is not what it says', async () => {
		using world = await open();
		const { repo, dir } = world;
		mkdirSync(join(repo, 'src/deep'));
		writeFileSync(join(repo, 'src/deep/a.ts'), 'own\n');
		writeFileSync(join(repo, 'src/b.ts'), 'own too\n');
		await bash(
			world,
			script(world, "for (const n of ['deep/a', 'b']) fs.writeFileSync('src/' + n + '.ts', 'x')"),
		);
		mkdirSync(join(dir, 'outside'));
		writeFileSync(join(dir, 'outside/a.ts'), 'x');
		rmSync(join(repo, 'src/deep'), { recursive: true });
		symlinkSync(join(dir, 'outside'), join(repo, 'src/deep'));
		const folder = join(repo, '.git/requirements/snapshots');
		for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '33188\nforged\n');
		const { exit, stdout } = req(world);
		expect(exit).toBe(1);
		expect(stdout).toContain('left src/deep/a.ts: its folder leads out of the project');
		expect(stdout).toContain('left src/b.ts: what it was is not kept');
		expect(readFileSync(join(dir, 'outside/a.ts'), 'utf8')).toBe('x');
		expect(bytesOf(world, 'src/b.ts').toString()).toBe('x');
	});

	it('keeps nothing, and says so, without `observe: snapshot`', async () => {
		using world = await open(true);
		const text = await bash(world, script(world, "fs.writeFileSync('src/a.ts', 'x')"));
		expect(text).toContain('let the user put the file back');
		expect(existsSync(join(world.repo, '.git/requirements/snapshots'))).toBe(false);
		const { exit, stdout } = req(world);
		expect(exit).toBe(1);
		expect(stdout).toContain('left src/a.ts: what it was is not kept');
		expect(stdout).toContain(
			'`git diff HEAD src/a.ts` shows the change, `git restore -s HEAD src/a.ts`',
		);
		git(world.repo, 'restore', '-s', 'HEAD', 'src/a.ts');
		expect(req(world)).toEqual({ exit: 0, stdout: 'src/a.ts is as it was already\n' });
	});

	it("does not name what would take a person's own work along", async () => {
		using world = await open(true);
		writeIn(world.repo, 'src/a.ts', 'by hand\n');
		await bash(world, script(world, ''));
		await bash(world, script(world, "fs.appendFileSync('src/a.ts', 'x')"));
		const { stdout } = req(world);
		expect(stdout).toContain('`git diff HEAD src/a.ts` shows the change\n');
		expect(stdout).not.toContain('git restore');
	});

	it('names nothing of git for a file that git does not have', async () => {
		using world = await open(true);
		await bash(world, script(world, "fs.writeFileSync('src/new.ts', 'x')"));
		const left = 'left src/new.ts: what it was is not kept';
		expect(req(world).stdout).toMatch(new RegExp(`^${left}[^\\n]*\\n$`));
		git(world.repo, 'add', '-A');
		expect(req(world).stdout).toMatch(new RegExp(`^${left}[^\\n]*\\n$`));
	});

	it('is whole after every kill', async () => {
		using world = await open();
		const { repo } = world;
		const before = Buffer.alloc(3_000_000, 'before ');
		writeFileSync(join(repo, 'src/big.ts'), before);
		await bash(world, script(world, "fs.writeFileSync('src/big.ts', 'x')"));
		for (const after of [40, 60, 80, 100, 120, 140]) {
			const child = spawn(process.execPath, [builtReq, 'restore'], {
				...{ cwd: repo, env: atTerminal(world), stdio: 'ignore' },
			});
			const end = new Promise((resolve) => child.on('exit', resolve));
			await setTimeout(after);
			child.kill('SIGKILL');
			await end;
			const now = bytesOf(world, 'src/big.ts');
			expect([1, before.length]).toContain(now.length);
		}
		req(world);
		expect(bytesOf(world, 'src/big.ts').equals(before)).toBe(true);
	});
});
