import { execFileSync } from 'node:child_process';
import {
	chmodSync,
	cpSync,
	existsSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { basename } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { hookEvents } from '../src/core/protocol/hook-events.ts';
import { BUNDLE_END, isCompared } from '../src/runtime/bytecode.ts';
import { licencesOf } from './licences.ts';
import { asPackage } from './marketplace.ts';

/** Packages that few calls need. Each is a bundle of its own, which a hook loads when it comes to it. */
const RARE_PACKAGES = ['proper-lockfile', 'simple-git', 'unbash', 'yaml'];

/**
 * Our own code that few calls need, in the same way: what compiles configs, parses command lines, inherits, judges runs
 * of tests and MCP calls, compares the words of lessons and finds secrets. V8 reads all bytecode of a bundle, whether it runs or not.
 */
const RARE_SOURCES = [
	'src/adapters/compile-sources.ts',
	'src/adapters/git.ts',
	'src/adapters/looks.ts',
	'src/app/bypass.ts',
	'src/app/calls/shell-line.ts',
	'src/app/continuity/inherit-at-start.ts',
	'src/app/proving.ts',
	'src/app/protection/mcp-attempts.ts',
	'src/app/settle-bypasses.ts',
	'src/core/lesson/choose-lessons.ts',
	'src/core/redact/redact.ts',
	'src/core/written-files/mcp-calls.ts',
];

/**
 * What is remembered of sessions and told of it: few calls of tools need it, so it
 * stands beside the hooks of tools, and in all others.
 */
const NO_TOOL_SOURCES = [
	'src/app/continuity/tell-lessons.ts',
	...['bundle-store', 'event-store', 'record-store', 'task-store'].map(
		(name) => `src/adapters/${name}.ts`,
	),
];

const shared = {
	bundle: true,
	platform: 'node',
	target: 'node20',
	minifySyntax: true,
	minifyWhitespace: true,
	// All licences stand in one file, dist/LICENSES.txt.
	legalComments: 'none',
	metafile: true,
} as const satisfies BuildOptions;

/**
 * proper-lockfile works through the file functions we hand it, and a lock whose owner is gone is broken
 * anyway (D8): what it loads and registers for other users would cost every writing hook 3.5 ms.
 */
const leanLock: Plugin = {
	name: 'lean-lock',
	setup: ({ onLoad, onResolve }) => {
		onResolve({ filter: /^graceful-fs$/ }, () => ({ path: 'node:fs', external: true }));
		onLoad({ filter: /node_modules\/signal-exit\/index\.js$/ }, () => ({
			contents: 'module.exports = () => () => {};',
		}));
	},
};

/** A bundle gets its `require` from its starter; to load `node:module` for another one takes every hook 0.25 ms. */
const ownRequire: Plugin = {
	name: 'own-require',
	setup: ({ onLoad, onResolve }) => {
		onResolve({ filter: /^node:module$/ }, ({ path }) => ({ path, namespace: 'own-require' }));
		onLoad({ filter: /./, namespace: 'own-require' }, () => ({
			contents: 'export const createRequire = () => require;',
		}));
	},
};

/** The parser is loaded when a line is parsed: of most lines the words are plain (words.ts). */
const lateParser: Plugin = {
	name: 'late-parser',
	setup: ({ onLoad, onResolve }) => {
		onResolve({ filter: /^unbash$/, namespace: 'file' }, ({ path }) => ({
			path,
			namespace: 'late-parser',
		}));
		onLoad({ filter: /./, namespace: 'late-parser' }, () => ({
			contents: ['parse', 'forEachChild']
				.map((name) => `export const ${name} = (...given) => require('unbash').${name}(...given);`)
				.join('\n'),
		}));
	},
};

/** Built beside `dist`, which hooks of other processes may be running, and put in its place at the end. */
const out = `dist.${process.pid}.tmp`;
const plugin = `dist.${process.pid}.plugin.tmp`;

/** One file per entry, for `start-hook.ts` to run. The hash ties bytecode to the text it was made from. */
const bundles = {
	...shared,
	outdir: `${out}/code`,
	outExtension: { '.js': '.cjs' },
	entryNames: '[name]-[hash]',
	format: 'cjs',
	define: { 'import.meta.url': '__filename', 'import.meta.filename': '__filename' },
	// `import()` of a rare package has to become `require`, which is ours.
	supported: { 'dynamic-import': false },
	// A `BundleFunction`, strict as the modules are that it is made of. Wrapped here, because every hook would copy its source to do it.
	banner: { js: '(function(module,require,__filename){"use strict";const exports=module.exports;' },
	footer: { js: '})' },
} as const satisfies BuildOptions;

const entriesOf = (needsMemory: boolean) =>
	hookEvents
		.filter((event) => event.needsMemory === needsMemory)
		.map(({ entry }) => `hooks/${entry}.ts`);

/**
 * What `req.mjs` starts, from bytecode as hooks do, by the name that it has there. All commands are one program, which is called
 * `req` too: whoever looks for calls of it goes by the name. The status line is drawn again and again, so it stands alone.
 */
const STARTED_BY_REQ = { req: 'src/cli/start.ts', statusline: 'src/cli/statusline.ts' } as const;

/** It stands beside `req.mjs`. */
const startedBeside: Plugin = {
	name: 'started-beside',
	setup: ({ onResolve }) => {
		for (const [name, source] of Object.entries(STARTED_BY_REQ)) {
			const filter = new RegExp(`^\\./${basename(source, '.ts')}\\.ts$`);
			onResolve({ filter }, () => ({ path: `./${name}.cjs`, external: true }));
		}
	},
};

try {
	const metafile = merged([await buildReq(), await buildCommandLine(), ...(await buildHooks())]);
	writeFileSync(`${out}/LICENSES.txt`, licencesOf(metafile));
	chmodSync(`${out}/cli/req.mjs`, 0o755);
	copyPlugin();
	writeFileSync(`${out}/meta.json`, JSON.stringify(metafile));
	writeBytecode();
	replaceDist();
} finally {
	for (const folder of [out, plugin]) rmSync(folder, { recursive: true, force: true });
}

/**
 * `dist/plugin`: what `npm pack` packs, by the same list, as a folder. The marketplace of a clone names it.
 * Bytecode comes there as it comes to every user: with the first session start.
 */
function copyPlugin(): void {
	const { files }: { files: string[] } = JSON.parse(readFileSync('package.json', 'utf8'));
	const listed = files.filter((name) => !name.startsWith('!'));
	for (const name of ['package.json', 'README.md', 'LICENSE', ...listed]) {
		// What a client lays beside a module that it loads from a clone; `npm pack` leaves it out, too.
		const isOurs = (path: string) => !path.startsWith('.claude-plugin/types');
		cpSync(name === 'dist' ? out : name, `${plugin}/${name}`, { recursive: true, filter: isOurs });
	}
	asPackage(plugin);
	renameSync(plugin, `${out}/plugin`);
}

function writeBytecode(): void {
	const script = `require('./${out}/code/keep-bytecode.cjs').writeMissing()`;
	execFileSync(process.execPath, ['-e', script]);
}

function replaceDist(): void {
	const old = `dist.${process.pid}.old.tmp`;
	if (existsSync('dist')) renameSync('dist', old);
	renameSync(out, 'dist');
	rmSync(old, { recursive: true, force: true });
}

/** `dist/cli/req.mjs`. */
async function buildReq(): Promise<Metafile> {
	const { metafile } = await build({
		...shared,
		entryPoints: ['src/cli/req.ts'],
		outfile: `${out}/cli/req.mjs`,
		format: 'esm',
		plugins: [startedBeside],
	});
	return metafile;
}

/** One bundle of all commands. Each is loaded late in it, and its bytecode holds only the functions that ordinary commands run. */
async function buildCommandLine(): Promise<Metafile> {
	const { metafile } = await build({
		...bundles,
		entryPoints: [{ in: STARTED_BY_REQ.req, out: 'req' }],
		// Its CommonJS build requires its own files by names a bundler cannot follow.
		alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
		plugins: [ownRequire],
	});
	for (const name of outputNames(metafile)) await buildStarter(name);
	return metafile;
}

async function buildHooks(): Promise<Metafile[]> {
	const packages = await build({
		...bundles,
		entryPoints: RARE_PACKAGES,
		plugins: [leanLock],
	});
	const sources = await build({
		...bundles,
		entryPoints: RARE_SOURCES,
		plugins: [lateParser, besides(outputNames(packages.metafile)), ownRequire],
	});
	const rare = [packages.metafile, sources.metafile];
	const memory = await build({
		...bundles,
		entryPoints: NO_TOOL_SOURCES,
		plugins: [besides(rare.flatMap(outputNames)), ownRequire],
	});
	const ofTools = [...rare, memory.metafile];
	const started = [
		await buildStarted(entriesOf(false), ofTools),
		await buildStarted([...entriesOf(true), STARTED_BY_REQ.statusline], rare),
	];
	for (const name of started.flatMap(outputNames)) await buildStarter(name);
	await build({
		...bundles,
		entryPoints: ['src/runtime/keep-bytecode.ts'],
		entryNames: '[name]',
		banner: {},
		footer: {},
	});
	return [...ofTools, ...started];
}

/** Bundles of what is started, without those that stand beside them. */
async function buildStarted(
	entries: readonly string[],
	rare: readonly Metafile[],
): Promise<Metafile> {
	const { metafile } = await build({
		...bundles,
		entryPoints: [...entries],
		plugins: [besides(rare.flatMap(outputNames)), ownRequire],
	});
	return metafile;
}

/** `dist/hooks/<hook>.cjs`: what `hooks.json` names; and what `req.mjs` starts. */
async function buildStarter(bundle: string): Promise<void> {
	const entry = entryOf(bundle);
	const folder = entry in STARTED_BY_REQ ? 'cli' : 'hooks';
	await build({
		...shared,
		entryPoints: ['src/runtime/start-hook.ts'],
		outfile: `${out}/${folder}/${entry}.cjs`,
		format: 'cjs',
		// A Node that is too old has to read as much of it as says so.
		target: 'node10',
		alias: Object.fromEntries(['fs', 'path', 'vm'].map((name) => [`node:${name}`, name])),
		define: { BUNDLE: JSON.stringify(`./${bundle}`), IS_COMPARED: `${isCompared(bundle)}` },
	});
}

/** Leaves what few calls need out of the hooks' bundles: it stands beside them. */
function besides(built: readonly string[]): Plugin {
	return {
		name: 'besides',
		setup: ({ onResolve }) => {
			onResolve(
				{ filter: /^(?:\.{1,2}\/)*(?:[a-z-]+\/)*[a-z0-9-]+(?:\.ts)?$/ },
				({ path, kind }) => {
					if (kind === 'entry-point') return undefined;
					const file = built.find((name) => entryOf(name) === basename(path, '.ts'));
					return file === undefined ? undefined : { path: `./${file}`, external: true };
				},
			);
		},
	};
}

function outputNames({ outputs }: Metafile): string[] {
	return Object.keys(outputs)
		.map((path) => basename(path))
		.filter((name) => name.endsWith('.cjs'));
}

/** `stop-ABCDEFGH.cjs` is `stop`. */
function entryOf(bundle: string): string {
	return bundle.replace(BUNDLE_END, '');
}

function merged(metafiles: readonly Metafile[]): Metafile {
	return {
		inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
		outputs: Object.fromEntries(
			metafiles.flatMap(({ outputs }) =>
				Object.entries(outputs).map(([path, output]) => [path.replace(out, 'dist'), output]),
			),
		),
	};
}
