import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { type AttackWorld, openAttackWorld } from '../support/attack-world.ts';
import { git, writeIn } from '../support/git-repo.ts';
import { bash, satisfy, stop } from '../support/observed-call.ts';

const PLAN = { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } };
/** It holds no edit, but any edit arms it. */
const REVIEW = { triggers: ['edit'], blocks: [{ command: 'git commit' }], skills: ['pre-commit'] };

function open(review: object = REVIEW): Promise<AttackWorld> {
	const config = { requirements: { ...PLAN, review }, observe: 'snapshot' };
	return openAttackWorld(config, 'feature/x', false);
}

const write = (...paths: readonly string[]) =>
	`node -e "for (const path of ['${paths.join("','")}']) fs.writeFileSync(path, 'x')"`;

/** The requirements that `req status` says work was done for. */
async function armed(world: AttackWorld): Promise<string[]> {
	const { stdout } = await world.bash('req status --json');
	const { requirements } = JSON.parse(stdout) as {
		requirements: readonly { name: string; triggered: boolean }[];
	};
	return requirements.filter(({ triggered }) => triggered).map(({ name }) => name);
}

it('a preset that is strict lets the stop go once the change is put back', async () => {
	const file = fileURLToPath(new URL('../../config/presets/strict.yaml', import.meta.url));
	using world = await openAttackWorld(parse(readFileSync(file, 'utf8')), 'feature/x', false);
	await bash(world, write('src/a.ts'));
	expect(await stop(world)).toContain('pre_commit_review');
	await bash(world, 'req restore');
	expect(await stop(world)).toBe('');
	expect(await armed(world)).toEqual([]);
});

it('what is put back before the stop arms nothing either', async () => {
	using world = await open();
	await bash(world, write('src/a.ts', 'src/new.ts'));
	await bash(world, 'req restore');
	expect(await stop(world)).toBe('');
	expect(await armed(world)).toEqual([]);
});

it.each([
	['another file of the same call', [write('src/a.ts', 'docs/a.md')]],
	['an earlier call', [write('docs/a.md'), write('src/a.ts')]],
	['a later call', [write('src/a.ts'), write('docs/a.md')]],
])('what %s armed stays armed', async (_, lines) => {
	using world = await open();
	for (const line of lines) await bash(world, line);
	await bash(world, 'req restore');
	const text = await stop(world);
	expect(text).toContain('review');
	expect(text).not.toContain('got round it');
	expect(await armed(world)).toEqual(['review']);
});

it('what a later call armed stays armed where the state knew the first one', async () => {
	using world = await open();
	await bash(world, write('src/a.ts'));
	expect(await stop(world)).toContain('review');
	await bash(world, write('docs/a.md'));
	await bash(world, 'req restore');
	expect(await stop(world)).toContain('review');
	expect(await armed(world)).toEqual(['review']);
});

it('a command that arms it, too, arms it still', async () => {
	using world = await open({ ...REVIEW, triggers: ['edit', { command: 'node' }] });
	await bash(world, write('src/a.ts'));
	await bash(world, 'req restore');
	expect(await stop(world)).toContain('review');
});

it('one of two files that is put back releases nothing', async () => {
	using world = await open();
	await bash(world, write('src/a.ts', 'src/b.ts'));
	await bash(world, 'req restore src/a.ts');
	expect(await stop(world)).toContain('got round it');
	expect(await armed(world)).toEqual(['plan', 'review']);
});

it('what was satisfied meanwhile stays satisfied', async () => {
	using world = await open();
	await bash(world, write('src/a.ts'));
	await satisfy(world);
	await bash(world, 'req restore');
	expect(await stop(world)).toBe('');
	const { stdout } = await world.bash('req status --json');
	expect(JSON.parse(stdout).requirements).toMatchObject([
		{ name: 'plan', satisfied: true },
		{ name: 'review', triggered: false },
	]);
});

it('two calls that changed one file are put back as one', async () => {
	using world = await open();
	await bash(world, write('src/a.ts'));
	await bash(world, "node -e \"fs.writeFileSync('src/a.ts', 'xx')\"");
	await bash(world, 'req restore');
	expect(await stop(world)).toBe('');
	expect(await armed(world)).toEqual([]);
});

it('two calls are put back one after the other, with a held stop between', async () => {
	using world = await open();
	await bash(world, write('src/a.ts'));
	await bash(world, write('src/b.ts'));
	await bash(world, 'req restore src/a.ts');
	expect(await stop(world)).toContain('got round it');
	await bash(world, 'req restore');
	expect(await stop(world)).toBe('');
	expect(await armed(world)).toEqual([]);
});

it.each([
	['another file of the call', { triggers: ['edit'] }, write('src/a.ts', 'docs/a.md')],
	[
		'the command itself',
		{ triggers: [{ command: 'make deploy' }] },
		`make deploy; ${write('src/a.ts')}`,
	],
])('what got round a gate is not released where %s armed it as well', async (_, more, line) => {
	const plan = { ...more, blocks: [{ edit: 'src/**' }], skills: ['arch-review'] };
	using world = await openAttackWorld(
		{ requirements: { plan }, observe: 'snapshot' },
		'feature/x',
		false,
	);
	expect((await bash(world, line)).text).toContain('src/a.ts');
	await bash(world, 'req restore');
	const text = await stop(world);
	expect(text).toContain('plan');
	expect(text).not.toContain('got round it');
	expect(await armed(world)).toEqual(['plan']);
});

it('content from before a call that was answered for is another change', async () => {
	using world = await open();
	const old = readFileSync(join(world.repo, 'src/a.ts'), 'utf8');
	await bash(world, write('src/a.ts'));
	await satisfy(world);
	await stop(world);
	git(world.repo, 'commit', '-qam', 'mine');
	const back = JSON.stringify(old).replaceAll('"', "'");
	const next = { session_id: 'def45678-0000-4000-8000-000000000009' };
	await world.hook('session-start', { source: 'startup', ...next });
	const { text } = await bash(world, `node -e "fs.writeFileSync('src/a.ts', ${back})"`, next);
	expect(text).toContain('src/a.ts changed');
	const { stdout } = await world.bash('req status --json');
	expect(JSON.parse(stdout).bypasses).toMatchObject([{ paths: ['src/a.ts'] }]);
});

it('so it is within a turn, once the requirement was satisfied and used up', async () => {
	const plan = { scope: 'single_use', blocks: [{ edit: 'src/**' }, { command: 'git commit' }] };
	const config = { requirements: { plan: { ...plan, skills: ['arch-review'] } }, observe: true };
	using world = await openAttackWorld(config, 'feature/x', false);
	const old = readFileSync(join(world.repo, 'src/a.ts'), 'utf8');
	await bash(world, write('src/a.ts'));
	await satisfy(world);
	await bash(world, 'git commit -qam mine');
	const back = JSON.stringify(old).replaceAll('"', "'");
	expect((await bash(world, `node -e "fs.writeFileSync('src/a.ts', ${back})"`)).text).toContain(
		'src/a.ts changed',
	);
	expect(await stop(world)).toContain('got round it');
});

it('an older call that was answered for does not keep what is put back armed', async () => {
	using world = await open({ ...REVIEW, scope: 'single_use' });
	await bash(world, 'git -c alias.z="commit --allow-empty -qm x" z');
	expect(await stop(world)).toContain('review');
	const skill = { tool_name: 'Skill', tool_input: { skill: 'pre-commit' } };
	const ran = { tool_use_id: 'toolu_review', tool_response: { success: true } };
	await world.hook('post-tool-use', { ...skill, ...ran });
	await bash(world, 'git commit --allow-empty -qm y');
	expect(await stop(world)).toBe('');
	await bash(world, write('src/a.ts'));
	expect(await stop(world)).toContain('plan');
	await bash(world, 'req restore');
	expect(await stop(world)).toBe('');
	expect(await armed(world)).toEqual([]);
});

it('what was proved of a change that is put back is proved no longer', async () => {
	const proved = {
		...{ commands: ['npm test'], triggers: ['edit'], blocks: [{ command: 'git push' }] },
		...{ stale_after: ['edit'] },
	};
	const config = { requirements: { ...PLAN, proved }, observe: 'snapshot' };
	using world = await openAttackWorld(config, 'feature/x', false);
	writeIn(world.repo, 'a.test.mjs', "import test from 'node:test';\ntest('a', () => {});\n");
	await bash(world, write('src/a.ts'));
	await bash(world, 'npm test');
	const state = async () => {
		const { stdout } = await world.bash('req status --json');
		const { requirements } = JSON.parse(stdout) as { requirements: { satisfied: boolean }[] };
		return requirements[1]?.satisfied;
	};
	expect(await state()).toBe(true);
	await bash(world, 'req restore');
	expect(await state()).toBe(false);
});
