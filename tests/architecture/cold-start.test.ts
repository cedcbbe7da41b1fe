import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { runInThisContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

interface Meta {
	readonly inputs: Readonly<Record<string, { readonly imports: readonly Import[] }>>;
	readonly outputs: Readonly<Record<string, Output>>;
}

interface Import {
	readonly path: string;
	readonly kind: string;
	readonly external?: boolean;
}

interface Output {
	readonly entryPoint?: string;
	readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>>;
}

const { inputs, outputs }: Meta = JSON.parse(readFileSync('dist/meta.json', 'utf8'));

/** Bytes of code evaluated before a hook, or the status line, does anything: spend them knowingly. */
const BUDGET: Readonly<Record<string, number>> = {
	statusline: 120_000,
	'session-start': 147_300,
	'user-prompt-submit': 105_000,
	'user-prompt-expansion': 119_500,
	'pre-tool-use': 156_000,
	'post-tool-use': 151_700,
	'post-tool-use-failure': 150_500,
	stop: 149_700,
	'subagent-stop': 105_000,
	'pre-compact': 105_000,
	'post-compact': 105_000,
	'session-end': 114_900,
	// Started by git, where a branch gets a commit that no other one has, and somebody is there whom the config may hold.
	// Read by every client, and hashed where it asks whose extension this is.
};

/** What no hook may load before it knows that it needs it. */
const HEAVY = [
	...['yaml', 'simple-git', 'proper-lockfile', 'graceful-fs', 'unbash', 'commander'],
	'zod',
];
/** Built-ins that cost nothing, because Node has loaded them anyway. `node:crypto` would be 2.5 ms. */
const FREE = ['node:fs', 'node:os', 'node:path'];

/** Of a module whose exports nobody uses the bundler leaves a shell of fewer bytes. */
const EMPTIED = 100;

/** The sources that are evaluated before the first line of an entry runs: those it imports statically. */
function eagerSources(entry: string): readonly string[] {
	const seen = new Set<string>();
	const visit = (source: string) => {
		if (seen.has(source)) return;
		seen.add(source);
		for (const { path, external } of staticImports(source)) if (external !== true) visit(path);
	};
	visit(entry);
	return [...seen];
}

function staticImports(source: string): readonly Import[] {
	return (inputs[source]?.imports ?? []).filter(({ kind }) => kind === 'import-statement');
}

function entryOf(name: string): string {
	return name === 'statusline' ? 'src/cli/statusline.ts' : `hooks/${name}.ts`;
}

function useCaseOf(name: string): string {
	return name === 'statusline' ? 'src/commands/run-statusline.ts' : `src/app/hooks/${name}.ts`;
}

function loadedBy(name: string) {
	const entry = entryOf(name);
	const bundle =
		Object.values(outputs).find(({ entryPoint }) => entryPoint === entry)?.inputs ?? {};
	const bytesOf = (source: string) => bundle[source]?.bytesInOutput ?? 0;
	const sources = eagerSources(entry).filter((source) => bytesOf(source) > EMPTIED);
	const outside = sources
		.flatMap(staticImports)
		.flatMap(({ path, external }) => (external === true ? [path] : []));
	return {
		bytes: sources.reduce((sum, source) => sum + bytesOf(source), 0),
		files: [...sources, ...outside.flatMap(sourcesOfBundle)],
		builtIns: outside.filter((path) => !path.startsWith('./')),
	};
}

/** What stands in a bundle beside the hooks', as they name it: `./yaml-ABCDEFGH.cjs`. */
function sourcesOfBundle(path: string): readonly string[] {
	return Object.keys(outputs[path.replace('./', 'dist/code/')]?.inputs ?? {});
}

function heavyIn(files: readonly string[]): string[] {
	return files.filter((file) => HEAVY.some((name) => file.includes(`node_modules/${name}/`)));
}

it('has a budget for every hook that is built', () => {
	const built = Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
	const hooks = built.filter((entry) => entry.startsWith('hooks/'));
	expect([...hooks, entryOf('statusline')].sort()).toEqual(Object.keys(BUDGET).map(entryOf).sort());
});

it('the command line loads nothing before it knows that it draws no status line', () => {
	const entry = Object.entries(outputs).find(([path]) => path === 'dist/cli/req.mjs')?.[1];
	// Which Node it is has to be asked before anything else is loaded; it stands in the same file.
	const own = ['src/runtime/old-node.ts', 'src/cli/req.ts'];
	expect(Object.keys(entry?.inputs ?? {})).toEqual(own);
	expect(own.flatMap(staticImports).map(({ path }) => path)).toEqual(['src/runtime/old-node.ts']);
});

/** Our files that are evaluated with these. What hooks evaluate is counted where they run: tests/contract/evaluated-files.test.ts. */
function oursOf(entries: readonly string[]): ReadonlySet<string> {
	const all = entries.flatMap(eagerSources);
	return new Set(all.filter((source) => /^(src|hooks)\//.test(source)));
}

/** Our files that `req status` evaluates before it does anything; many of them are adapters behind `live-ports.ts`. */
const STATUS_FILES = 69;

describe('req status', () => {
	const started = ['src/cli/req.ts', 'src/cli/main.ts', 'src/commands/status.ts'];

	it(`evaluates at most ${STATUS_FILES} of our files`, () => {
		expect(oursOf(started)).toContain('src/runtime/live-ports.ts');
		expect(oursOf(started).size).toBeLessThanOrEqual(STATUS_FILES);
	});

	it('declares and renders no other command', () => {
		const commands = [...oursOf(started)].filter((source) => source.startsWith('src/commands/'));
		const shared = ['command', 'layout', 'paint', 'table', 'tree'];
		const allowed = [...shared, 'status'].map((name) => `src/commands/${name}.ts`);
		expect(commands.filter((source) => !allowed.includes(source))).toEqual([]);
	});

	it('would see a command that loads another', () => {
		expect(
			oursOf([...started, 'src/commands/run.ts', 'src/commands/init.ts']).size,
		).toBeGreaterThan(STATUS_FILES);
	});
});

it('the command line loads what only init asks with nothing else', () => {
	const entries = Object.keys(inputs).filter((source) =>
		/^src\/(cli\/main|commands\/(?!init-dialogue))/.test(source),
	);
	const onlyInit = (source: string) => /node_modules\/(@clack|jsonc-parser)\//.test(source);
	expect(entries).toContain('src/commands/status.ts');
	expect(Object.keys(inputs).filter(onlyInit).length).toBeGreaterThan(1);
	expect(entries.flatMap(eagerSources).filter(onlyInit)).toEqual([]);
});

describe.each(Object.entries(BUDGET))('%s', (name, budget) => {
	const { bytes, files, builtIns } = loadedBy(name);

	it(`loads at most ${budget} bytes before it runs (${bytes})`, () => {
		expect(files).toContain(useCaseOf(name));
		expect(bytes).toBeLessThanOrEqual(budget);
	});

	it('loads none of the heavy packages before it runs', () => {
		expect(heavyIn(files)).toEqual([]);
	});

	it('loads no built-in that Node has not loaded anyway', () => {
		expect(builtIns.filter((one) => !FREE.includes(one))).toEqual([]);
	});
});

it('would see a heavy package: some bundle holds each of them', () => {
	const everything = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
	const found = heavyIn(everything).join('\n');
	const bundled = HEAVY.filter((name) => !name.startsWith('zod/'));
	expect(bundled.filter((name) => !found.includes(`node_modules/${name}/`))).toEqual([]);
});

/** What reading a line loads, in the built bundle that hooks load for it. */
function loadedToRead(line: string): readonly string[] {
	const name = readdirSync('dist/code').find((file) => /^shell-line-.*\.cjs$/.test(file));
	const path = resolve('dist/code', name ?? '');
	const require = createRequire(path);
	const loaded: string[] = [];
	const load = (id: string): unknown => {
		loaded.push(id);
		return id.startsWith('./') ? exportsOf(resolve('dist/code', id)) : require(id);
	};
	const exportsOf = (bundle: string) => {
		const module = { exports: {} };
		runInThisContext(readFileSync(bundle, 'utf8'))(module, load, bundle);
		return module.exports as { readonly parseCommand: (source: string) => unknown };
	};
	const { parseCommand } = exportsOf(path);
	parseCommand(line);
	return loaded;
}

it.each([
	['npm test', 0],
	['git commit -m "Add login"', 0],
	['cd web && npm test', 1],
])('a line whose words are plain is read without the parser: %s', (line, expected) => {
	const parsers = new Set(loadedToRead(line).filter((id) => id.includes('unbash')));
	expect(parsers.size).toBe(expected);
});
