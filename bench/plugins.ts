import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeIn } from '../tests/support/git-repo.ts';

/** What a plugin's hooks.json holds, by event. */
type Wiring = Readonly<Record<string, readonly { readonly hooks: readonly Hook[] }[]>>;

interface Hook {
	readonly type: string;
	readonly command?: string;
	readonly args?: readonly string[];
	readonly async?: boolean;
}

/** How manifests name the plugin's folder. */
export const PLUGIN_ROOT = '$'.concat('{CLAUDE_PLUGIN_ROOT}');

const [MANIFEST, HOOKS] = ['.claude-plugin/plugin.json', 'hooks/hooks.json'];
const IDLE: Hook = { type: 'command', command: 'node', args: [`${PLUGIN_ROOT}/empty.cjs`] };
/** Answers what Claude Code asks at the start, and has no tool. */
const SERVER = `require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
	const { id, method, params } = JSON.parse(line);
	const { protocolVersion } = params ?? {};
	const serverInfo = { name: 'bare', version: '1.0.0' };
	const answer = {
		initialize: { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } },
		'tools/list': { result: { tools: [] } },
	}[method] ?? { error: { code: -32601, message: 'Method not found' } };
	if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});
`;

/** The hooks that a plugin wires. */
export function wiringOf(plugin: string): Wiring {
	return JSON.parse(readFileSync(join(plugin, HOOKS), 'utf8')).hooks;
}

/**
 * Writes a plugin to compare with: at each place of `wiring` a Node hook that does nothing, and a bare server
 * if `server` is set.
 *
 * @param from a plugin to copy all else from
 * @returns the folder
 */
export function writePlugin(
	folder: string,
	{ from, wiring, server }: { from?: string; wiring?: Wiring; server?: boolean },
): string {
	if (from !== undefined) cpSync(from, folder, { recursive: true });
	const bare = { command: 'node', args: [`${PLUGIN_ROOT}/server.cjs`] };
	const mcpServers = server === true ? { bare } : undefined;
	const named = from === undefined ? { name: 'other' } : JSON.parse(readFileSync(join(from, MANIFEST), 'utf8'));
	const hooks = Object.entries(wiring ?? {}).map(([event, groups]) => {
		return [event, groups.map((group) => ({ ...group, hooks: [IDLE] }))];
	});
	writeIn(folder, MANIFEST, JSON.stringify({ ...named, mcpServers }));
	writeIn(folder, HOOKS, JSON.stringify({ hooks: Object.fromEntries(hooks) }));
	writeIn(folder, 'empty.cjs', '');
	writeIn(folder, 'server.cjs', SERVER);
	return folder;
}
