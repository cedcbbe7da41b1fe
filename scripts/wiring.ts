import { HOOKS } from '../src/events/all-hooks.ts';
import type { Hook, Run } from '../src/events/hook.ts';
import { HOOK_TOOL, hookArguments, SERVER } from '../src/host/hook-tool.ts';

const ROOT = '$'.concat('{CLAUDE_PLUGIN_ROOT}');
const PROJECT = '$'.concat('{CLAUDE_PROJECT_DIR}');

type Row = Pick<Hook<unknown>, 'event' | 'about' | 'identity'> & {
	/** The name of its file. */
	readonly entry: keyof typeof HOOKS;
	readonly fields: Hook<unknown>['input']['shape'];
	readonly runs: readonly Run[];
	readonly timeout: number;
};

/** Every event that req answers, with what its file leaves to the usual. */
export const hookRows: readonly Row[] = Object.entries(HOOKS).map(([entry, hook]) => ({
	...(hook as Hook<unknown>),
	entry: entry as keyof typeof HOOKS,
	fields: hook.input.shape,
	runs: hook.runs ?? [{}],
	timeout: hook.timeout ?? 10,
}));

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

/** The hook process of an event: at once, or only if no server answers. */
function processOf({ event, entry }: Row, hasServer: boolean): Started {
	// Without a build there is no entry; the launcher says so.
	if (event === 'SessionStart') return start('sh', 'hooks/session-start.sh', 'hooks/launch.cjs');
	const file = `dist/hooks/${entry}.cjs`;
	return hasServer ? start('sh', 'hooks/no-server.sh', file) : start('node', file);
}

/** `hooks/hooks.json`: what the plugin brings along; without the server, every event starts its hook process. */
export function pluginWiring({ withServer }: { readonly withServer: boolean }): object {
	return {
		description:
			'Holds edits, commits and stops on unmet requirements; remembers what satisfied them and what each session did.',
		hooks: wired((row, run) => {
			const hasServer = withServer && row.identity !== undefined;
			const { timeout } = row;
			const input = hookArguments(row.fields);
			const { name: tool } = HOOK_TOOL;
			const ask = { type: 'mcp_tool', server: SERVER.inHooks, tool, input, timeout };
			const asked = hasServer ? [ask] : [];
			if (run.onlyServer) return asked;
			const started = {
				...processOf(row, hasServer),
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
			const args = [...loader, `${PROJECT}/hooks/dev.ts`, entry];
			const started = { type: 'command', command: 'node', args, timeout: timeout + 20 };
			return [{ ...started, ...(run.async ? { async: true } : {}) }];
		}),
	};
}

function wired(hooksOf: (row: Row, run: Run) => readonly object[]): object {
	return Object.fromEntries(
		hookRows.map((row) => {
			const groups = row.runs.map((run) => ({
				...(run.tools === undefined ? {} : { matcher: run.tools.join('|') }),
				hooks: hooksOf(row, run),
			}));
			return [row.event, groups.filter(({ hooks }) => hooks.length > 0)];
		}),
	);
}
