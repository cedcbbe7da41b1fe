import { expect, it } from 'vitest';
import type { PluginFacts } from './plugin.ts';
import { type ServerFacts, serverNotes } from './server.ts';
import type { SettingsFile, SettingsLayer } from './settings.ts';

const absent = { path: '', trouble: undefined, json: undefined, text: '' };
const at = (layer: SettingsLayer, json: unknown): SettingsFile => ({
	...absent,
	layer,
	json,
	path: `/${layer}`,
});
const manifest = {
	mcpServers: { req: { command: 'node', args: [`\${CLAUDE_PLUGIN_ROOT}/dist/server.cjs`] } },
};
const plugin: PluginFacts = {
	id: 'req@m',
	root: '/p',
	switched: { value: true, by: at('user', {}) },
	origin: 'copy',
	isBuilt: true,
	manifest: { ...absent, json: manifest },
	hooks: absent,
	commands: [],
	missing: [],
};

function notes(more: Partial<ServerFacts>): string[] {
	return serverNotes({
		folders: ['/r'],
		settings: [],
		plugins: [plugin],
		wired: [],
		clientState: absent,
		hasServer: undefined,
		...more,
	});
}

const COMMAND = { serverCommand: ['node', '/p/dist/server.cjs'] };
const NAME = { serverName: 'plugin:req:req' };

// As Claude Code 2.1.332 does: an allowed name has no colons, so that only the command can admit the server.
it.each<[string, SettingsFile[], string | undefined]>([
	['nothing', [], undefined],
	['its name denied', [at('user', { deniedMcpServers: [NAME] })], 'deniedMcpServers in /user'],
	[
		'its command denied',
		[at('project', { deniedMcpServers: [COMMAND] })],
		'deniedMcpServers in /project',
	],
	['another name denied', [at('user', { deniedMcpServers: [{ serverName: 'req' }] })], undefined],
	['none allowed', [at('managed', { allowedMcpServers: [] })], 'allowedMcpServers in /managed'],
	[
		'others allowed',
		[at('user', { allowedMcpServers: [{ serverName: 'x' }, NAME] })],
		'allowedMcpServers in /user',
	],
	[
		'its command allowed in one of two lists',
		[at('user', { allowedMcpServers: [] }), at('managed', { allowedMcpServers: [COMMAND] })],
		undefined,
	],
	[
		'its command allowed where only managed settings count',
		[
			at('user', { allowedMcpServers: [COMMAND] }),
			at('managed', { allowedMcpServers: [], allowManagedMcpServersOnly: true }),
		],
		'allowedMcpServers in /managed',
	],
])('settings with %s', (_, settings, why) => {
	const found = notes({ settings });
	expect(found).toHaveLength(why === undefined ? 0 : 1);
	if (why !== undefined) {
		expect(found[0]).toContain(`(${why})`);
		expect(found[0]).toContain('`claude plugin install req-processes@m`');
	}
});

it('a server that the user has switched off for the project', () => {
	const json = { projects: { '/r': { disabledMcpServers: ['plugin:req:req'] } } };
	expect(notes({ clientState: { ...absent, json } })[0]).toContain('(switched off in /mcp)');
});

it('a session without a server, unless its plugin has none', () => {
	expect(notes({ hasServer: false })[0]).toContain('--strict-mcp-config');
	expect(notes({ hasServer: true })).toEqual([]);
	const serverless = { ...plugin, manifest: { ...absent, json: {} } };
	expect(notes({ hasServer: false, plugins: [serverless] })).toEqual([]);
	const denied = [at('user', { deniedMcpServers: [NAME] })];
	expect(notes({ hasServer: false, settings: denied })).toHaveLength(1);
});
