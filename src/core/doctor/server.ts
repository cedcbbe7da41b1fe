import { SERVER } from '../../host/hook-tool.ts';
import { elements, member, textIn } from '../../store/foreign-json.ts';
import { oneLine } from '../text/one-line.ts';
import { substituted } from './hook-commands.ts';
import { isOn, marketplaceOf, type PluginFacts } from './plugin.ts';
import { decided, type JsonFile, type SettingsFile } from './settings.ts';

/** What decides whether Claude Code starts the server of a plugin. */
export interface ServerFacts {
	/** The directory that sessions start in, and the root of its repository. */
	readonly folders: readonly string[];
	/** The weakest first. */
	readonly settings: readonly SettingsFile[];
	readonly plugins: readonly PluginFacts[];
	/** Our hooks that settings wire: these have no server. */
	readonly wired: readonly unknown[];
	/** The client's own `.claude.json`. */
	readonly clientState: JsonFile;
	/** Whether the server answers the hooks of the session this runs in; `undefined` outside a session with hooks of ours. */
	readonly hasServer: boolean | undefined;
}

/** The command line of the server that a plugin's manifest names; `undefined`: it has none. */
export function serverCommand({
	manifest,
	root,
}: Pick<PluginFacts, 'manifest' | 'root'>): readonly string[] | undefined {
	const server = member(member(manifest.json, 'mcpServers'), SERVER.name);
	const command = textIn(server, 'command');
	if (command === undefined) return undefined;
	const words = [command, ...elements(member(server, 'args')).map(String)];
	return words.map((word) => substituted(word, { CLAUDE_PLUGIN_ROOT: root }));
}

/** Why Claude Code starts no server, or has none now. The hooks start Node then, so the gates hold. */
export function serverNotes(facts: ServerFacts): string[] {
	const on = facts.plugins.filter(isOn);
	const barred = on.flatMap((plugin) => {
		const command = serverCommand(plugin);
		const why = command === undefined ? undefined : obstacle(command, facts);
		if (why === undefined) return [];
		const other = `claude plugin install ${SERVERLESS}@${marketplaceOf(plugin.id)}`;
		return [
			`Claude Code does not start the plugin's server (${oneLine(why)}), so each hook starts Node; \`${other}\` is the plugin for such places`,
		];
	});
	if (barred.length > 0 || facts.hasServer !== false) return barred;
	const hasNone =
		facts.wired.length > 0 || on.some((plugin) => serverCommand(plugin) === undefined);
	return hasNone ? [] : [NO_SERVER];
}

const NO_SERVER =
	'no server of req answers the hooks of this session, so each hook starts Node: `--strict-mcp-config` or a policy forbids it, or it failed (see `/mcp`)';
/** The marketplace's entry for the plugin without a server. */
const SERVERLESS = 'req-processes';

/** The setting that forbids the server (docs/notes/claude-code/installation.md); `undefined`: none. */
function obstacle(
	command: readonly string[],
	{ settings, folders, clientState }: ServerFacts,
): string | undefined {
	const isOurCommand = (entry: unknown) =>
		elements(member(entry, 'serverCommand')).join('\0') === command.join('\0');
	const isOurName = (entry: unknown) => textIn(entry, 'serverName') === SERVER.inHooks;
	const denied = settings.find(({ json }) =>
		elements(member(json, 'deniedMcpServers')).some((one) => isOurName(one) || isOurCommand(one)),
	);
	if (denied !== undefined) return `deniedMcpServers in ${denied.path}`;
	const managed = settings.filter(({ layer }) => layer === 'managed');
	const isManagedOnly = decided(managed, 'allowManagedMcpServersOnly')?.value === true;
	const lists = (isManagedOnly ? managed : settings).filter(({ json }) =>
		Array.isArray(member(json, 'allowedMcpServers')),
	);
	// Claude Code refuses an allowed name with a colon, which the names of plugins' servers have.
	const isAllowed =
		lists.length === 0 ||
		lists.some(({ json }) => elements(member(json, 'allowedMcpServers')).some(isOurCommand));
	if (!isAllowed) return `allowedMcpServers in ${lists.map(({ path }) => path).join(', ')}`;
	const projects = member(clientState.json, 'projects');
	const isSwitchedOff = folders.some((folder) =>
		elements(member(member(projects, folder), 'disabledMcpServers')).includes(SERVER.inHooks),
	);
	return isSwitchedOff ? 'switched off in /mcp' : undefined;
}
