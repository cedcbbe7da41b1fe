import { INSTALL_COMMAND, installReq } from '../setup/marketplace.ts';
import type { Explained } from './explained.ts';

const NEWER_CLIENT =
	'run `claude update` if the client is native; otherwise run `claude install` for the native client, which needs no Node, or `npm install -g @anthropic-ai/claude-code` under Node 22 or later';

/** Every finding of `req doctor` that is about the client, its settings and the plugin. */
export const INSTALLATION = {
	node_missing: {
		area: 'programs',
		severity: 'broken',
		means:
			'The client starts hooks with `node`. If it finds no `node`, every gate is off. A session start and each stop say so.',
		fix: 'put Node 20.12 or later on the PATH that claude is started with',
	},
	node_old: {
		area: 'programs',
		severity: 'broken',
		means: 'Hooks need Node 20.12 or later. An older Node stops at their first line.',
		fix: 'put Node 20.12 or later first on the PATH that claude is started with',
	},
	git_missing: {
		area: 'programs',
		severity: 'warning',
		means:
			"req reads branches from git's files, but `branch_size` and some repositories need git itself.",
		fix: 'install git',
	},
	client_missing: {
		area: 'programs',
		severity: 'warning',
		means:
			'There is no `claude` on the PATH, so its version is unknown. A client bundled with an editor works too.',
		fix: 'install Claude Code, or put it on the PATH',
	},
	client_old: {
		area: 'programs',
		severity: 'broken',
		means:
			'A client older than 2.1.139 cannot start hooks that name a program and its arguments, so every gate is off.',
		fix: NEWER_CLIENT,
	},
	client_untested: {
		area: 'programs',
		severity: 'warning',
		means:
			'A client older than 2.1.214 does not tell hooks its process, so req notices a crashed session late. Under Node 20, npm installs 2.1.197, the last client that supports it.',
		fix: NEWER_CLIENT,
	},
	platform_untested: {
		area: 'programs',
		severity: 'warning',
		means: 'req is written for Windows but not tested there (Linux and macOS are).',
		fix: 'run req in WSL',
	},
	config_dir_missing: {
		area: 'programs',
		severity: 'broken',
		means:
			'CLAUDE_CONFIG_DIR names a folder that does not exist. The client creates it, and no plugin is installed there.',
		fix: 'correct or unset CLAUDE_CONFIG_DIR',
	},
	simple_mode: {
		area: 'programs',
		severity: 'broken',
		means:
			'With CLAUDE_CODE_SIMPLE set, as with `--bare` and `--safe-mode`, the client runs no hook.',
		fix: 'unset CLAUDE_CODE_SIMPLE',
	},
	not_installed: {
		area: 'plugin',
		severity: 'broken',
		means:
			'Neither a plugin nor any settings give the client the hooks. (`claude --plugin-dir` would, but it leaves no trace until a session runs.)',
		fix: `\`claude plugin marketplace add <own>\`, then \`${INSTALL_COMMAND}\``,
	},
	plugin_not_fetched: {
		area: 'plugin',
		severity: 'broken',
		means: 'Settings switch the plugin on, but the client has not installed it on this machine.',
		fix: '`claude plugin install <id>`',
	},
	plugin_disabled: {
		area: 'plugin',
		severity: 'broken',
		means:
			'The plugin is installed but switched off. The strongest settings file that names it decides: managed, then local, project and user.',
		fix: '`claude plugin enable <id>`, or remove the line from <file>',
	},
	plugin_missing: {
		area: 'plugin',
		severity: 'broken',
		means:
			'The client looks for the plugin in a folder that does not exist or holds no plugin. If the marketplace is a folder, the client reads the plugin from that folder itself.',
		fix: '`claude plugin marketplace update`, or install the plugin again',
	},
	plugin_build_missing: {
		area: 'plugin',
		severity: 'broken',
		means:
			'The plugin has not been built. Every hook fails at its start, and the calls go through.',
		fix: `for a clone, run \`npm ci && npm run build\` in <root>; for npm, install it again (\`${installReq('<a built clone>/dist/plugin')}\`)`,
	},
	plugin_incomplete: {
		area: 'plugin',
		severity: 'broken',
		means:
			'Some hooks need files that are missing. Those hooks fail at their start, and the calls go through.',
		fix: `for a clone, run \`npm run build\` in <root>; for npm, install it again (\`${installReq('<a built clone>/dist/plugin')}\`)`,
	},
	plugin_hooks_unreadable: {
		area: 'plugin',
		severity: 'broken',
		means: 'The client cannot read which hooks the plugin has, so it runs none.',
		fix: 'install the plugin again',
	},
	plugin_version: {
		area: 'plugin',
		severity: 'warning',
		means: 'This `req` and the plugin have different versions, but they share files.',
		fix: 'update the older one',
	},
	marketplace_blocked: {
		area: 'plugin',
		severity: 'broken',
		means:
			"Managed settings do not allow the plugin's marketplace (`strictKnownMarketplaces`, `blockedMarketplaces`).",
		fix: 'ask whoever manages <file> to allow it',
	},
	marketplace_replaced: {
		area: 'plugin',
		severity: 'warning',
		means:
			"The settings of this project give your plugin's marketplace another source. If you trust the folder, a session start here makes that the source of your plugin everywhere, until a session start in another project restores yours.",
		fix: 'name the same source in <file> and in your own settings',
	},
	status_line_missing: {
		area: 'plugin',
		severity: 'warning',
		means:
			'Settings name `req statusline`, but the program is not where they say, so the line stays empty.',
		fix: `\`${installReq('<own>')}\`, or remove \`statusLine\` from <file>`,
	},
	hooks_disabled: {
		area: 'plugin',
		severity: 'broken',
		means:
			'`disableAllHooks` switches off every hook. The strongest settings file that has the key decides.',
		fix: 'remove `disableAllHooks` from <file>',
	},
	managed_hooks_only: {
		area: 'plugin',
		severity: 'broken',
		means:
			'Managed settings allow only managed hooks. Hooks of a plugin that managed settings enable count as managed.',
		fix: 'ask whoever manages <file> to enable the plugin there (`enabledPlugins`)',
	},
	settings_unreadable: {
		area: 'plugin',
		severity: 'broken',
		means:
			'If the client cannot read a settings file, it ignores the whole file. In print mode it does so silently.',
		fix: 'correct <file>',
	},
	folder_untrusted: {
		area: 'plugin',
		severity: 'warning',
		means: 'Interactive sessions run no hooks until you trust the folder; `claude -p` runs them.',
		fix: 'start claude here and answer its question about trust',
	},
	double_run: {
		area: 'plugin',
		severity: 'broken',
		means:
			'The client gets the same hooks from two places and runs both, so every call is judged and every message appears twice.',
		fix: "remove req's hooks from <file>, or remove the second plugin",
	},
	wiring_file_missing: {
		area: 'plugin',
		severity: 'broken',
		means:
			'Settings name a hook file that does not exist. The hook fails at its start, and the calls go through.',
		fix: 'correct the path in <file>',
	},
	wiring_incomplete: {
		area: 'plugin',
		severity: 'broken',
		means: "Settings wire only some of req's hooks. The gates need all of them.",
		fix: 'wire the missing events in <file> as hooks/hooks.json does, or use the plugin',
	},
} as const satisfies Readonly<Record<string, Explained>>;
