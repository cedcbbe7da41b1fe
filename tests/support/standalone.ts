import type { BuildOptions } from 'esbuild';

/** One file of JavaScript that runs anywhere. Bundled CommonJS packages (proper-lockfile) call `require`. */
export const STANDALONE = {
	bundle: true,
	platform: 'node',
	format: 'esm',
	banner: {
		js: `import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);`,
	},
} as const satisfies BuildOptions;
