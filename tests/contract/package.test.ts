import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { publint } from 'publint';
import { beforeAll, expect, it } from 'vitest';

const scratch = await createFixture({});
const root = scratch.getPath('package');

beforeAll(() => {
	const packed = execFileSync(
		'npm',
		['pack', '--ignore-scripts', '--json', '--pack-destination', scratch.path],
		{ encoding: 'utf8' },
	);
	const [tarball] = JSON.parse(packed) as { filename: string }[];
	execFileSync('tar', ['xzf', join(scratch.path, tarball?.filename ?? ''), '-C', scratch.path]);
	return async () => {
		await scratch.rm();
	};
});

it('holds what a user needs and nothing else', () => {
	expect(readdirSync(root).sort()).toEqual([
		'.claude',
		'.claude-plugin',
		'LICENSE',
		'README.md',
		'bin',
		'config',
		'dist',
		'hooks',
		'package.json',
	]);
	expect(readdirSync(join(root, 'hooks')).sort()).toEqual(['hooks.json', 'launch.cjs']);
	expect(readdirSync(join(root, '.claude'))).toEqual(['skills']);
	// Bytecode fits one version of Node: a session start makes it.
	expect(readdirSync(join(root, 'dist/code')).filter((name) => /^v\d/.test(name))).toEqual([]);
	expect(readdirSync(join(root, 'dist/code'))).toContain('keep-bytecode.cjs');
});

it('resolves for those who install it', async () => {
	const { messages } = await publint({ pkgDir: root, level: 'warning' });

	expect(messages).toEqual([]);
});

it('runs without its dependencies installed: everything a hook or a command needs is bundled', () => {
	const env = { PATH: process.env['PATH'], HOME: scratch.path, CLAUDE_CONFIG_DIR: scratch.path };
	const help = spawnSync(join(root, 'bin', 'req'), ['--help'], { env, encoding: 'utf8' });
	const input = JSON.stringify({ session_id: 'cad0ac4d', cwd: scratch.path, source: 'startup' });
	const start = spawnSync(process.execPath, [join(root, 'hooks', 'launch.cjs')], {
		env,
		input,
		cwd: scratch.path,
		encoding: 'utf8',
	});

	expect({ status: help.status, stderr: help.stderr }).toEqual({ status: 0, stderr: '' });
	expect(help.stdout).toContain('status');
	expect({ status: start.status, out: start.stdout, err: start.stderr }).toEqual({
		status: 0,
		out: '',
		err: '',
	});
});
