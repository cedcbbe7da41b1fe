import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { foreignMods } from '../../src/adapters/foreign-mods.ts';

const hooks = JSON.stringify({ modules: ['a.js'] });

const IMPORT = "import './sub/x.js';";

async function modsWith(files: Readonly<Record<string, string>>): Promise<number> {
	await using fixture = await createFixture({
		repo: {},
		claude: { skills: { mod: { hooks: files } } },
	});
	const host = { configDir: fixture.getPath('claude'), clientPid: 0, pluginRoot: undefined };
	return foreignMods(fixture.getPath('repo'), host, {}).filter((one) => one.runsCommands).length;
}

it.each<[string, Readonly<Record<string, string>>, number]>([
	['runs commands', { 'hooks.json': hooks, 'a.js': 'client.command.run("x")' }, 1],
	['speaks of them beside its module', { 'hooks.json': hooks, 'a.js': '', 'b.ts': 'command' }, 1],
	['is too large to be read', { 'hooks.json': hooks, 'a.js': ' '.repeat(5_000_000) }, 1],
	['does something else', { 'hooks.json': hooks, 'a.js': 'panel.show("x")' }, 0],
	['imports what does', { 'hooks.json': hooks, 'a.js': IMPORT, 'sub/x.js': 'command' }, 1],
	['imports what cannot be read', { 'hooks.json': hooks, 'a.js': IMPORT }, 1],
	['imports by a name it makes', { 'hooks.json': hooks, 'a.js': 'await import(name)' }, 1],
	['imports something else', { 'hooks.json': hooks, 'a.js': IMPORT, 'sub/x.js': 'panel' }, 0],
	['has no modules', { 'hooks.json': '{}', 'a.js': 'client.command.run("x")' }, 0],
])('a mod that %s', async (_, files, count) => {
	expect(await modsWith(files)).toBe(count);
});

it('a copy of this plugin is nobody else, and whatever differs from it is', async () => {
	const plugin = (modules: string[], guard: string) => ({
		hooks: { 'hooks.json': JSON.stringify({ modules }) },
		dist: { hooks: { 'guard.mjs': guard } },
	});
	const ours = ['../dist/hooks/guard.mjs'];
	await using fixture = await createFixture({
		repo: {},
		own: plugin(ours, 'guard'),
		claude: {
			skills: {
				copy: plugin(ours, 'guard'),
				changed: plugin(ours, 'guard and more'),
				more: plugin([...ours, './x.ts'], 'guard'),
				without: { hooks: { 'hooks.json': JSON.stringify({ modules: ours }) } },
			},
		},
	});
	const pluginRoot = fixture.getPath('own');
	const host = { configDir: fixture.getPath('claude'), clientPid: 0, pluginRoot };
	const names = foreignMods(fixture.getPath('repo'), host, {}).map(({ name }) => name);
	expect(names.sort()).toEqual(['changed', 'more', 'without']);
});
