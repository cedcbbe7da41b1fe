import { readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { askProgram, programPath } from '../../src/adapters/programs.ts';
import { scratchMaker } from '../../src/adapters/selftest.ts';
import type { HookCommand } from '../../src/core/doctor/hook-commands.ts';
import { readJson } from '../../src/store/read-file.ts';
import { contextOf } from '../support/context.ts';
import { quietEnv } from '../support/git-repo.ts';
import { putProgram } from '../support/installed-world.ts';
import { makePipe } from '../support/make-pipe.ts';

const node = (script: string, more: Partial<HookCommand> = {}): HookCommand => ({
	...{ event: 'Stop', matcher: '', command: process.execPath, args: ['-e', script] },
	...{ timeout: 10, ...more },
});
const given = { pluginRoot: '/plugin', session: 's', input: { a: 1 } };

describe('a JSON file of the client', () => {
	it('is read, absent, or has a trouble; never an exception, never a wait', async () => {
		await using fixture = await createFixture({ 'a.json': '{"a":1}', 'b.json': '{', 'c/d': '' });
		const at = (name: string) => join(fixture.path, name);
		makePipe(at('pipe'));
		symlinkSync('loop', at('loop'));
		writeFileSync(at('large'), 'x'.repeat(5 * 1024 * 1024));
		const read = (name: string) => {
			const { json, trouble } = readJson(at(name));
			return [json, trouble === undefined];
		};
		expect(read('a.json')).toEqual([{ a: 1 }, true]);
		expect(read('nowhere')).toEqual([undefined, true]);
		expect(read('a.json/x')).toEqual([undefined, true]);
		for (const name of ['b.json', 'c', 'pipe', 'loop', 'large']) {
			expect(read(name)).toEqual([undefined, false]);
		}
	});
});

describe('a program', () => {
	it('is the first of its name on the PATH that can be started', async () => {
		await using fixture = await createFixture({ 'one/x': 'no program', 'two/.keep': '' });
		const [one, two] = [join(fixture.path, 'one'), join(fixture.path, 'two')];
		putProgram(join(two, 'x'), 'echo "x 1.2.3"');
		const env = { PATH: `relative:${one}:${two}:/usr/bin:/bin` };
		expect(await askProgram('x', env)).toEqual({ path: join(two, 'x'), says: 'x 1.2.3\n' });
		expect(programPath(join(one, 'x'), env)).toBeUndefined();
		expect(programPath('y', env)).toBeUndefined();
		expect(programPath(two, env)).toBeUndefined();
		expect(programPath('x', {})).toBeUndefined();
	});

	it('that fails says nothing', async () => {
		await using fixture = await createFixture();
		putProgram(join(fixture.path, 'x'), 'echo 1.2.3; exit 1');
		expect(await askProgram(join(fixture.path, 'x'), quietEnv)).toMatchObject({ says: '' });
	});
});

describe('a self-test', () => {
	it('gives a hook what the client gives it, away from this session and this repository', async () => {
		await using fixture = await createFixture();
		const own = { CLAUDE_CODE_EXECPATH: '/x', GIT_DIR: '/y', KEPT: '1' };
		const { context } = contextOf({ env: { ...quietEnv, ...own, TMPDIR: fixture.path } });
		const seen = await scratchMaker(context)({ 'a/b.txt': 'x' }, async (stage) => {
			const script =
				'let t="";process.stdin.on("data",(c)=>{t+=c}).on("end",()=>console.log(JSON.stringify({t,env:process.env,cwd:process.cwd(),args:process.argv})))';
			const hook = node(script, { args: ['-e', script, `\${CLAUDE_PLUGIN_ROOT}/x y`] });
			const { json, ...run } = await stage.run(hook, given);
			expect(run).toMatchObject({ exit: 0, isLate: false, stderr: '' });
			expect(readdirSync(join(stage.repo, 'a'))).toEqual(['b.txt']);
			return { ...(json as Record<string, unknown>), repo: stage.repo };
		});
		const { repo } = seen;
		expect(seen).toMatchObject({ t: '{"a":1}', cwd: repo });
		expect(seen).toMatchObject({ args: [process.execPath, '/plugin/x y'] });
		expect(seen).toMatchObject({
			env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's', CLAUDE_PROJECT_DIR: repo, KEPT: '1' },
		});
		expect(Object.keys((seen as { env?: object }).env ?? {})).not.toEqual(
			expect.arrayContaining([expect.stringMatching(/^(GIT_|CLAUDE_CODE_EXECPATH)/)]),
		);
		expect(readdirSync(fixture.path)).toEqual([]);
	});

	it.each([
		['a program that is not there', node('', { command: '/nowhere' }), { exit: null }],
		['a line for the shell', node('', { command: 'exit 3', args: undefined }), { exit: 3 }],
		['one that hangs', node('setInterval(() => {}, 9)', { timeout: 0.2 }), { isLate: true }],
		['one that closes its ears', node('process.stdin.destroy()'), { exit: 0 }],
	])('survives %s', async (_, hook, expected) => {
		const inScratch = scratchMaker(contextOf({ env: quietEnv }).context);
		const run = await inScratch({ x: '' }, (stage) => stage.run(hook, given));
		expect(run).toMatchObject(expected);
	});

	it('is removed when its play fails', async () => {
		await using fixture = await createFixture();
		const { context } = contextOf({ env: { ...quietEnv, TMPDIR: fixture.path } });
		const play = async () => {
			throw new Error('lost');
		};
		await expect(scratchMaker(context)({ x: '' }, play)).rejects.toThrow();
		expect(readdirSync(fixture.path)).toEqual([]);
	});
});
