import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plainCommand } from '../../../src/setup/init.ts';
import { git, writeIn } from '../../support/git-repo.ts';
import { builtReq } from '../../support/run-hook.ts';
import { GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { treePrint } from '../../support/tree-print.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const LOCAL = '.claude/settings.local.json';
const WITHOUT_REQ = { env: { PATH: '/usr/bin:/bin' } };
const ALLOWED = 'Bash(req done:*)';

function localSettings({ repo }: ReqWorld): Record<string, unknown> {
	return JSON.parse(readFileSync(join(repo, LOCAL), 'utf8'));
}

describe('day 29: init for the second person of a team', () => {
	it('names what is missing for this person, and writes nothing', async () => {
		await using world = await makeReqWorld(GATED);
		const before = treePrint(world.dir);
		const { exit, stdout } = await world.req('init');
		expect(exit).toBe(0);
		expect(stdout).toContain('exists and stays as it is');
		expect(stdout).toContain('req init --yes');
		for (const missing of ['status line', 'req done', 'lessons']) {
			expect(stdout).toContain(missing);
		}
		expect(treePrint(world.dir)).toEqual(before);
	});

	it('adds it with --yes, once, and out of git but for .gitattributes; undo takes it back', async () => {
		await using world = await makeReqWorld(GATED);
		git(world.repo, 'add', '-A');
		git(world.repo, 'commit', '-qm', 'gates');
		const before = treePrint(world.dir);
		const added = await world.reqWith(WITHOUT_REQ, 'init', '--yes');
		expect(added).toMatchObject({ exit: 0, stderr: '' });
		const command = plainCommand(`${checkout}/bin/req`);
		expect(localSettings(world)).toEqual({
			statusLine: { type: 'command', command, refreshInterval: 10 },
			permissions: { allow: [ALLOWED] },
		});
		const attributes = readFileSync(join(world.repo, '.gitattributes'), 'utf8');
		expect(attributes).toBe('.claude/lessons.jsonl merge=union\n');
		expect(git(world.repo, 'status', '--porcelain', '-uall')).toBe('?? .gitattributes');
		const again = await world.req('init', '--yes');
		expect(again.stdout.trim()).toMatch(/^nothing to change.*stays as it is$/);
		expect((await world.req('init', '--undo')).exit).toBe(0);
		expect(treePrint(world.dir)).toEqual(before);
	});

	it('offers nothing that other files have already', async () => {
		await using world = await makeReqWorld(GATED);
		writeIn(world.repo, '.gitattributes', '.claude/lessons.jsonl text merge=union');
		const statusLine = { type: 'command', command: 'req statusline' };
		writeIn(world.configDir, 'settings.json', JSON.stringify({ statusLine }));
		const permissions = { allow: ['Read', ALLOWED] };
		writeIn(world.repo, '.claude/settings.json', JSON.stringify({ permissions }));
		expect((await world.req('init')).stdout).not.toContain('--yes');
		expect(await world.req('init', '--yes')).toMatchObject({ exit: 0, stderr: '' });
		expect(existsSync(join(world.repo, LOCAL))).toBe(false);
	});
});

describe('day 31: init offers the permission for `req done`', () => {
	it('after those that are there, with the indentation of the file', async () => {
		await using world = await makeReqWorld(GATED);
		writeFileSync(join(world.repo, '.git/info/exclude'), '# mine');
		writeIn(
			world.repo,
			LOCAL,
			'{\n\t"permissions": {\n\t\t"deny": ["WebFetch"],\n\t\t"allow": ["Read"]\n\t},\n\t"model": "x"\n}\n',
		);
		await world.req('init', '--yes');
		expect(localSettings(world)).toMatchObject({
			permissions: { deny: ['WebFetch'], allow: ['Read', ALLOWED] },
			model: 'x',
		});
		expect(readFileSync(join(world.repo, LOCAL), 'utf8')).toContain('\n\t"permissions": {\n\t\t');
		const exclude = readFileSync(join(world.repo, '.git/info/exclude'), 'utf8');
		expect(exclude).toBe(`# mine\n/${LOCAL}\n`);
	});

	it('for all projects in the settings of the user', async () => {
		await using world = await makeReqWorld(undefined);
		await world.req('init', '--global', '--yes');
		const text = readFileSync(join(world.configDir, 'settings.json'), 'utf8');
		expect(JSON.parse(text)).toMatchObject({ permissions: { allow: [ALLOWED] } });
		expect(existsSync(join(world.repo, '.claude'))).toBe(false);
		expect(existsSync(join(world.repo, '.gitattributes'))).toBe(false);
	});
});

describe('the status line that init writes', () => {
	it.each([
		['with req, one of its own', false, true, 'req '],
		['with req, one after another', true, true, 'mine x\nreq '],
		['without req, one of its own', false, false, ''],
		['without req, the other one', true, false, 'mine x'],
	])('shows %s', async (...[, isSecond, hasReq, shown]) => {
		await using world = await makeReqWorld(GATED);
		const own = { type: 'command', command: `read -r it; echo "mine $it" # it's` };
		if (isSecond) writeIn(world.configDir, 'settings.json', JSON.stringify({ statusLine: own }));
		const bin = join(world.dir, 'bin');
		writeIn(bin, 'req', `#!/bin/sh\nexec '${process.execPath}' '${builtReq}' "$@"\n`);
		chmodSync(join(bin, 'req'), 0o755);
		await world.reqWith({ env: { PATH: `${bin}:/usr/bin:/bin` } }, 'init', '--yes');
		chmodSync(join(bin, 'req'), hasReq ? 0o755 : 0o644);
		const { command } = localSettings(world)['statusLine'] as { command: string };
		const ran = spawnSync('sh', ['-c', command], {
			cwd: world.repo,
			env: { ...world.env, PATH: `${bin}:/usr/bin:/bin` },
			input: 'x\n',
			encoding: 'utf8',
		});
		expect(ran).toMatchObject({ status: 0, stderr: '' });
		if (shown.endsWith(' ')) expect(ran.stdout.startsWith(shown)).toBe(true);
		else expect(ran.stdout.trim()).toBe(shown);
	});
});
