import {
	type HookEventName,
	type HookEventRow,
	hookEvents,
} from '../src/core/protocol/hook-events.ts';

const ROOT = '$'.concat('{CLAUDE_PLUGIN_ROOT}');
const PROJECT = '$'.concat('{CLAUDE_PROJECT_DIR}');

/** A program and its arguments, started without a shell. */
interface Started {
	readonly type: 'command';
	readonly command: string;
	readonly args: readonly string[];
}

const node = (file: string): Started => ({
	type: 'command',
	command: 'node',
	args: [`${ROOT}/${file}`],
});

/** Tells the user of a client that is too old, or of a missing Node: some other hooks cannot start there. */
const CANNOT_START = {
	type: 'command',
	command: `case "$AI_AGENT" in claude-code_[01]-* | claude-code_2-0-* | claude-code_2-1-?_* | claude-code_2-1-??_* | claude-code_2-1-[12]??_*) echo '{"systemMessage":"req: the gates may be off: this Claude Code is older than 2.1.300, the oldest that req supports. Run: claude update"}' ;; *) command -v node >/dev/null || echo '{"systemMessage":"req: the gates are off: there is no node on the PATH. Install Node 20.12 or later, and start claude again"}' ;; esac`,
	timeout: 5,
};

/** What stands beside our own hook of an event. */
const BESIDES: Partial<Record<HookEventName, readonly object[]>> = {
	SessionStart: [CANNOT_START],
};

/** `hooks/hooks.json`: what the plugin brings along. */
export function pluginWiring(): object {
	return {
		description:
			'Holds edits, commits and stops on unmet requirements; remembers what satisfied them and what each session did.',
		hooks: wired((event) => {
			// Without a build there is no entry; the launcher says so.
			const isFirst = event.name === 'SessionStart';
			const file = isFirst ? 'hooks/launch.cjs' : `dist/hooks/${event.entry}.cjs`;
			const besides = BESIDES[event.name] ?? [];
			return { root: ROOT, own: node(file), timeout: event.timeout, besides };
		}),
	};
}

/** `.claude/settings.dev.json`: the sources in place of the build, which take longer. */
export function devWiring(): object {
	const loader = ['--import', `${PROJECT}/node_modules/tsx/dist/loader.mjs`];
	return {
		hooks: wired(({ entry, timeout }) => ({
			root: PROJECT,
			own: { type: 'command', command: 'node', args: [...loader, `${PROJECT}/hooks/${entry}.ts`] },
			timeout: timeout + 20,
			besides: [],
		})),
	};
}

type Row = HookEventRow & { readonly name: HookEventName };

/** How one event is answered. `root`: of this package. */
interface Answer {
	readonly root: string;
	readonly own: Started;
	readonly timeout: number;
	readonly besides: readonly object[];
}

function wired(answerOf: (event: Row) => Answer): object {
	return Object.fromEntries(
		hookEvents.map((event) => {
			const { root, own, timeout, besides } = answerOf(event);
			const groups = event.runs.map(({ tools, beside, by }) => {
				const started = by === undefined ? own : startedBy(`${root}/hooks/${by}`, own);
				const hook = { ...started, timeout, ...(beside ? { async: true } : {}) };
				return {
					...(tools === undefined ? {} : { matcher: tools.join('|') }),
					hooks: [hook, ...besides],
				};
			});
			return [event.name, groups];
		}),
	);
}

function startedBy(script: string, { type, command, args }: Started): Started {
	return { type, command: 'sh', args: [script, command, ...args] };
}
