import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { runProcess } from '../../src/setup/live.ts';
import { firstProgram, isOlder, programPath } from '../../src/store/programs.ts';
import { readJson } from '../../src/store/read-file.ts';
import { quietEnv } from '../support/git-repo.ts';
import { putProgram } from '../support/installed-world.ts';
import { makePipe } from '../support/make-pipe.ts';

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
		const env = { PATH: `${one}:${two}:/usr/bin:/bin` };
		expect(firstProgram(['y', 'x'], env)).toEqual({ path: join(two, 'x'), version: '1.2.3' });
		expect(programPath('y', env)).toBeUndefined();
		expect(programPath('x', { PATH: 'two' }, fixture.path)).toBeUndefined();
		expect(programPath('./two/x', env, fixture.path)).toBe('./two/x');
		expect(programPath('cd', env)).toBe('cd');
	});

	it('that fails has no version', async () => {
		await using fixture = await createFixture();
		putProgram(join(fixture.path, 'x'), 'echo 1.2.3; exit 1');
		const program = firstProgram([join(fixture.path, 'x')], quietEnv);
		expect(program).toMatchObject({ version: undefined });
	});

	it.each([
		['2.1.139', '2.1.214', true],
		['2.1.214', '2.1.214', false],
		['2.1.1000', '2.1.214', false],
		['10.0.0', '9.9.9', false],
		['1.9.9', '2.0.0', true],
	])('%s comes before %s: %s', (version, other, before) => {
		expect(isOlder(version, other)).toBe(before);
	});
});

describe('a hook process', () => {
	const node = (script: string, timeout = 10) => ({
		...{ command: process.execPath, args: ['-e', script], timeout },
	});

	it.each([
		['is not there', { command: '/nowhere' }, { failure: expect.stringContaining('ENOENT') }],
		['hangs', node('setInterval(() => {}, 9)', 0.2), { failure: 'took too long' }],
		['fails', node('throw new TypeError("x")'), { failure: 'ended with 1: TypeError: x' }],
		['closes its ears', node('process.stdin.destroy()'), { failure: undefined, stdout: '' }],
	])('that %s is survived', (_, hook, expected) => {
		expect(runProcess(hook, { a: 1 }, { cwd: '/', env: quietEnv })).toMatchObject(expected);
	});

	it('gets its input, and variables of Claude Code in its arguments', () => {
		const script = 'process.stdin.pipe(process.stdout);console.log(process.argv[1])';
		const hook = { command: process.execPath, args: ['-e', script, `\${CLAUDE_PLUGIN_ROOT}/x y`] };
		const env = { ...quietEnv, CLAUDE_PLUGIN_ROOT: '/plugin' };
		expect(runProcess(hook, { a: 1 }, { cwd: '/', env }).stdout).toBe('/plugin/x y\n{"a":1}');
	});
});
