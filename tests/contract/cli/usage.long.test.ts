import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { builtReq } from '../../support/run-hook.ts';
import { ANA, GATED, makeReqWorld } from '../../support/run-req.ts';

const launcher = fileURLToPath(new URL('../../../bin/req', import.meta.url));

describe('usage (D37)', () => {
	it.each([
		[['--bogus']],
		[['status', '--bogus']],
		[['status', 'extra']],
		[['satisfy']],
		[['approve']],
		[['session', 'lst']],
		[['help', 'statsu']],
	])('%j is a usage error', async (args) => {
		await using world = await makeReqWorld(GATED);
		const run = await world.req(...args);
		expect(run).toMatchObject({ exit: 64, stdout: '' });
		expect(run.stderr).not.toBe('');
	});

	it.each([
		[['run', '--max-turns', '4'], 'req help run'],
		[['pipeline', 'run', 'a.yaml', 'auth', '--max-turns', '4'], 'req help pipeline run'],
	])('%j says where an option of the client stands', async (args, help) => {
		await using world = await makeReqWorld(GATED);
		expect((await world.req(...args)).stderr).toContain(
			`(options of \`claude\` go after \`--\`; see \`${help}\`)`,
		);
	});

	it.each([
		[['status', '--bogus'], 'req help status'],
		[['satisfy'], 'req help satisfy'],
		[['satisfy', 'commit_plan', '--ttl', 'soon'], 'req help satisfy'],
		[['approve'], 'req help approve'],
		[['session', 'list', '--bogus'], 'req help session list'],
		[['config', 'lst'], 'req help config'],
		[['init', '--local', '--global'], 'req help init'],
		[['statsu'], 'req --help'],
	])('%j points to its help, which exists', async (args, help) => {
		await using world = await makeReqWorld(GATED);
		expect((await world.req(...args)).stderr).toContain(`(see \`${help}\`)`);
		const shown = await world.req(...help.split(' ').slice(1));
		expect(shown).toMatchObject({ exit: 0, stdout: expect.stringContaining('Examples:') });
	});

	it('a working directory that is gone is told in one line', async () => {
		await using world = await makeReqWorld(undefined);
		const gone = join(world.dir, 'gone');
		mkdirSync(gone);
		const script = 'cd "$0" && rmdir "$0" && exec node "$1" status';
		const args = ['-c', script, gone, builtReq];
		const ran = spawnSync('sh', args, { env: world.env, encoding: 'utf8' });
		expect(ran).toMatchObject({ status: 1, stdout: '' });
		expect(ran.stderr).toMatch(/^req: .*working directory.*\n$/);
	});

	it.each([[['statsu']], [['help', 'statsu']]])(
		'%j suggests the one that was meant',
		async (args) => {
			await using world = await makeReqWorld(GATED);
			expect(await world.req(...args)).toMatchObject({
				exit: 64,
				stderr: expect.stringMatching(/statsu.*\n.*\bstatus\b/),
			});
		},
	);

	it.each([
		[['config'], ['config', 'show']],
		[
			['config', '--json'],
			['config', 'show', '--json'],
		],
		[
			['session', '--all'],
			['session', 'list', '--all'],
		],
	])('%j is %j', async (short, long) => {
		await using world = await makeReqWorld(GATED);
		await world.start(ANA);
		const said = await world.req(...long);
		expect(said).toMatchObject({ exit: 0, stderr: '' });
		expect(await world.req(...short)).toEqual(said);
	});

	it.each([[[]], [['--help']], [['help']], [['help', 'satisfy']], [['satisfy', '--help']]])(
		'%j prints help with examples',
		async (args) => {
			await using world = await makeReqWorld(GATED);
			const run = await world.req(...args);
			expect(run).toMatchObject({ exit: 0, stderr: '' });
			expect(run.stdout).toContain('Examples:');
		},
	);

	it('every command of this version has help with an example', async () => {
		await using world = await makeReqWorld(undefined);
		const gates = ['status', 'satisfy', 'clear', 'approve', 'done', 'log', 'pause'];
		const commands = [...gates, 'init', 'config', 'session'];
		for (const command of commands) {
			expect((await world.req('help', command)).stdout).toContain(`  req ${command}`);
		}
	});

	it('--version is the version of the package', async () => {
		await using world = await makeReqWorld(undefined);
		const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
		expect((await world.req('--version')).stdout).toBe(`${version}\n`);
	});
});

describe('bin/req', () => {
	it('runs the build of its own folder, also through links', async () => {
		await using world = await makeReqWorld(GATED);
		const link = join(world.dir, 'link');
		symlinkSync(launcher, join(world.dir, 'first'));
		symlinkSync('first', link);
		const ran = spawnSync(link, ['status', '--json'], { cwd: world.repo, env: world.env });
		expect(JSON.parse(String(ran.stdout))).toMatchObject({ project: { root: world.repo } });
		expect(ran.status).toBe(0);
	});

	it('says how to build where there is no build', async () => {
		await using world = await makeReqWorld(undefined);
		mkdirSync(join(world.dir, 'plugin/bin'), { recursive: true });
		const copy = join(world.dir, 'plugin/bin/req');
		copyFileSync(launcher, copy);
		const ran = spawnSync(copy, ['status'], { env: world.env, encoding: 'utf8' });
		expect(ran).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('npm ci') });
	});
});
