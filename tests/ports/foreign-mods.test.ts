import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { foreignMods } from '../../src/adapters/foreign-mods.ts';

const hooks = JSON.stringify({ modules: ['a.js'] });

/** A file outside the mod. */
const HERE = import.meta.filename;
const IMPORT = "import './sub/x.js';";

async function modsWith(files: Readonly<Record<string, string>>): Promise<number> {
	await using fixture = await createFixture({
		repo: {},
		claude: { skills: { mod: { hooks: files }, 'x.js': 'panel' } },
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
	['has its module elsewhere', { 'hooks.json': JSON.stringify({ modules: ['../../x.js'] }) }, 1],
	[
		'has it elsewhere, by half a name',
		{ 'hooks.json': JSON.stringify({ modules: ['../../x'] }) },
		1,
	],
	['has it at a path from the root', { 'hooks.json': JSON.stringify({ modules: [HERE] }) }, 1],
	['imports what is there', { 'hooks.json': hooks, 'a.js': `import '${HERE}';` }, 1],
	['has a module that is not there', { 'hooks.json': hooks }, 0],
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

async function eventsOf(source: string): Promise<readonly string[]> {
	await using fixture = await createFixture({
		repo: {},
		claude: { skills: { mod: { hooks: { 'hooks.json': hooks, 'a.js': source } } } },
	});
	const host = { configDir: fixture.getPath('claude'), clientPid: 0, pluginRoot: undefined };
	return foreignMods(fixture.getPath('repo'), host, {}).flatMap(({ events }) => events);
}

it.each([
	`on('tool.call', f)`,
	`o('tool.call', f)`,
	`on/* x */('tool.call', f)`,
	`on // x\n(\n'tool.call', f)`,
	`(on as any)('tool.call', f)`,
	`on!(("tool.call"), f)`,
	`on<any>(\`tool.call\`, f)`,
	`on('to\\x6fl.c\\u0061ll', f)`,
	`on('tool.c\\u{61}l\\l', f)`,
	`on('tool.c\\\nall', f)`,
])('an event is read as the client reads it: %s', async (source) => {
	expect(await eventsOf(source)).toEqual(['tool.call']);
});

it('every event of all of them is one, and a star elsewhere is none', async () => {
	expect(await eventsOf(`o('*', f); o('tool.*', f)`)).toEqual(['*', 'tool.*']);
	expect(await eventsOf(`name.replaceAll('*', '+').split('*'); say('done.')`)).toEqual([]);
});

it.each([['./cfg/h.json'], [['./cfg/h.json']]])(
	'a mod whose manifest says where its hooks are: %j',
	async (named) => {
		await using fixture = await createFixture({
			repo: {},
			skills: {
				mod: {
					'.claude-plugin': { 'plugin.json': JSON.stringify({ name: 'mod', hooks: named }) },
					hooks: { 'hooks.json': '{"hooks":{}}' },
					cfg: { 'h.json': hooks, 'a.js': `on('tool.call', f)` },
				},
			},
		});
		const host = { configDir: fixture.path, clientPid: 0, pluginRoot: undefined };
		const found = foreignMods(fixture.getPath('repo'), host, {});
		expect(found).toMatchObject([{ name: 'mod', events: ['tool.call'] }]);
	},
);

it('one with more folders than a session start may look into could do anything', async () => {
	const data = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}.txt`, '']));
	expect(await modsWith({ 'hooks.json': hooks, 'a.js': 'panel', ...data })).toBe(1);
});

/** What the patterns are made of. */
const PIECES = ['$', ' ', '?.', 'import', 'from', '(', '"', '.', 'a', '*', '\\', 'u{4', '!'];

it.each(PIECES)(
	'no source with %j in it makes a pattern backtrack (the test would not end)',
	async (one) => {
		await using fixture = await createFixture({
			'claude/skills/mod/hooks/hooks.json': hooks,
			'claude/skills/mod/hooks/a.js': '',
		});
		const host = { configDir: fixture.getPath('claude'), clientPid: 0, pluginRoot: undefined };
		for (const other of PIECES) {
			const source = `${one}${other.repeat(400_000)}\u0001${(one + other).repeat(100_000)}`;
			await fixture.writeFile('claude/skills/mod/hooks/a.js', source);
			expect(foreignMods(fixture.path, host, {})).toMatchObject([{ name: 'mod' }]);
		}
	},
);

it.each<[string, string, string]>([
	['its hooks.json', 'hooks/hooks.json', `${hooks}${' '.repeat(5_000_000)}`],
	['a hooks.json that its manifest names', 'more.json', `${hooks}${' '.repeat(5_000_000)}`],
	['its manifest', '.claude-plugin/plugin.json', `{"name":"n"}${' '.repeat(5_000_000)}`],
	['all of its paths', 'hooks/hooks.json', `{"modules":[${'"a.js",'.repeat(200)}"a.js"]}`],
])(
	'where %s cannot be read, a mod could do anything, and cannot be trusted',
	async (_, path, text) => {
		await using fixture = await createFixture({
			repo: {},
			'claude/skills/mod': {
				'.claude-plugin/plugin.json': '{"name":"mod","hooks":"more.json"}',
				'hooks/a.js': '',
				[path]: text,
			},
		});
		const host = { configDir: fixture.getPath('claude'), clientPid: 0, pluginRoot: undefined };
		expect(foreignMods(fixture.getPath('repo'), host, {})).toEqual([
			{
				...{ name: 'mod', folder: fixture.getPath('claude/skills/mod'), events: ['*'] },
				...{ runsCommands: true, sha256: undefined },
			},
		]);
	},
);

it.each(['{"modules":["a.js"],}', '// x\n{"modules":["a.js"]}', '{"modules":"a.js"}', 'null', ''])(
	'what a client takes for no hooks.json names no module: %s',
	async (text) => {
		expect(await modsWith({ 'hooks.json': text, 'a.js': 'command' })).toBe(0);
	},
);

it('what a project holds takes nothing from the extensions of the user', async () => {
	const large = { 'hooks.json': hooks, 'a.js': ' '.repeat(4_000_000) };
	const mods = Object.fromEntries(
		Array.from({ length: 5 }, (_, at) => [`mod${at}`, { hooks: large }]),
	);
	await using fixture = await createFixture({
		repo: { '.claude': { skills: { ...mods, 'no-mod': { 'SKILL.md': 'x' } } } },
		claude: { skills: { own: { hooks: { 'hooks.json': hooks, 'a.js': 'panel' } } } },
	});
	const host = { configDir: fixture.getPath('claude'), clientPid: 0, pluginRoot: undefined };
	const found = foreignMods(fixture.getPath('repo'), host, {});
	const read = found.filter(({ sha256 }) => sha256 !== undefined).map(({ name }) => name);
	expect(read.sort()).toEqual(['mod0', 'mod1', 'mod2', 'mod3', 'own']);
	expect(found.map(({ name }) => name).sort()).toEqual([...read, 'mod4'].sort());
});
