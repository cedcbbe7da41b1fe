import { register } from '../../hooks/guard.ts';

/** What a client offers the guard. */
interface Offered {
	/** Files by their paths; the guard writes into them. */
	readonly files: {
		readonly get: (path: string) => string | undefined;
		readonly set: (path: string, text: string) => unknown;
	};
	/** What the hook prints that the guard starts, and gives so many milliseconds. */
	readonly answer: (
		event: Readonly<Record<string, unknown>>,
		ms: number,
	) => Promise<string> | string;
	readonly configDir?: string;
	readonly cwd?: string;
	readonly session?: string;
}

type Call = Readonly<Record<string, unknown>> & {
	readonly tool: string;
	readonly tool_use_id: string;
};
type Registration = Parameters<Parameters<typeof register>[0]>;
type Hook = Registration[2];
type Next = Parameters<Hook>[2];

/** What a call answers that nobody stops. */
export const RAN = 'ran';

/** The guard, as it is registered in a client and called by it. */
export function guardingClient({
	files,
	answer,
	configDir = '/config',
	cwd = '/p',
	session = 's',
}: Offered) {
	const hooks = new Map<string, { matcher: object; hook: Hook; caught?: Hook }>();
	register((event, matcher, hook) => {
		const one: { matcher: object; hook: Hook; caught?: Hook } = { matcher, hook };
		hooks.set(event, one);
		return {
			catch: (caught) => {
				one.caught = caught;
			},
		};
	});
	const registered = (event: string) => {
		const found = hooks.get(event);
		if (found === undefined) throw new Error(`the guard does not stand on ${event}`);
		return found;
	};
	const engine: Parameters<Hook>[0] = {
		plugin: { root: '/plugin' },
		session: { id: async () => session, cwd: async () => cwd },
		env: { get: async (name) => (name === 'CLAUDE_CONFIG_DIR' ? configDir : undefined) },
		fs: {
			read: async (path) => {
				const text = files.get(path);
				if (text === undefined) throw new Error(`ENOENT ${path}`);
				return text;
			},
			write: async (path, text) => {
				files.set(path, text);
			},
		},
		process: {
			run: async (_, init) => {
				const { stdin, timeoutMs } = init as { stdin: string; timeoutMs: number };
				return { stdout: await answer(JSON.parse(stdin), timeoutMs) };
			},
			hookEnv: async () => ({}),
		},
	};
	/** Raised by an extension of that name; `engine`: by a person. */
	const nextOf = (plugin: string, called: boolean): Next =>
		Object.assign(async () => RAN, { called, origin: { plugin } });
	return {
		matcher: (event: string) => registered(event).matcher as { readonly tool?: RegExp },
		call: async (call: Call) => registered('tool.run').hook(engine, call, nextOf('engine', false)),
		command: async (from: string) =>
			registered('command.run').hook(engine, {}, nextOf(from, false)),
		/** What the client does with a hook that threw, before or after it had called `next`. */
		failed: async (event: string, called: boolean) =>
			registered(event).caught?.(engine, {}, nextOf('other', called)),
	};
}
