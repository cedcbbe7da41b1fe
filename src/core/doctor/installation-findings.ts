import { INSTALL_COMMAND, installReq } from '../setup/marketplace.ts';
import type { Explained } from './explained.ts';

const NEWER_CLIENT =
	'`claude install` gets the native client, which needs no Node; from npm, `npm install -g @anthropic-ai/claude-code` under Node 22 or later; a client that is native already: `claude update`';

/** Every finding of `req doctor` that is about the client, its settings and the plugin. */
export const INSTALLATION = {
	node_missing: {
		area: 'programs',
		severity: 'broken',
		means:
			'The client starts hooks with `node`. Where it finds none, every gate is off and nothing says so.',
		fix: 'put Node 20.12 or later on the PATH that claude is started with',
	},
	node_old: {
		area: 'programs',
		severity: 'broken',
		means: 'Hooks are built for Node 20.12 and later; an older one stops at their first line.',
		fix: 'put Node 20.12 or later first on the PATH that claude is started with',
	},
	git_missing: {
		area: 'programs',
		severity: 'warning',
		means:
			'Branches are read from files of git, but a `branch_size` needs git itself, and so do some repositories.',
		fix: 'install git',
	},
	client_missing: {
		area: 'programs',
		severity: 'warning',
		means:
			'No `claude` is on the PATH, so its version is unknown. One that an editor brings along works too.',
		fix: 'install Claude Code, or put it on the PATH',
	},
	client_old: {
		area: 'programs',
		severity: 'broken',
		means:
			'Before 2.1.139 the client cannot start hooks that name a program and its arguments: every gate is off.',
		fix: NEWER_CLIENT,
	},
	client_untested: {
		area: 'programs',
		severity: 'warning',
		means:
			'Before 2.1.214 hooks are not told the process of their client, so a crashed session is noticed late. npm under Node 20 installs 2.1.197, the last client that it takes there.',
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
		means: 'The client makes the folder CLAUDE_CONFIG_DIR names, and knows no plugin there.',
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
			'Neither the plugin nor settings bring the hooks to the client. (`claude --plugin-dir` would; it leaves no trace until a session runs.)',
		fix: `\`claude plugin marketplace add <own>\`, then \`${INSTALL_COMMAND}\``,
	},
	plugin_not_fetched: {
		area: 'plugin',
		severity: 'broken',
		means: 'Settings switch the plugin on, but on this machine the client has not installed it.',
		fix: '`claude plugin install <id>`',
	},
	plugin_disabled: {
		area: 'plugin',
		severity: 'broken',
		means:
			'The plugin is installed and switched off. The strongest settings file that names it decides: managed, local, project, user.',
		fix: '`claude plugin enable <id>`, or remove the line from <file>',
	},
	plugin_missing: {
		area: 'plugin',
		severity: 'broken',
		means:
			'The client looks for the plugin in a folder that is not there or holds no plugin. A plugin of a marketplace that is a folder is read from that folder itself.',
		fix: '`claude plugin marketplace update`, or install the plugin again',
	},
	plugin_build_missing: {
		area: 'plugin',
		severity: 'broken',
		means:
			'The plugin is there without its build: every hook dies at its start and the calls go ahead.',
		fix: `a clone: \`npm ci && npm run build\` in <root>; from npm: install it again (\`${installReq('<a built clone>/dist/plugin')}\`)`,
	},
	plugin_incomplete: {
		area: 'plugin',
		severity: 'broken',
		means:
			'Files are missing that hooks need: those hooks die at their start and the calls go ahead.',
		fix: `a clone: \`npm run build\` in <root>; from npm: install it again (\`${installReq('<a built clone>/dist/plugin')}\`)`,
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
		means: 'This `req` and the plugin are of different versions; they share files.',
		fix: 'update the older one',
	},
	marketplace_blocked: {
		area: 'plugin',
		severity: 'broken',
		means:
			'Managed settings do not allow the marketplace the plugin comes from (`strictKnownMarketplaces`, `blockedMarketplaces`).',
		fix: 'ask whoever manages <file> to allow it',
	},
	marketplace_replaced: {
		area: 'plugin',
		severity: 'warning',
		means:
			'Settings of this project name the marketplace of your plugin with another source. Where the folder is trusted, a session start here makes it the source of your plugin everywhere, until one in another project makes yours the source again.',
		fix: 'let <file> and your own settings name one source',
	},
	status_line_missing: {
		area: 'plugin',
		severity: 'warning',
		means:
			'Settings name `req statusline` and the program is not where they look for it: the line stays empty.',
		fix: `\`${installReq('<own>')}\`, or remove \`statusLine\` from <file>`,
	},
	hooks_disabled: {
		area: 'plugin',
		severity: 'broken',
		means:
			'`disableAllHooks` switches every hook off. The strongest settings file that has the key decides.',
		fix: 'remove `disableAllHooks` from <file>',
	},
	managed_hooks_only: {
		area: 'plugin',
		severity: 'broken',
		means:
			'Managed settings run managed hooks only. A plugin that managed settings enable counts as one.',
		fix: 'ask whoever manages <file> to enable the plugin there (`enabledPlugins`)',
	},
	settings_unreadable: {
		area: 'plugin',
		severity: 'broken',
		means:
			'The client ignores a settings file it cannot read as a whole, without a word in print mode.',
		fix: 'mend <file>',
	},
	folder_untrusted: {
		area: 'plugin',
		severity: 'warning',
		means: 'Interactive sessions run no hook before the folder is trusted; `claude -p` does.',
		fix: 'start claude here and answer its question',
	},
	double_run: {
		area: 'plugin',
		severity: 'broken',
		means:
			'The same hooks come from two places, and the client runs both: everything is judged and told twice.',
		fix: 'remove the hooks of req from <file>, or the second plugin',
	},
	wiring_file_missing: {
		area: 'plugin',
		severity: 'broken',
		means:
			'Settings name a hook file that is not there: the hook dies at its start and the calls go ahead.',
		fix: 'correct the path in <file>',
	},
	wiring_incomplete: {
		area: 'plugin',
		severity: 'broken',
		means: 'Settings wire some hooks of req and not all. Gates need each of them.',
		fix: 'wire the missing events in <file> as hooks/hooks.json does, or use the plugin',
	},
} as const satisfies Readonly<Record<string, Explained>>;
