import { join } from 'node:path';
import { hookRows } from '../../scripts/wiring.ts';
import { ownCopy, putProgram } from './installed-world.ts';
import { type Planted, planted } from './planted.ts';

const USER = 'claude/settings.json';
const PROJECT = 'repo/.claude/settings.json';
const LOCAL = 'repo/.claude/settings.local.json';

const hook = (command: string) => ({ hooks: [{ type: 'command', command }] });

/** What can be wrong with programs, plugin and settings. */
export const installationFaults: readonly Planted[] = [
	planted('Node before 20.12', 'node_unusable', ({ dir }) => putProgram(join(dir, 'bin/node'), 'echo v18.20.0')),
	planted('a client before 2.1.300', 'client_old', ({ dir }) => putProgram(join(dir, 'bin/claude'), 'echo 2.1.299')),
	planted(
		'a CLAUDE_CONFIG_DIR that is not there',
		'not_installed',
		() => undefined,
		({ dir }) => ({ CLAUDE_CONFIG_DIR: join(dir, 'nowhere') }),
	),
	planted('no plugin', 'not_installed', (world) => {
		world.remove('claude/plugins');
		world.put(USER, {});
	}),
	planted('a plugin of another project only', 'not_installed', (world) => {
		const installPath = join(world.configDir, 'plugins/cache/x');
		const plugins = {
			'req@scratch': [{ scope: 'project', projectPath: '/elsewhere', installPath }],
		};
		world.put('claude/plugins/installed_plugins.json', { version: 2, plugins });
		world.put(USER, {});
	}),
	planted('a plugin that is switched on and not installed', 'plugin_missing', (world) =>
		world.remove('claude/plugins'),
	),
	planted('the plugin switched off by the user', 'plugin_disabled', (world) =>
		world.put(USER, { enabledPlugins: { 'req@scratch': false } }),
	),
	planted('the plugin switched off by the project', 'plugin_disabled', (world) =>
		world.put(PROJECT, { enabledPlugins: { 'req@scratch': false } }),
	),
	planted('a plugin folder that is gone', 'plugin_missing', (world) => world.remove('market/plugin')),
	planted('a marketplace folder that was moved', 'plugin_missing', (world) => {
		world.remove('market');
		world.put('claude/plugins/cache/scratch/req/0.1.0/.claude-plugin/plugin.json', {});
	}),
	planted('a server that settings forbid', 'no_server', (world) => world.change(USER, { allowedMcpServers: [] })),
	planted('a server that settings deny by its name', 'no_server', (world) =>
		world.change(USER, { deniedMcpServers: [{ serverName: 'plugin:req:req' }] }),
	),
	planted('a server switched off in /mcp', 'no_server', (world) => {
		const trusted = { hasTrustDialogAccepted: true, disabledMcpServers: ['plugin:req:req'] };
		world.put('claude/.claude.json', { projects: { [world.repo]: trusted } });
	}),
	planted('a plugin without its build', 'plugin_build_missing', (world) => world.remove('market/plugin/dist')),
	planted('a hook without its file', 'plugin_build_missing', (world) => {
		ownCopy(world, 'dist');
		world.remove('market/plugin/dist/hooks/stop.cjs');
	}),
	planted('a broken hooks.json', 'plugin_missing', (world) => {
		ownCopy(world, 'hooks');
		world.put('market/plugin/hooks/hooks.json', '{');
	}),
	planted('disableAllHooks of the user', 'hooks_disabled', (world) => world.change(USER, { disableAllHooks: true })),
	planted('local settings that are no JSON', 'settings_unreadable', (world) => world.put(LOCAL, '{ "x": ')),
	planted('a folder that is not trusted', 'folder_untrusted', (world) =>
		world.put('claude/.claude.json', {
			projects: { [world.repo]: { hasTrustDialogAccepted: false } },
		}),
	),
	planted('settings that name a hook that is not there', 'hook_missing', (world) => {
		world.remove('claude/plugins');
		world.put('repo/.claude/skills/arch-review/SKILL.md', 'x');
		const gone = hook(`node "${world.dir}/gone/dist/hooks/stop.cjs"`);
		const all = hookRows.map(({ event }) => [event, [gone]]);
		world.put(USER, { hooks: Object.fromEntries(all) });
	}),
	planted('a plugin that loads a module', 'plugin_module', (world) => {
		world.put('claude/skills/colors/hooks/hooks.json', { modules: ['./a.ts'] });
		world.put('claude/skills/colors/hooks/a.ts', "on('tool.call', {}, () => {})");
	}),
];
