import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { type AttackWorld, openAttackWorld } from '../support/attack-world.ts';
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
