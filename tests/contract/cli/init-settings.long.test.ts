import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readJsonLayout } from '../../../src/adapters/json-layouts.ts';
import { plainCommand } from '../../../src/core/setup/status-line.ts';
import { writeIn } from '../../support/git-repo.ts';
import { builtReq } from '../../support/run-hook.ts';
import { GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { treePrint } from '../../support/tree-print.ts';

const checkout = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const TEAM = '.claude/settings.json';
const LOCAL = '.claude/settings.local.json';

/** The value of a settings file of the client's, comments and all. */
function settingsIn(dir: string, path: string): Record<string, unknown> {
	const read = readJsonLayout(readFileSync(join(dir, path), 'utf8'));
	if (read.kind === 'broken') throw new Error(`${read.line}: ${read.why}`);
	return read.layout.root.value as Record<string, unknown>;
}

/** No registry has the package: a client takes it from the folder that this `req` was built in. */
const SOURCE = { source: 'directory', path: checkout };
const pluginFrom = (source: object) => ({
	extraKnownMarketplaces: { 'claude-req': { source } },
	enabledPlugins: { 'req@claude-req': true },
});
const PLUGIN = pluginFrom(SOURCE);

describe('init --team', () => {
	it('names the plugin and where it comes from', async () => {
		await using world = await makeReqWorld(undefined);
		expect(await world.req('init', '--team')).toMatchObject({ exit: 0, stderr: '' });
		expect(settingsIn(world.repo, TEAM)).toEqual(PLUGIN);
		expect(JSON.parse(readFileSync(join(world.repo, TEAM), 'utf8'))).toEqual(PLUGIN);
	});

	it.each([
		[
			'the folder it was installed from',
			{ source: 'directory', path: '/srv/req' },
			{ source: 'directory', path: '/srv/req' },
		],
		[
			'the repository it was installed from, without what is secret about it',
			{ source: 'git', url: 'https://ana:hunter2@git.example/req.git', headers: { a: 'b' } },
			{ source: 'git', url: 'https://git.example/req.git' },
		],
		[
			'an address without the token behind it',
			{ source: 'url', url: 'https://git.example/marketplace.json?token=hunter2#x' },
			{ source: 'url', url: 'https://git.example/marketplace.json' },
		],
		[
			'the folder of this program where the marketplace is a part of the settings',
			{ source: 'settings', name: 'claude-req', plugins: [] },
			{ source: 'directory', path: checkout },
		],
	])('names %s', async (_, taken, named) => {
		await using world = await makeReqWorld(undefined);
		const books = { 'claude-req': { source: taken, installLocation: '/x' } };
		writeIn(world.configDir, 'plugins/known_marketplaces.json', JSON.stringify(books));
		const { stdout } = await world.req('init', '--team');
		expect(settingsIn(world.repo, TEAM)).toEqual(pluginFrom(named));
		expect(stdout.includes('because no registry has it yet')).toBe('path' in named);
	});

	it.each([
		['{ "enabledPlugins": { "req@claude-req": false } }', 'enabledPlugins.req@claude-req'],
		['{ "extraKnownMarketplaces": [] }', 'extraKnownMarketplaces.claude-req'],
		[
			'{ "extraKnownMarketplaces": { "claude-req": { "source": { "source": "github" } } } }',
			'extraKnownMarketplaces.claude-req',
		],
	])('leaves %s as it is, and says so', async (text, key) => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.repo, TEAM, text);
		const before = settingsIn(world.repo, TEAM);
		const ran = await world.req('init', '--team');
		expect(ran).toMatchObject({ exit: 2, stderr: expect.stringContaining(key) });
		expect(settingsIn(world.repo, TEAM)).toMatchObject(before);
		expect(existsSync(join(world.repo, '.claude/requirements.yaml'))).toBe(true);
	});

	it.each([
		['{\n  "model": "opus"\n  "a": 1\n}\n', 3],
		['', 1],
		['[]', 1],
		['[['.repeat(20_000), 1],
	])('writes nothing at all where settings do not parse: %#', async (text, line) => {
		await using world = await makeReqWorld(undefined);
		writeIn(world.repo, TEAM, text);
		const before = treePrint(world.dir);
		const ran = await world.req('init', '--team');
		expect(ran).toMatchObject({ exit: 1, stdout: '' });
		expect(ran.stderr).toContain(`settings.json:${line} `);
		expect(treePrint(world.dir)).toEqual(before);
	});
});

const WITHOUT_REQ = { env: { PATH: '/usr/bin:/bin' } };

/** The status line a settings file asks for. */
function statusLineOf(world: ReqWorld, path: string): unknown {
	return settingsIn(world.dir, path)['statusLine'];
}

describe('init --status-line', () => {
	it('sets the line for this user only, and keeps the file out of git', async () => {
		await using world = await makeReqWorld(undefined);
		expect(await world.reqWith(WITHOUT_REQ, 'init', '--status-line')).toMatchObject({
			exit: 0,
			stderr: '',
		});
		expect(statusLineOf(world, `repo/${LOCAL}`)).toEqual({
			type: 'command',
			command: plainCommand(`${checkout}/bin/req`),
			refreshInterval: 10,
		});
		const exclude = readFileSync(join(world.repo, '.git/info/exclude'), 'utf8');
		expect(exclude).toContain('\n/.claude/settings.local.json\n');
		expect(existsSync(join(world.repo, TEAM))).toBe(false);
		expect((await world.req('init', '--status-line')).stdout).toContain('nothing to change');
	});

	it.each([
		['with req, one of its own', false, true, 'req '],
		['with req, one after another', true, true, 'mine x\nreq '],
		['without req, one of its own', false, false, ''],
		['without req, the other one', true, false, 'mine x'],
	])('shows %s', async (...[, isSecond, hasReq, shown]) => {
		await using world = await makeReqWorld(GATED);
		const own = { type: 'command', command: `read -r it; echo "mine $it" # it's` };
		if (isSecond) writeIn(world.repo, LOCAL, JSON.stringify({ statusLine: own }));
		const bin = join(world.dir, 'bin');
		writeIn(bin, 'req', `#!/bin/sh\nexec '${process.execPath}' '${builtReq}' "$@"\n`);
		chmodSync(join(bin, 'req'), 0o755);
		await world.reqWith({ env: { PATH: `${bin}:/usr/bin:/bin` } }, 'init', '--status-line');
		chmodSync(join(bin, 'req'), hasReq ? 0o755 : 0o644);
		const { command } = statusLineOf(world, `repo/${LOCAL}`) as { command: string };
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

	it('writes no config where one counts already', async () => {
		await using world = await makeReqWorld(GATED);
		const before = treePrint(world.dir);
		expect(await world.req('init', '--local', '--status-line')).toMatchObject({
			exit: 0,
			stderr: '',
		});
		expect(existsSync(join(world.repo, '.claude/requirements.local.yaml'))).toBe(false);
		expect(readFileSync(join(world.repo, '.git/info/exclude'), 'utf8')).not.toContain(
			'requirements',
		);
		expect(statusLineOf(world, `repo/${LOCAL}`)).toMatchObject({ type: 'command' });
		expect((await world.req('init', '--local', '--status-line')).stdout.trim()).toBe(
			'nothing to change',
		);
		await world.req('init', '--undo');
		expect(treePrint(world.dir)).toEqual(before);
	});

	it('comes with --yes, unless somebody declines it', async () => {
		await using world = await makeReqWorld(undefined);
		expect((await world.req('init', '--yes', '--no-status-line')).exit).toBe(0);
		expect(existsSync(join(world.repo, LOCAL))).toBe(false);
		await world.req('init', '--undo');
		expect((await world.req('init', '--yes')).exit).toBe(0);
		expect(statusLineOf(world, `repo/${LOCAL}`)).toMatchObject({ type: 'command' });
	});
});
