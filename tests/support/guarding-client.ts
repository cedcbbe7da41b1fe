import { register } from '../../hooks/guard.ts';

/** What a client offers the guard. Everything else is as in a session `s` of a plugin in `/plugin`. */
interface Offered {
	/** Files by their paths; the guard writes into them. */
	readonly files: Map<string, string>;
	/** What the hook answers that the guard starts. */
	readonly answer: (event: Readonly<Record<string, unknown>>) => Promise<string> | string;
	readonly configDir?: string;
	readonly cwd?: string;
}

type Call = Readonly<Record<string, unknown>> & {
	readonly tool: string;
	readonly tool_use_id: string;
};
type Registration = Parameters<Parameters<typeof register>[0]>;
type Hook = Registration[2];
type Next = Parameters<Hook>[2];

/** What the client does if nobody stops it. */
const RAN = 'ran';

/** The guard, as it is registered in a client and called by it. */
export function guardingClient({ files, answer, configDir = '/config', cwd = '/p' }: Offered) {
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
		session: { id: async () => 's', cwd: async () => cwd },
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
			run: async (_, init) => ({
				stdout: await answer(JSON.parse(String((init as { stdin?: unknown }).stdin))),
			}),
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
