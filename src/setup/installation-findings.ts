import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SERVER } from '../host/hook-tool.ts';
import { elements, member, textIn } from '../store/foreign-json.ts';
import { isOlder } from '../store/programs.ts';
import { fileNamesIn, readJson, textOrNothing } from '../store/read-file.ts';
import { named, oneLine, typed } from '../text/one-line.ts';
import { at, type FindingTable } from './findings.ts';
import { cloneOf, decided, type Installation, installCommands, serverCommand } from './installation.ts';

/** The oldest Node and Claude Code that `req` supports. */
const OLDEST = { node: '20.12.0', claude: '2.1.300' } as const;

/** Milliseconds. No person notices that each tool call waits for so long. */
const SLOW = 500;

/** What can be wrong with the programs, the plugin, the settings of Claude Code, and the hooks as they run. */
export const INSTALLATION_FINDINGS: FindingTable = {
	node_unusable: {
		severity: 'broken',
		means: 'Claude Code starts the hooks with `node`. Without Node 20.12 or later, every gate is off.',
		fix: 'put Node 20.12 or later first on the PATH that claude is started with',
		find: ({ node }) => {
			if (node === undefined) return { what: '`node` is not on the PATH' };
			const { version, path: file } = node;
			if (version === undefined) return { what: '`node --version` fails', file };
			return isOlder(version, OLDEST.node) && { what: `the hooks run with Node ${version}`, file };
		},
	},
	client_old: {
		severity: 'broken',
		means: 'This Claude Code is older than the oldest one that req supports.',
		fix: 'run `claude update`; if npm installed it, run `npm install -g @anthropic-ai/claude-code`',
		find: ({ claude: { version = OLDEST.claude, path: file } = {} }) =>
			isOlder(version, OLDEST.claude) && {
				what: `Claude Code is ${version}; req needs ${OLDEST.claude} or later`,
				file,
			},
	},
	settings_unreadable: {
		severity: 'broken',
		means: 'If Claude Code cannot read a settings file, it ignores the whole file. In print mode it does so silently.',
		fix: 'correct <file>',
		find: ({ installation: { ignored } }) =>
			ignored.map(({ layer, why, path: file }) => ({ what: `${layer} settings: ${why}`, file })),
	},
	hooks_disabled: {
		severity: 'broken',
		means:
			'`disableAllHooks` switches off every hook, and `allowManagedHooksOnly` those of plugins that managed settings do not enable. The strongest settings file that has the key decides.',
		fix: 'remove `<key>` from <file>, or ask its owner to enable the plugin there (`enabledPlugins`)',
		find: ({ installation: { settings, plugins } }) => {
			const disabled = decided(settings, 'disableAllHooks');
			const what = `${disabled?.by.layer} settings switch off every hook`;
			if (disabled?.value === true) return { what, ...at(disabled.by, 'disableAllHooks') };
			const managed = settings.filter(({ layer }) => layer === 'managed');
			const only = decided(managed, 'allowManagedHooksOnly');
			const isManaged = plugins.some(
				(one) => one.status === 'on' && decided(managed, 'enabledPlugins', one.id)?.value === true,
			);
			if (only?.value !== true || isManaged) return [];
			return { what: 'only managed hooks run here', ...at(only.by, 'allowManagedHooksOnly') };
		},
	},
	plugin_disabled: {
		severity: 'broken',
		means:
			'The plugin is installed but switched off. The strongest settings file that names it decides: managed, then local, project and user.',
		fix: '`claude plugin enable <id>`, or remove the line from <file>',
		find: ({ installation: { plugins, wired, ignored } }) => {
			if (wired.length > 0 || plugins.some(({ status }) => status !== 'off')) return [];
			// A file that is ignored may switch it on.
			const known = plugins.filter(({ switched }) => switched ?? ignored.length === 0);
			return known.map(({ id, switched }) => {
				const what = `no settings switch the plugin ${named(id)} on`;
				if (switched === undefined) return { what, id, file: 'your settings' };
				const { layer } = switched.by;
				return { what: `${layer} settings switch it off`, id, ...at(switched.by, id) };
			});
		},
	},
	plugin_missing: {
		severity: 'broken',
		means:
			'Settings switch the plugin on, but Claude Code finds none: it is not installed on this machine, or the clone that it came from was moved or deleted.',
		fix: 'move the folder back, or run `npm run setup` in the moved clone; of another marketplace: `claude plugin install <id>`',
		find: ({ installation: { plugins } }) =>
			plugins
				.filter(({ status }) => status === 'missing')
				.map(({ id, root, switched }) => {
					const why = root === undefined ? 'it is not installed' : `there is none in ${oneLine(root)}`;
					const where = root === undefined && switched ? at(switched.by, id) : { file: root };
					return { what: `plugin ${named(id)} is on, but ${why}`, id, ...where };
				}),
	},
	plugin_build_missing: {
		severity: 'broken',
		means: 'Files of the build are missing. The hooks fail at their start, and the calls are allowed.',
		fix: '`npm ci && npm run build` in <clone>; of a copy: `claude plugin uninstall <id>`, then `claude plugin install <id>`',
		find: ({ installation: { plugins } }) =>
			plugins
				.filter(({ status }) => status === 'unbuilt')
				.map(({ id, root = '', missing: [file = root, ...more] }) => {
					const rest = more.length === 0 ? '' : `, nor ${more.length} more`;
					return { what: `${oneLine(file)} does not exist${rest}`, file, id, clone: cloneOf(root) };
				}),
	},
	not_installed: {
		severity: 'broken',
		means:
			'Neither a plugin nor settings give Claude Code the hooks. (`claude --plugin-dir` would, but it leaves no trace until a session runs.)',
		fix: '`npm run setup` in the clone of req',
		find: ({ installation: { plugins, wired, ignored }, isSeen }) => {
			if (isSeen || plugins.length + wired.length + ignored.length > 0) return [];
			const fix = installCommands().map(typed).join(', then ');
			return { what: 'no session here runs a hook of req', fix };
		},
	},
	hook_missing: {
		severity: 'broken',
		means: 'Settings name a hook of req whose file does not exist.',
		fix: 'remove the hook from <file>, and install the plugin',
		find: ({ installation: { wired } }) =>
			wired
				.filter(({ script }) => script.startsWith('/') && !script.includes('$') && !existsSync(script))
				.map(({ by, event, script }) => {
					return { what: `${named(event)} starts ${oneLine(script)}`, ...at(by, event) };
				}),
	},
	no_server: {
		severity: 'note',
		means:
			"Claude Code does not run the plugin's server, because settings or `--strict-mcp-config` forbid it, or it failed (`/mcp`). Each hook starts Node instead: the gates hold, and each tool call takes some 80 ms longer (`req doctor --live` measures it).",
		fix: 'if servers are forbidden for good, `npm run setup -- --processes` in the clone, or `claude plugin install req-processes@<marketplace>` in place of the plugin: it has no server, and Claude Code reports none as missing',
		find: ({ installation, session }) => {
			const plugin = installation.plugins.find(({ status }) => status === 'on');
			const command = plugin && serverCommand(plugin);
			if (command === undefined) return [];
			const why = serverObstacle(installation, command);
			const isAbsent = session?.isSeen === true && !session.hasServer;
			if (why === undefined && !isAbsent) return [];
			const what = `no server answers the hooks${why === undefined ? '' : ` (${oneLine(why)})`}`;
			return { what, marketplace: plugin?.id.split('@')[1] };
		},
	},
	folder_untrusted: {
		severity: 'warning',
		means: 'Interactive sessions run no hooks until you trust the folder; `claude -p` runs them.',
		fix: 'start claude here and answer its question about trust',
		find: ({ installation }) => {
			if (installation.isTrusted !== false) return [];
			const [folder = ''] = installation.folders;
			return { what: `${oneLine(folder)} is not trusted`, ...at(installation.clientState, folder) };
		},
	},
	plugin_module: {
		severity: 'note',
		means:
			'A plugin loads a module into Claude Code. A module can change or answer a call before a hook sees it, and `req` does not check what it does.',
		fix: 'if you do not know the plugin, remove it: `claude plugin list`, or its folder',
		find: ({ installation, context: { configDir }, place }) => {
			const parents = ['skills', 'dev-mods'].map((name) => join(configDir, name));
			const folders = [...parents, join(place.root, '.claude/skills')].flatMap((parent) =>
				fileNamesIn(parent).map((name) => join(parent, name)),
			);
			return [...installation.enabledRoots, ...folders].flatMap(modulesIn).map((file) => {
				const text = textOrNothing(file, MAX_MODULE);
				const events = new Set([...text.matchAll(EVENT)].map(([, event = '']) => event));
				const which = events.size === 0 ? 'it names no event' : [...events].sort().join(', ');
				return { what: `a plugin loads a module: ${oneLine(which)}`, file };
			});
		},
	},
	live_failed: {
		severity: 'broken',
		means:
			'A hook is missing, crashed, took longer than its time limit, or gave a wrong answer. Claude Code allows the call.',
		fix: 'read what the hook printed and look for what disturbs it: NODE_OPTIONS, a wrapper around node, a memory limit, a slow disk; otherwise build or install the plugin again',
		find: ({ live }) => (live?.troubles ?? []).map(({ what, event: key }) => ({ what, key })),
	},
	live_slow: {
		severity: 'warning',
		means: 'A hook takes more than half a second, which delays every tool call.',
		fix: 'find what slows `node` down: NODE_OPTIONS, NODE_EXTRA_CA_CERTS, a virus scanner',
		find: ({ live }) =>
			(live?.times ?? [])
				.map((time) => ({ ...time, slowest: time.server_ms ?? time.ms }))
				.filter(({ slowest }) => slowest > SLOW)
				.map(({ what, event: key, slowest }) => ({
					what: `${what}: ${slowest} ms`,
					key,
				})),
	},
};

/** What forbids a server (docs/notes/claude-code/installation.md); `undefined` if nothing does. */
function serverObstacle(
	{ settings, folders, clientState }: Installation,
	command: readonly string[],
): string | undefined {
	const isOurCommand = (entry: unknown) => elements(member(entry, 'serverCommand')).join('\0') === command.join('\0');
	const isOurs = (entry: unknown) => textIn(entry, 'serverName') === SERVER.inHooks || isOurCommand(entry);
	const denying = settings.find(({ json }) => elements(member(json, 'deniedMcpServers')).some(isOurs));
	if (denying !== undefined) return `deniedMcpServers in ${denying.path}`;
	// An allowed name has no colon, and those of plugin servers do.
	const allowed = decided(settings, 'allowedMcpServers');
	const lists = settings.map(({ json }) => member(json, 'allowedMcpServers'));
	const isAllowed = lists.flatMap(elements).some(isOurCommand);
	if (allowed !== undefined && !isAllowed) return `allowedMcpServers in ${allowed.by.path}`;
	const isSwitchedOff = folders.some((folder) => {
		const project = member(member(clientState.json, 'projects'), folder);
		return elements(member(project, 'disabledMcpServers')).includes(SERVER.inHooks);
	});
	return isSwitchedOff ? 'switched off in /mcp' : undefined;
}

/** An event that the text of a module names. */
const EVENT = /\bon\s*\(\s*["'`]([\w.*!]{1,100})["'`]/g;
const MAX_MODULE = 1024 * 1024;

/** The modules of the plugin in a folder (docs/notes/claude-code/mods.md). */
function modulesIn(folder: string): readonly string[] {
	const manifest = readJson(join(folder, '.claude-plugin/plugin.json')).json;
	const hooks = [member(manifest, 'hooks')].flat().filter((path) => typeof path === 'string');
	return ['hooks/hooks.json', ...hooks].flatMap((path) => {
		const file = resolve(folder, path);
		const names = elements(member(readJson(file).json, 'modules'));
		return names.map((name) => resolve(dirname(file), String(name)));
	});
}
