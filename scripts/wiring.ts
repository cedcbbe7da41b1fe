import { type HookEventName, type HookEventRow, hookEvents } from '../src/host/hook-events.ts';
import { HOOK_ARGUMENTS, HOOK_TOOL, SERVER } from '../src/host/hook-tool.ts';

const ROOT = '$'.concat('{CLAUDE_PLUGIN_ROOT}');
const PROJECT = '$'.concat('{CLAUDE_PROJECT_DIR}');

type Row = HookEventRow & { readonly name: HookEventName };
type Run = Row['runs'][number];

/** A program and its arguments, started without a shell. */
interface Started {
	readonly type: 'command';
	readonly command: string;
	readonly args: readonly string[];
}

const start = (command: string, ...files: readonly string[]): Started => ({
	type: 'command',
	command,
	args: files.map((file) => `${ROOT}/${file}`),
});

const ASK_SERVER = {
	type: 'mcp_tool',
	server: SERVER.inHooks,
	tool: HOOK_TOOL.name,
	input: HOOK_ARGUMENTS,
} as const;

/** The hook process of an event: at once, or only if no server answers. */
function processOf({ name, entry }: Row, hasServer: boolean): Started {
	// Without a build there is no entry; the launcher says so.
	if (name === 'SessionStart') return start('sh', 'hooks/session-start.sh', 'hooks/launch.cjs');
	const file = `dist/hooks/${entry}.cjs`;
	return hasServer ? start('sh', 'hooks/no-server.sh', file) : start('node', file);
}

/** `hooks/hooks.json`: what the plugin brings along; without the server, every event starts its hook process. */
export function pluginWiring({ withServer }: { readonly withServer: boolean }): object {
	return {
		description:
			'Holds edits, commits and stops on unmet requirements; remembers what satisfied them and what each session did.',
		hooks: wired((event, run) => {
			const hasServer = withServer && event.byServer;
			const { timeout } = event;
			const asked = hasServer ? [{ ...ASK_SERVER, timeout }] : [];
			if (run.onlyServer) return asked;
			const started = {
				...processOf(event, hasServer),
				timeout,
				...(run.async ? { async: true } : {}),
			};
			return [...asked, started];
		}),
	};
}

/** `.claude/settings.dev.json`: the sources in place of the build, which take longer. */
export function devWiring(): object {
	const loader = ['--import', `${PROJECT}/node_modules/tsx/dist/loader.mjs`];
	return {
		hooks: wired(({ entry, timeout }, run) => {
			if (run.onlyServer) return [];
			const args = [...loader, `${PROJECT}/hooks/${entry}.ts`];
			const started = { type: 'command', command: 'node', args, timeout: timeout + 20 };
			return [{ ...started, ...(run.async ? { async: true } : {}) }];
		}),
	};
}

function wired(hooksOf: (event: Row, run: Run) => readonly object[]): object {
	return Object.fromEntries(
		hookEvents.map((event) => {
			const groups = event.runs.map((run) => ({
				...(run.tools === undefined ? {} : { matcher: run.tools.join('|') }),
				hooks: hooksOf(event, run),
			}));
			return [event.name, groups.filter(({ hooks }) => hooks.length > 0)];
		}),
	);
}
