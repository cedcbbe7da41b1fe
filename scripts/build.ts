import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

/** Bundled CommonJS packages (proper-lockfile, simple-git) still call require(); ES modules have none. */
const requireBanner =
	'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';

const hookEntries = readdirSync('hooks')
	.filter((name) => name.endsWith('.ts'))
	.map((name) => ({ in: `hooks/${name}`, out: `hooks/${name.replace(/\.ts$/, '')}` }));

rmSync('dist', { recursive: true, force: true });
const { metafile } = await build({
	entryPoints: [...hookEntries, { in: 'src/cli/req.ts', out: 'cli/req' }],
	outdir: 'dist',
	outExtension: { '.js': '.mjs' },
	chunkNames: 'chunks/[name]-[hash]',
	bundle: true,
	splitting: true,
	format: 'esm',
	platform: 'node',
	target: 'node20',
	minifySyntax: true,
	minifyWhitespace: true,
	legalComments: 'linked',
	metafile: true,
	banner: { js: requireBanner },
});
chmodSync('dist/cli/req.mjs', 0o755);
writeFileSync('dist/meta.json', JSON.stringify(metafile));
