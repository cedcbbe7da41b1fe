import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { PROMPT_STORED } from '../../src/journal/captured-text.ts';
import { runHookProcess } from '../support/run-hook.ts';
import { ANA, BEN, GATED, makeReqWorld, type ReqWorld, ran } from '../support/run-req.ts';
import { startOf } from '../support/start-of.ts';

/** What a session is full of and nobody else's business: it stands in every text a hook receives. */
const PRIVATE = 'hunter2-of-the-user';
const EDIT = { old_string: PRIVATE, new_string: `${PRIVATE}!`, content: PRIVATE };

let world: ReqWorld;

/** A session in which everything is stored that there is to store: states, journal, registry, faults, bundle. */
beforeAll(async () => {
	world = await makeReqWorld(GATED);
	const edit = { ...EDIT, file_path: `${world.repo}/a.ts` };
	const before = (tool: string, input: object) =>
		world.hook('pre-tool-use', ANA, {
			...{ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input },
			...{ tool_use_id: 'toolu_1', prompt_id: 'p1' },
		});
	const after = (tool: string, input: object, response: object) =>
		world.hook('post-tool-use', ANA, ran(tool, input, response));
	await world.start(ANA);
	await world.hook('user-prompt-expansion', ANA, {
		...{ hook_event_name: 'UserPromptExpansion', command_name: 'arch-review' },
		...{ command_args: PRIVATE, prompt: `/arch-review ${PRIVATE}`, prompt_id: 'p1' },
	});
	await before('Edit', edit);
	await after('Edit', edit, { originalFile: PRIVATE });
	await after('Skill', { skill: 'arch-review', args: PRIVATE }, { success: true, text: PRIVATE });
	const tests = { command: `TOKEN=${PRIVATE} npm test`, description: PRIVATE };
	await before('Bash', tests);
	await after('Bash', tests, { stdout: PRIVATE, stderr: PRIVATE });
	await before('Write', { file_path: `${world.repo}/.claude/requirements.yaml`, content: PRIVATE });
	await world.hook('pre-tool-use', ANA, { tool_name: PRIVATE, tool_input: PRIVATE });
	runHookProcess('pre-tool-use', { cwd: world.repo, stdin: `{"x": ${PRIVATE}`, env: world.env });
	await world.hook('stop', ANA, {
		...{ hook_event_name: 'Stop', stop_hook_active: false, background_tasks: [] },
		...{ last_assistant_message: 'Done.', prompt_id: 'p1' },
	});
	await startOf(world, BEN, { env: { REQ_INHERIT_FROM: ANA } });
	await world.req('pause', '--reason', 'lunch');
	await world.req('pause', '--off');
	return () => world[Symbol.asyncDispose]();
});

function entriesIn(folder: string): string[] {
	return [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) =>
		name === folder ? folder : join(folder, name),
	);
}

function stored() {
	const folders = [join(world.repo, '.git/requirements'), world.configDir];
	return folders.flatMap(entriesIn).map((path) => ({ path, stats: lstatSync(path) }));
}

it('keeps nothing of contents, arguments, output and values', () => {
	const files = stored().filter(({ stats }) => stats.isFile());
	const names = files.map(({ path }) => path.slice(world.dir.length + 1)).sort();
	expect(names).toEqual(
		expect.arrayContaining([
			'claude/sessions.json',
			'repo/.git/requirements/faults.jsonl',
			'repo/.git/requirements/feature-x.json',
			`repo/.git/requirements/inherited/${BEN}.json`,
			`repo/.git/requirements/sessions/${ANA}.jsonl`,
		]),
	);
	const telling = files.filter(({ path }) => readFileSync(path, 'utf8').includes(PRIVATE));
	expect(telling.map(({ path }) => path)).toEqual([]);
});

it('keeps words of a prompt, redacted, and sentences as the documentation and the help say', async () => {
	const token = ['gh', 'p_0123456789abcdefghijABCDEFGHIJ456789'].join('');
	const prompt = `Look at the moon. We decided to use ${token} there. It is made of green cheese.`;
	const event = { hook_event_name: 'UserPromptSubmit', prompt, prompt_id: 'p2' };
	await world.hook('user-prompt-submit', ANA, event);
	const files = stored().filter(({ stats }) => stats.isFile());
	const texts = files.map(({ path }) => readFileSync(path, 'utf8')).join('\n');
	expect(texts).toMatch(/"text":"We decided to use \[redacted:[^"]* there\."/);
	expect(texts).toContain('"cheese":1');
	expect(texts).not.toMatch(/Look at|made of/);
	expect(texts).not.toContain(token);
	const docs = ['README.md', 'docs/security.md', 'docs/memory.md'];
	const said = docs.map((path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
	said.push((await world.req('session', 'show', '--help')).stdout);
	for (const text of said) expect(text.replaceAll('`', '').replace(/\s+/g, ' ')).toContain(PROMPT_STORED);
});

it('knows the proof by the words of the config, not by the command that was run', () => {
	expect(JSON.stringify(world.state())).toContain('{"command":"npm test"}');
});

it('lets nobody else read what it stores', () => {
	const all = stored();
	const open = all.filter(({ stats }) => (stats.mode & 0o077) !== 0);
	expect(all.length).toBeGreaterThan(5);
	expect(open.map(({ path }) => path)).toEqual([]);
});
