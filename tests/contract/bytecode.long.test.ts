import { execFileSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { afterAll, describe, expect, it } from 'vitest';
import {
	BUNDLE_END,
	bytecodeFile,
	isCompared,
	isWhole,
	scriptOf,
} from '../../src/runtime/bytecode.ts';
import { eventOf } from '../support/case-events.ts';
import { fillIn } from '../support/case-placeholders.ts';
import { hookEnv, makeCaseWorld, writeFileOf } from '../support/case-world.ts';
import { runNode } from '../support/run-hook.ts';

const built = fileURLToPath(new URL('../../dist', import.meta.url));
const fixture = await createFixture({});
/** The client lays plugins into the home directory, whatever that is called. */
const inPlugin = (path: string) => fixture.getPath(join('Ana María %20', path));
const code = inPlugin('dist/code');
cpSync(built, inPlugin('dist'), { recursive: true });
for (const name of ['launch.cjs', 'keep-bytecode.cjs']) {
	cpSync(new URL(`../../hooks/${name}`, import.meta.url), inPlugin(`hooks/${name}`));
}
const bundles = readdirSync(code).filter((name) => BUNDLE_END.test(name));
const files = bundles.flatMap((name) => (isCompared(name) ? [name, `${name}.copy`] : [name]));
const bytecode = bundles.map((name) => bytecodeFile(join(code, name)));
const directory = join(code, `${process.version}-${process.arch}`);

afterAll(() => fixture.rm());

/** Refuses an edit, with a config that no session start has compiled: YAML is loaded too. */
async function refusal(): Promise<string> {
	await using world = await makeCaseWorld(true);
	const config = { requirements: { commit_plan: {} } };
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, config);
	const event = fillIn(eventOf({ hook: 'pre-tool-use', edit: 'a.txt' }, 1), world.names, world.now);
	const stdin = JSON.stringify(event);
	const call = { cwd: world.repo, stdin, env: hookEnv(world) };
	const { exit, stdout, stderr } = runNode([join(code, '../hooks/pre-tool-use.cjs')], call);
	expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
	return stdout;
}

/** What `req status` says where no session is. */
function statusInTerminal() {
	const env = { PATH: process.env['PATH'] ?? '', HOME: fixture.path, USER: 'ana' };
	return runNode([inPlugin('dist/cli/req.mjs'), 'status'], { cwd: fixture.path, stdin: '', env });
}

async function startSession(unprivileged = false): Promise<void> {
	await using world = await makeCaseWorld(true);
	const stdin = JSON.stringify(
		fillIn(eventOf({ hook: 'session-start' }, 1), world.names, world.now),
	);
	chmodAll('a+rwX', world.dir);
	const call = { cwd: world.repo, stdin, env: hookEnv(world), unprivileged };
	for (const name of ['keep-bytecode.cjs', 'launch.cjs']) {
		const ran = runNode([inPlugin(`hooks/${name}`)], call);
		expect(ran).toMatchObject({ exit: 0, stderr: '' });
	}
}

describe('bytecode', () => {
	it.each(bundles)('of %s is there after a build, and V8 takes it', (name) => {
		const bundle = join(code, name);
		const script = scriptOf(bundle, readFileSync(bytecodeFile(bundle)));
		expect(script.cachedDataRejected).toBe(false);
	});

	it.each(bundles)('fits the text of %s: all of it is ASCII', (name) => {
		expect(readFileSync(join(code, name)).every((byte) => byte < 0x80)).toBe(true);
	});

	it('changes nothing but the time: hooks answer the same without it and with something else in its place', async () => {
		const answer = await refusal();
		expect(answer).toContain('commit_plan');
		for (const file of bytecode) writeFileSync(file, 'damaged');
		expect(await refusal()).toBe(answer);
		rmSync(directory, { recursive: true });
		expect(await refusal()).toBe(answer);
	});

	it('is made by a session start where this Node has none, and only there', async () => {
		rmSync(directory, { recursive: true, force: true });
		await startSession();
		expect(readdirSync(directory).sort()).toEqual([...files, 'manifest.json'].sort());
		const written = statSync(directory).ino;
		await startSession();
		expect(statSync(directory).ino).toBe(written);
		expect(inCode('.tmp')).toEqual([]);
	});

	it('is not missed where nobody may write: a plugin installed for all works for each', async () => {
		rmSync(directory, { recursive: true, force: true });
		chmodAll('a+rX,a-w', fixture.path);
		await startSession(true);
		const made = readdirSync(code);
		chmodAll('u+w', fixture.path);
		expect(made.filter((name) => name.startsWith('v'))).toEqual([]);
		expect(await refusal()).toContain('commit_plan');
	});

	// A page of zeros in the middle is what a failing disk leaves; V8 would run it and die.
	it.each<[what: string, harm: (file: string) => void]>([
		['has a page of zeros', (file) => damage(file, (page) => page.fill(0))],
		[
			'has one other bit',
			(file) => damage(file, (page) => page.writeUInt8(page.readUInt8(9) ^ 1, 9)),
		],
		['is cut off', (file) => truncateSync(file, 10_000)],
		['is longer', (file) => writeFileSync(file, 'more', { flag: 'a' })],
		['is gone', (file) => rmSync(file, { force: true })],
		['is not what the manifest says', () => writeFileSync(join(directory, 'manifest.json'), '{}')],
		['has no manifest', () => rmSync(join(directory, 'manifest.json'), { force: true })],
	])('is made anew by the next session start when it %s', async (_, harm) => {
		await startSession();
		for (const file of bytecode) harm(file);
		const damaged = contents();
		await startSession();
		expect(contents()).not.toEqual(damaged);
		expect(isWhole(directory, files)).toBe(true);
		expect(await refusal()).toContain('commit_plan');
		expect(inCode('.tmp')).toEqual([]);
	});

	it.each(['', '.copy'])(
		'of a session start is not run when it or its copy (%s) is damaged',
		async (end) => {
			await startSession();
			const own = bytecode.find((file) => file.includes('/session-start-')) ?? '';
			damage(`${own}${end}`, (page) => page.fill(0));
			await using world = await makeCaseWorld(true);
			const config = { requirements: { commit_plan: {} } };
			writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, config);
			const event = fillIn(eventOf({ hook: 'session-start' }, 1), world.names, world.now);
			const call = { cwd: world.repo, stdin: JSON.stringify(event), env: hookEnv(world) };
			const ran = runNode([inPlugin('hooks/launch.cjs')], call);
			expect(ran).toMatchObject({ exit: 0, stderr: '' });
			expect(ran.stdout).toContain('commit_plan');
		},
	);

	it.each([
		['it', ''],
		['its copy', '.copy'],
	])('of commands is not run when %s is damaged: nobody looks at it before one', async (_, end) => {
		await startSession();
		const answer = statusInTerminal();
		expect(answer.stdout).toContain('gates:');
		const own = bytecode.find((file) => file.includes('/req-')) ?? '';
		damage(`${own}${end}`, (page) => page.fill(0));
		expect(statusInTerminal()).toEqual(answer);
		rmSync(directory, { recursive: true });
		expect(statusInTerminal()).toEqual(answer);
	});

	it('of a Node that is not used any more goes after a month, and what a dead writer left at once', async () => {
		const now = Date.now();
		const days = (count: number) => new Date(now - count * 24 * 60 * 60 * 1000);
		const others = { 'v18.1.0-x64': 31, 'v22.1.0-x64': 29, 'v20.1.0-x64.7.tmp': 1 };
		for (const [name, age] of Object.entries(others)) {
			mkdirSync(join(code, name));
			writeFileSync(join(code, name, 'a.cjs'), '');
			utimesSync(join(code, name), days(age), days(age));
		}
		mkdirSync(join(code, 'v20.1.0-x64.8.tmp'));
		await startSession();
		const left = [...Object.keys(others), 'v20.1.0-x64.8.tmp'].filter((name) =>
			existsSync(join(code, name)),
		);
		expect(left).toEqual(['v22.1.0-x64', 'v20.1.0-x64.8.tmp']);
	});
});

function chmodAll(mode: string, path: string): void {
	execFileSync('chmod', ['-R', mode, path]);
}

function inCode(end: string): string[] {
	return readdirSync(code).filter((name) => name.endsWith(end));
}

/** Changes the page in the middle of a file. */
function damage(file: string, change: (page: Buffer) => void): void {
	const bytes = readFileSync(file);
	const middle = Math.floor(bytes.length / 2);
	change(bytes.subarray(middle, middle + 4_096));
	writeFileSync(file, bytes);
}

/** Everything in the directory, by name. */
function contents(): [string, string][] {
	return readdirSync(directory).map((name) => [
		name,
		readFileSync(join(directory, name), 'base64'),
	]);
}
