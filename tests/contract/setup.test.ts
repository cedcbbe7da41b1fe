import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeWorld } from '../support/git-world.ts';
import { putProgram } from '../support/installed-world.ts';
import { atTerminal, execOf, withoutEscapes } from '../support/pseudo-terminal.ts';

const checkout = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const SCRIPT = [process.execPath, '--import', import.meta.resolve('tsx'), `${checkout}/scripts/setup.ts`];
const ADD = `claude plugin marketplace add ${checkout}`;
const INSTALL = 'claude plugin install req@claude-req';
const LINK = `npm install --global --ignore-scripts --offline ${checkout}`;

/** A user whose `claude` and `npm` only note how they were called; `claude plugin install` of `fails` fails. */
async function openUser(books: object = {}, fails = 'nothing') {
	const world = await makeWorld();
	const [bin, calls] = [join(world.dir, 'bin'), join(world.dir, 'calls')];
	const note = `echo "$(basename "$0") $*" >>'${calls}'; case "$*" in *${fails}*) exit 1 ;; esac`;
	for (const name of ['claude', 'npm']) putProgram(join(bin, name), note);
	writeFileSync(calls, '');
	const configDir = join(world.dir, 'claude');
	for (const [name, json] of Object.entries(books)) {
		mkdirSync(join(configDir, 'plugins'), { recursive: true });
		writeFileSync(join(configDir, `${name}.json`), JSON.stringify(json));
	}
	const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: world.dir, CLAUDE_CONFIG_DIR: configDir };
	/** Runs the script; at a terminal it answers each question. */
	const setup = async (options: readonly string[], answers?: readonly string[]) => {
		const words = [...SCRIPT, ...options];
		const [program, args] = answers ? atTerminal(execOf(words), 200) : [words[0] ?? '', words.slice(1)];
		const child = spawn(program, args, { env: { ...env, TERM: 'xterm' } });
		const waiting = [...(answers ?? [])];
		let shown = '';
		let answered = 0;
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (data) => {
				shown += String(data);
				const text = withoutEscapes(shown);
				// Escapes alone may follow a question: it was answered.
				if (!text.endsWith('[Y/n] ') || text.length === answered) return;
				answered = text.length;
				child.stdin.write(`${waiting.shift()}\r`);
			});
		const exit = await new Promise((resolve) => child.on('close', resolve));
		return { exit, shown: withoutEscapes(shown) };
	};
	const called = () => readFileSync(calls, 'utf8').split('\n').filter(Boolean);
	return { setup, called, bin, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

it('day 27: shows each step and asks; what is answered with no is not done', async () => {
	await using user = await openUser();
	const { exit, shown } = await user.setup([], ['', 'y', 'n']);
	expect(shown).toContain('in all projects (enabledPlugins in ');
	expect([exit, user.called()]).toEqual([1, [ADD, INSTALL]]);
});

it('changes nothing where nobody can be asked, unless --yes says so', async () => {
	await using user = await openUser();
	const { exit, shown } = await user.setup([]);
	expect(shown).toContain(`\n  ${LINK}\n`);
	expect([exit, user.called()]).toEqual([1, []]);
	const done = await user.setup(['--yes']);
	expect([done.exit, user.called()]).toEqual([0, [ADD, INSTALL, LINK]]);
	expect(done.shown).toContain('Keep this clone');
});

it('ends with the step that fails, and names what else a person can do', async () => {
	await using user = await openUser({}, '--global');
	const { exit, shown } = await user.setup(['--yes']);
	expect([exit, shown]).toEqual([1, expect.stringContaining('ln -s ')]);
});

const KNOWN = { 'claude-req': { installLocation: checkout } };
const SET_UP = {
	'plugins/known_marketplaces': KNOWN,
	'plugins/installed_plugins': { plugins: { 'req@claude-req': [{}] } },
	settings: { enabledPlugins: { 'req@claude-req': true } },
};

it('leaves out what is done, follows a clone that was moved, and replaces the plugin with a server', async () => {
	await using user = await openUser(SET_UP);
	putProgram(join(user.bin, 'req'), '');
	await user.setup(['--yes']);
	expect(user.called()).toEqual([LINK]);
	await user.setup(['--yes', '--processes']);
	const processes = 'claude plugin install req-processes@claude-req';
	expect(user.called().slice(1)).toEqual(['claude plugin uninstall req@claude-req', processes, LINK]);
	const moved = {
		...SET_UP,
		'plugins/known_marketplaces': { 'claude-req': { installLocation: '/old' } },
	};
	await using other = await openUser(moved);
	await other.setup(['--yes']);
	expect(other.called()).toEqual([ADD, LINK]);
});

it('--undo takes back what points to this clone, and nothing else', async () => {
	await using user = await openUser(SET_UP);
	expect((await user.setup(['--undo', '--yes'])).exit).toBe(0);
	expect(user.called()).toEqual(['claude plugin marketplace remove claude-req']);
	await using other = await openUser();
	const { exit, shown } = await other.setup(['--undo']);
	expect([exit, shown, other.called()]).toEqual([0, expect.stringContaining('nothing of this'), []]);
});
