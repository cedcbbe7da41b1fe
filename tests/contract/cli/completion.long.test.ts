import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import { ANA, builtReq, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';

function complete(world: ReqWorld, ...words: string[]): string[] {
	const run = world.req('complete', '--', ...words);
	expect(run).toMatchObject({ exit: 0, stderr: '' });
	return run.stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']));
}

describe('what may come next', () => {
	it.each<[words: string[], some: string[], not: string[]]>([
		[[''], ['status', 'satisfy', 'config', 'prune', 'help'], ['complete', '--help']],
		[['sta'], ['status'], ['satisfy', 'statusline']],
		[['config', ''], ['show', 'check', 'schema'], ['status']],
		[['help', 'sat'], ['satisfy'], ['status']],
		[['help', 'task', ''], ['add', 'list'], ['status']],
		[['run', ''], ['list', 'show'], ['status']],
		[['sessions', 'sh'], ['show'], ['list']],
		[['-'], ['--help', '--version'], []],
		[['status', '--'], ['--session', '--branch', '--json', '--help'], ['--wrap']],
		[['status', '--json', '--'], ['--session'], ['--json']],
		[['init', '--preset', ''], ['starter', 'strict', 'shadow'], ['--local']],
		[['config', 'completion', ''], ['bash', 'zsh', 'fish'], ['status']],
		[
			['satisfy', ''],
			['commit_plan', 'on_main'],
			['arch-review', 'status'],
		],
		[['satisfy', 'commit_plan', ''], ['note_written'], ['commit_plan']],
		[['satisfy', '--ttl', '1h', 'com'], ['commit_plan'], ['note_written']],
		[['satisfy', '--ttl', ''], [], ['commit_plan']],
		[['approve', 'on_main', ''], [], ['commit_plan']],
		[['done', ''], ['arch-review'], ['commit_plan']],
		[['status', '--session', ''], ['1a2b3c4d'], ['commit_plan']],
		[['status', '--branch', ''], ['main', 'feature/x'], ['commit_plan']],
		[['inherit', ''], ['from', 'show', '1a2b3c4d'], ['commit_plan']],
		[['inherit', 'show', ''], ['1a2b3c4d'], ['commit_plan']],
		[['lineage', ''], ['1a2b3c4d'], ['commit_plan']],
		[['inherit', 'from', '--comprehension', ''], ['required', 'optional'], []],
		[['inherit', '--'], ['--next', '--select', '--cancel'], []],
		[['inherit', 'auth-v1', '--n'], ['--next'], ['--help']],
		[['inherit', 'auth-v1', '--comprehension', ''], ['required', 'optional'], []],
		[['inherit', 'auth-v1', ''], [], []],
		[['no-such-command', ''], [], []],
	])('%j', async (words, some, not) => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		const found = complete(world, ...words);
		expect(found).toEqual(expect.arrayContaining(some));
		expect(found.filter((word) => not.includes(word))).toEqual([]);
		if (some.length === 0) expect(found).toEqual([]);
	});

	it('knows labels of pins, ids of tasks and of what was learnt', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		world.req('pin', 'add', 'db', 'text');
		world.req('task', 'add', 'a');
		world.req('learn', 'a whole sentence');
		expect(complete(world, 'pin', 'remove', '')).toContain('db');
		expect(complete(world, 'task', 'done', 't')).toEqual(['t1']);
		expect(complete(world, 'learn', 'forget', 'i')).toEqual([
			expect.stringMatching(/^i[0-9a-f]{8}$/),
		]);
		expect(complete(world, 'session', 'name', '')).toEqual([]);
	});

	it('knows none of them where nothing is remembered', async () => {
		await using world = await makeReqWorld(`${GATED}continuity: { enabled: false }\n`);
		world.start(ANA);
		expect(complete(world, 'task', 'done', '')).toEqual([]);
		expect(complete(world, 'pin', 'remove', '')).toEqual([]);
	});

	it('says nothing of names where nothing is configured, and writes nothing', async () => {
		await using world = await makeReqWorld(undefined);
		expect(complete(world, 'satisfy', '')).toEqual([]);
		expect(existsSync(world.configDir)).toBe(false);
	});
});

/** A blank, where a name may hold none. */
const BLANK = ['$', '{IFS}'].join('');
const HOSTILE = [
	`$(touch${BLANK}ran)`,
	`\`touch${BLANK}ran\``,
	`a;touch${BLANK}ran`,
	"a'b",
	'a&b',
	'a|b',
	'{a,b}',
];

/** Runs a shell script in which the command `req` is the built one. */
function inShell(world: ReqWorld, shell: string, script: string) {
	const bin = join(world.dir, 'bin');
	mkdirSync(bin, { recursive: true });
	const req = join(bin, 'req');
	writeFileSync(req, `#!/bin/sh\nexec '${process.execPath}' '${builtReq}' "$@"\n`);
	chmodSync(req, 0o755);
	const env = { ...world.env, PATH: `${bin}:${world.env['PATH']}` };
	return spawnSync(shell, ['-c', script], { cwd: world.repo, env, encoding: 'utf8' });
}

/** What bash offers after these words. */
function offered(world: ReqWorld, ...words: string[]): string[] {
	const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
	const script = `source <(req config completion bash)
COMP_WORDS=(req ${quoted}); COMP_CWORD=${words.length}
complete -p req >/dev/null || exit 3
_req; printf '%s\\n' "\${COMPREPLY[@]}"`;
	const ran = inShell(world, 'bash', script);
	expect(ran).toMatchObject({ status: 0, stderr: '' });
	return ran.stdout.split('\n').filter((line) => line !== '');
}

describe('req config completion bash', () => {
	it('completes in a real bash', async () => {
		await using world = await makeReqWorld(GATED);
		expect(offered(world, 'statu')).toEqual(['status']);
		expect(offered(world, 'satisfy', 'comm')).toEqual(['commit_plan']);
		expect(offered(world, 'satisfy', '')).toContain('on_main');
		expect(offered(world, 'config', 'sh')).toEqual(['show']);
		expect(offered(world, 'no such', '')).toEqual([]);
	});

	it('no name of a branch or a requirement runs anything', async () => {
		const names = HOSTILE.map((name) => `  ${JSON.stringify(name)}: {}`);
		await using world = await makeReqWorld(`requirements:\n  fine: {}\n${names.join('\n')}\n`);
		for (const name of HOSTILE) git(world.repo, 'branch', name);
		git(world.repo, 'branch', 'größe/1');
		expect(offered(world, 'status', '--branch', '')).toEqual(['feature/x', 'größe/1', 'main']);
		expect(offered(world, 'satisfy', '')).toEqual(['fine']);
		for (const name of HOSTILE) expect(offered(world, 'status', '--branch', name)).toEqual([]);
		expect(offered(world, '$(touch ran)', '')).toEqual([]);
		expect(existsSync(join(world.repo, 'ran'))).toBe(false);
	});

	it('is silent where req is in trouble', async () => {
		await using world = await makeReqWorld(GATED);
		writeIn(world.repo, '.claude/requirements.yaml', 'requirements: {');
		expect(offered(world, 'satisfy', '')).toEqual([]);
	});
});

// Neither shell may be there; what they are given is held to what their manuals ask.
it.each([
	['zsh', ['#compdef req', 'compadd', '(@)words[2,CURRENT]', '~/.zshrc']],
	['fish', ['complete -c req -f', 'commandline -ct', '"$current"', '~/.config/fish/completions']],
	['bash', ['complete -F _req req', '~/.bashrc']],
])(
	'req config completion %s says how to install it and evaluates nothing',
	async (shell, parts) => {
		await using world = await makeReqWorld(undefined);
		const { stdout } = world.req('config', 'completion', shell);
		for (const part of parts) expect(stdout).toContain(part);
		expect(stdout).not.toMatch(/\beval\b|compgen -W/);
	},
);

it('another shell is a usage error that names those there are', async () => {
	await using world = await makeReqWorld(undefined);
	const run = world.req('config', 'completion', 'csh');
	expect(run).toMatchObject({ exit: 64, stdout: '', stderr: expect.stringContaining('fish') });
});
