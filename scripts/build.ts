import { createHash } from 'node:crypto';
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { basename } from 'node:path';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import { HOOKS } from '../src/events/all-hooks.ts';
import { licencesOf } from './licences.ts';
import { asPackage } from './marketplace.ts';
import { pluginWiring } from './wiring.ts';

/** A build replaces `dist` when it is complete: hooks may be running from there. */
const out = `dist.${process.pid}.tmp`;
const plugin = `dist.${process.pid}.plugin.tmp`;
const processes = `dist.${process.pid}.processes.tmp`;

/**
 * proper-lockfile works through the file functions we hand it, and a dead owner's lock is broken anyway (D8). Left out:
 * graceful-fs, which patches `fs` and `process.cwd` of the whole process, and signal-exit, whose handlers keep a process
 * alive after a signal until its synchronous work is done.
 */
const plainLock: Plugin = {
	name: 'plain-lock',
	setup: ({ onLoad, onResolve }) => {
		onResolve({ filter: /^graceful-fs$/ }, () => ({ path: 'node:fs', external: true }));
		onLoad({ filter: /node_modules\/signal-exit\/index\.js$/ }, () => ({
			contents: 'module.exports = () => () => {};',
		}));
	},
};

/** Modules that are bundles of their own. */
const LOADED_LATER = ['./answer-hook-call.ts', './start.ts'];

/** Imports of these load the other bundle. */
const loadedLater: Plugin = {
	name: 'loaded-later',
	setup: ({ onResolve }) => {
		onResolve({ filter: /./ }, ({ kind, path }) =>
			kind === 'dynamic-import' && LOADED_LATER.includes(path)
				? { path: `./${basename(path, '.ts')}.cjs`, external: true }
				: undefined,
		);
	},
};

/** The program of a hook, which is no file: the one of its event, run. */
const hookPrograms: Plugin = {
	name: 'hook-programs',
	setup: ({ onLoad, onResolve }) => {
		onResolve({ filter: /^hook:/ }, ({ path }) => ({ path: path.slice(5), namespace: 'hook' }));
		onLoad({ filter: /./, namespace: 'hook' }, ({ path }) => ({
			contents: [
				`import { hook } from './src/events/${path}.ts';`,
				"import { runHook } from './src/doors/run-hook.ts';",
				'void runHook(hook);',
			].join('\n'),
			resolveDir: process.cwd(),
		}));
	},
};

/** Self-contained: an installed plugin has no dependencies. */
const programs = {
	bundle: true,
	platform: 'node',
	target: 'node20',
	minifySyntax: true,
	minifyWhitespace: true,
	// All licenses are in one file, dist/LICENSES.txt.
	legalComments: 'none',
	metafile: true,
	plugins: [plainLock, loadedLater],
	// An `import()` becomes a `require()`.
	supported: { 'dynamic-import': false },
	format: 'cjs',
	outExtension: { '.js': '.cjs' },
	define: {
		'import.meta.url': '__filename',
		'import.meta.filename': '__filename',
		REQ_BUILD: JSON.stringify(hashOf('src')),
	},
} as const satisfies BuildOptions;

try {
	const metafile = merged(await Promise.all([buildHooks(), buildServer(), buildCommandLine()]));
	writeFileSync(`${out}/LICENSES.txt`, licencesOf(metafile));
	chmodSync(`${out}/cli/req.cjs`, 0o755);
	copyPlugin();
	copyWithoutServer();
	writeFileSync(`${out}/meta.json`, JSON.stringify(metafile));
	replaceDist();
} finally {
	for (const folder of [out, plugin, processes]) rmSync(folder, { recursive: true, force: true });
}

/** `dist/code/<entry>.cjs`, and `dist/hooks/<entry>.cjs`, which starts it: Node caches what is compiled from then on. */
async function buildHooks(): Promise<Metafile> {
	const entries = Object.keys(HOOKS);
	const { metafile } = await build({
		...programs,
		entryPoints: entries.map((entry) => ({ in: `hook:${entry}`, out: entry })),
		plugins: [hookPrograms, ...programs.plugins],
		outdir: `${out}/code`,
	});
	mkdirSync(`${out}/hooks`);
	for (const file of readdirSync(`${out}/code`)) {
		const start = `require('node:module').enableCompileCache?.();\nrequire('../code/${file}');\n`;
		writeFileSync(`${out}/hooks/${file}`, start);
	}
	return metafile;
}

/** `dist/server.cjs`, and `dist/answer-hook-call.cjs`, which it loads when Claude Code is connected. */
async function buildServer(): Promise<Metafile> {
	const { metafile } = await build({
		...programs,
		entryPoints: ['src/doors/server.ts', 'src/doors/answer-hook-call.ts'],
		entryNames: '[name]',
		outdir: out,
	});
	return metafile;
}

/**
 * `dist/cli/req.cjs`, which any Node can read, and `dist/cli/start.cjs`, which it loads if the Node is recent enough.
 */
async function buildCommandLine(): Promise<Metafile> {
	const outdir = `${out}/cli`;
	const [first, second] = await Promise.all([
		// Its modules and syntax become those of Node 12.
		build({ ...programs, entryPoints: ['src/doors/req.ts'], outdir, target: 'node12' }),
		build({ ...programs, entryPoints: ['src/doors/start.ts'], outdir }),
	]);
	return merged([first.metafile, second.metafile]);
}

/** `dist/plugin`: what `npm pack` packs, by the same list, as a folder. The marketplace of a clone names it. */
function copyPlugin(): void {
	const { files }: { files: string[] } = JSON.parse(readFileSync('package.json', 'utf8'));
	const listed = files.filter((name) => !name.startsWith('!'));
	for (const name of ['package.json', 'README.md', 'LICENSE', ...listed]) {
		// Files that Claude Code adds to a clone that it loads; `npm pack` leaves them out as well.
		const isOurs = (path: string) => !path.startsWith('.claude-plugin/types');
		cpSync(name === 'dist' ? out : name, `${plugin}/${name}`, { recursive: true, filter: isOurs });
	}
	asPackage(plugin);
	cpSync(plugin, processes, { recursive: true });
	renameSync(plugin, `${out}/plugin`);
}

/** `dist/plugin-processes`: the same without the server, for places that forbid MCP servers. */
function copyWithoutServer(): void {
	const unused = ['dist/server.cjs', 'dist/answer-hook-call.cjs', 'hooks/server.sh', 'hooks/no-server.sh'];
	for (const name of unused) rmSync(`${processes}/${name}`);
	rmSync(`${processes}/.claude-plugin/marketplace.json`);
	const file = `${processes}/.claude-plugin/plugin.json`;
	const { mcpServers, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
	writeJson(file, manifest);
	writeJson(`${processes}/hooks/hooks.json`, pluginWiring({ withServer: false }));
	renameSync(processes, `${out}/plugin-processes`);
}

function writeJson(file: string, value: object): void {
	writeFileSync(file, `${JSON.stringify(value, undefined, '\t')}\n`);
}

/** A hash of all files of a folder. */
function hashOf(folder: string): string {
	const hash = createHash('sha256');
	for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
		if (name.endsWith('.ts')) hash.update(readFileSync(`${folder}/${name}`));
	}
	return hash.digest('hex').slice(0, 16);
}

function replaceDist(): void {
	const old = `dist.${process.pid}.old.tmp`;
	if (existsSync('dist')) renameSync('dist', old);
	renameSync(out, 'dist');
	rmSync(old, { recursive: true, force: true });
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
