import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { afterAll, describe, expect, it } from 'vitest';
import { bytecodeFile, scriptOf } from '../../src/runtime/bytecode.ts';
import { eventOf } from '../support/case-events.ts';
import { fillIn } from '../support/case-placeholders.ts';
import { hookEnv, makeCaseWorld, writeFileOf } from '../support/case-world.ts';
import { runNode } from '../support/run-hook.ts';

const built = fileURLToPath(new URL('../../dist', import.meta.url));
const launcher = fileURLToPath(new URL('../../hooks/launch.mjs', import.meta.url));
const plugin = await createFixture({});
const code = plugin.getPath('dist/code');
cpSync(built, plugin.getPath('dist'), { recursive: true });
cpSync(launcher, plugin.getPath('hooks/launch.mjs'));
const bundles = readdirSync(code).filter((name) => /-[A-Z0-9]{8}\.cjs$/.test(name));
const bytecode = bundles.map((name) => bytecodeFile(join(code, name)));
const directory = join(code, `${process.version}-${process.arch}`);

afterAll(() => plugin.rm());

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

async function startSession(): Promise<void> {
	await using world = await makeCaseWorld(true);
	const stdin = JSON.stringify(
		fillIn(eventOf({ hook: 'session-start' }, 1), world.names, world.now),
	);
	const call = { cwd: world.repo, stdin, env: hookEnv(world) };
	expect(runNode([plugin.getPath('hooks/launch.mjs')], call)).toMatchObject({
		exit: 0,
		stderr: '',
	});
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

	it('changes nothing but the time: hooks answer the same without it and with a damaged one', async () => {
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
		expect(readdirSync(directory).sort()).toEqual([...bundles].sort());
		expect(readdirSync(code).filter((name) => name.endsWith('.tmp'))).toEqual([]);
		const [first = ''] = bytecode;
		writeFileSync(first, 'kept');
		await startSession();
		expect(readFileSync(first, 'utf8')).toBe('kept');
	});
});
