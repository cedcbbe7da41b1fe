import { spawnSync } from 'node:child_process';
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import {
	type ContinuityWorld,
	makeContinuityWorld,
	type Played,
} from '../support/continuity-world.ts';
import { git, writeIn } from '../support/git-repo.ts';
import { builtHook, runNode } from '../support/run-hook.ts';
import { plantRecords, someInsight, someRecord } from '../support/some-record.ts';

const LAUNCHER = fileURLToPath(new URL('../../hooks/launch.cjs', import.meta.url));
/** A look that is begun has ended by then. */
const SHORTLY = { timeout: 3_000, interval: 100 };
const WAITING = { timeout: 20_000, interval: 50 };
const OLD = '5e6f7a8b-0000-4000-8000-000000000002';
const FILE = 'src/session.ts';
const WARNING = 'Never change keepCookie without the security team';
const PROMPT = 'May I change keepCookie for the security team?';

/** A world in which a session learned something a month ago, and in which a file is committed. */
async function afterAMonth(code: string, texts: readonly string[] = [WARNING]) {
	const world = await makeContinuityWorld();
	const insights = texts.map((text, n) => someInsight(`i123456${n}`, text));
	plantRecords(world.world.repo, someRecord(OLD, { days: 30, branch: 'feature/old', insights }));
	commit(world, code);
	return world;
}

function commit({ world }: ContinuityWorld, code: string): void {
	writeIn(world.repo, FILE, code);
	git(world.repo, 'add', FILE);
	git(world.repo, 'commit', '-q', '--allow-empty', '-m', 'Change it');
}

function cacheOf({ stateDir }: ContinuityWorld): string {
	return join(stateDir, 'sessions/identifiers.cache.json');
}

/** What the model is told with a prompt; empty when nothing. */
function ask(session: Played, prompt: string): string {
	const event = { hook_event_name: 'UserPromptSubmit', prompt };
	const { stdout } = session.hook('user-prompt-submit', event);
	return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

let sessions = 0;

/** A session that began, once what it looks for in the background has been looked for. */
async function begun(world: ContinuityWorld): Promise<Played> {
	sessions += 1;
	const session = world.session(sessions);
	session.start();
	const head = git(world.world.repo, 'rev-parse', 'HEAD');
	const isLooked = () => expect(readFileSync(cacheOf(world), 'utf8')).toContain(`"head":"${head}"`);
	await vi.waitFor(isLooked, WAITING);
	return session;
}

/** What a prompt of a new session is told. */
async function told(world: ContinuityWorld, prompt = PROMPT): Promise<string> {
	return ask(await begun(world), prompt);
}

describe('a lesson that names an identifier', () => {
	it.each([
		['keepCookie', 'export const keepCookie = 1;\n'],
		['parse_week', 'def parse_week(text): pass\n'],
		['SESSION_TTL', 'TTL = env.SESSION_TTL\n'],
	])('may be outdated where %s stood in the repository and is gone', async (name, code) => {
		await using world = await afterAMonth(code, [WARNING.replace('keepCookie', name)]);
		const prompt = PROMPT.replace('keepCookie', name);
		expect(await told(world, prompt)).toMatch(new RegExp(`${name} without.*, i1234560\\)`));
		commit(world, `${code.replace(name, 'renamed')}// ${name}s\n`);
		expect(await told(world, prompt)).toContain(`may be outdated: ${name} is gone`);
		// Nobody has to commit it.
		writeIn(world.world.repo, 'new.ts', `${name}();\n`);
		commit(world, '');
		expect(await told(world, prompt)).not.toContain('outdated');
	});

	it('may be outdated where a file that it names is gone, which its session never edited', async () => {
		const text = `Never let ${FILE} or lib/never.ts read the clock of the customer`;
		await using world = await afterAMonth('export const a = 1;\n', [text]);
		const prompt = 'May it read the clock of the customer?';
		expect(await told(world, prompt)).not.toContain('outdated');
		git(world.world.repo, 'rm', '-q', FILE);
		git(world.world.repo, 'commit', '-qm', 'Drop it');
		expect(await told(world, prompt)).toContain(`may be outdated: ${FILE} is gone`);
		expect(world.world.json('learn', 'review', '--all')).toMatchObject([{ about: FILE }]);
		// It need not be looked for again where it is back.
		writeIn(world.world.repo, FILE, '');
		expect(ask(world.session(96), prompt)).not.toContain('outdated');
	});

	it('says nothing of what never stood there', async () => {
		const text =
			'ERR_OSSL_EVP_UNSUPPORTED comes of parse_week, set NODE_OPTIONS on GitHub and macOS';
		await using world = await afterAMonth('GitHub, macOS\n', [text]);
		const prompt = 'Where does ERR_OSSL_EVP_UNSUPPORTED come from?';
		expect(await told(world, prompt)).toContain(text);
		commit(world, '');
		const later = await told(world, prompt);
		expect(later).toContain(text);
		expect(later).not.toContain('outdated');
	});

	it('says nothing of what stands on a branch that is not merged, and has never stood here', async () => {
		await using world = await afterAMonth('');
		world.branch('feature/x');
		commit(world, 'keepCookie();\n');
		expect(await told(world)).not.toContain('outdated');
		git(world.world.repo, 'switch', '-q', 'main');
		commit(world, 'other();\n');
		expect(await told(world)).not.toContain('outdated');
		// Another branch says nothing of this one.
		git(world.world.repo, 'switch', '-q', 'feature/x');
		commit(world, 'gone();\n');
		expect(await told(world)).toContain('may be outdated: keepCookie is gone');
		git(world.world.repo, 'switch', '-q', 'main');
		expect(ask(world.session(98), PROMPT)).not.toContain('outdated');
	});

	it('is looked for by a start as the plugin wires it', async () => {
		await using world = await afterAMonth('keepCookie();\n');
		const start = { hook_event_name: 'SessionStart', source: 'startup' };
		const { stdin, ...options } = world.session(93).event(start);
		spawnSync(process.execPath, [LAUNCHER], { ...options, input: stdin });
		await vi.waitFor(() => expect(existsSync(cacheOf(world))).toBe(true), WAITING);
	});

	it.each([
		['where it can be kept', 'a+rwX', true],
		['at no start where it cannot', 'a+rX,a-w', false],
	])('is looked for %s', async (_where, mode, isLooked) => {
		await using world = await afterAMonth('keepCookie();\n');
		const covered = join(world.world.dir, 'covered');
		mkdirSync(covered);
		spawnSync('chmod', ['-R', 'a+rwX', world.world.dir]);
		spawnSync('chmod', ['-R', mode, join(world.stateDir, 'sessions')]);
		const start = { hook_event_name: 'SessionStart', source: 'startup' };
		const { env, ...event } = world.session(94).event(start);
		// Whatever process is started says so there.
		const call = { ...event, env: { ...env, NODE_V8_COVERAGE: covered }, unprivileged: true };
		expect(runNode([builtHook('session-start')], call).exit).toBe(0);
		const isBeside = () =>
			readdirSync(covered).some((name) =>
				readFileSync(join(covered, name), 'utf8').includes('cli/req.mjs'),
			);
		if (isLooked) await vi.waitFor(() => expect(isBeside()).toBe(true), WAITING);
		else await expect(vi.waitFor(() => expect(isBeside()).toBe(true), SHORTLY)).rejects.toThrow();
	});

	it('is marked by a hook that starts no git', async () => {
		await using world = await afterAMonth('keepCookie();\n');
		await begun(world);
		commit(world, '');
		await begun(world);
		const session = world.session(97, { env: { PATH: '/nonexistent' } });
		expect(ask(session, PROMPT)).toContain('may be outdated: keepCookie is gone');
	});

	it('is marked by the commands, too, and waits for a word', async () => {
		await using world = await afterAMonth('keepCookie();\n');
		const { world: desk } = world;
		await begun(world);
		expect(desk.req('search', '--as-prompt', PROMPT).stdout).not.toContain('outdated');
		expect(desk.json('learn', 'review', '--all')).toEqual([]);
		expect(desk.json('search', 'keepCookie')).toMatchObject([{ kind: 'insight', gone: [] }]);
		commit(world, '');
		// Who asks is not told of the last start.
		expect(desk.json('learn', 'review', '--all')).toMatchObject([
			{ id: 'i1234560', waits: 'outdated', about: 'keepCookie' },
		]);
		expect(desk.req('learn', 'review', '--all').stdout).toContain('gone: keepCookie');
		expect(desk.req('search', '--as-prompt', PROMPT).stdout).toContain('keepCookie is gone');
		expect(desk.json('search', 'keepCookie')).toMatchObject([{ gone: ['keepCookie'] }]);
		expect(desk.req('search', 'keepCookie').stdout).toContain(
			'(may be outdated: keepCookie is gone)',
		);
	});

	it('takes its identifiers along when its session is forgotten', async () => {
		await using world = await afterAMonth('keepCookie();\n');
		await begun(world);
		expect(world.world.req('session', 'forget', '5e6f7a8b', '--yes').exit).toBe(0);
		expect(existsSync(cacheOf(world))).toBe(false);
	});
});

describe('a file of identifiers that is not as we left it', () => {
	it.each([
		['empty', ''],
		['no JSON', '{'],
		[
			'of another shape',
			'{"looks":[null,{"branch":"main","gone":[5,"a b","keepCookie\\n"]}],"seen":7}',
		],
		['too large', ' '.repeat(300_000)],
	])('is nothing, and is made anew: %s', async (_what, text) => {
		await using world = await afterAMonth('keepCookie();\n');
		writeFileSync(cacheOf(world), text);
		expect(ask(world.session(96), PROMPT)).not.toContain('outdated');
		await begun(world);
		commit(world, '');
		expect(await told(world)).toContain('may be outdated: keepCookie is gone');
	});

	it('is neither read nor written where it is a link', async () => {
		await using world = await afterAMonth('keepCookie();\n');
		await begun(world);
		commit(world, '');
		await begun(world);
		const outside = join(world.world.dir, 'outside');
		const text = readFileSync(cacheOf(world), 'utf8');
		writeFileSync(outside, text);
		rmSync(cacheOf(world));
		symlinkSync(outside, cacheOf(world));
		expect(ask(world.session(95), PROMPT)).toContain(WARNING);
		expect(ask(world.session(94), PROMPT)).not.toContain('outdated');
		commit(world, 'again();\n');
		expect(world.world.req('learn', 'review', '--all').exit).toBe(0);
		expect(readFileSync(outside, 'utf8')).toBe(text);
	});
});
