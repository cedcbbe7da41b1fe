import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The clients of tests/e2e/package.json: version → name of the installed package. */
const packages = {
	'2.1.332': '@anthropic-ai/claude-code',
	'2.1.300': 'claude-code-2-1-300',
} as const;

export type ClientVersion = keyof typeof packages;

export const installedVersions = Object.keys(packages) as ClientVersion[];

/** The newest, and the oldest that is supported. */
export const clientVersions = ['2.1.332', '2.1.300'] as const satisfies readonly ClientVersion[];

const installed = fileURLToPath(new URL('../e2e/node_modules/', import.meta.url));

/**
 * Absolute path of the client's native program. npm puts it into an optional package per platform;
 * `bin/claude` of the wrapper only works after an install script, which we do not run.
 * `undefined` when the client is not installed, or not for this platform.
 */
export function clientBinary(version: ClientVersion): string | undefined {
	const manifest = path.join(installed, packages[version], 'package.json');
	if (!existsSync(manifest)) return undefined;
	const wrapper = JSON.parse(readFileSync(manifest, 'utf8')) as {
		version: string;
		optionalDependencies: Record<string, string>;
	};
	if (wrapper.version !== version) return undefined;
	const { resolve } = createRequire(manifest);
	for (const name of Object.keys(wrapper.optionalDependencies)) {
		try {
			const program = path.join(path.dirname(resolve(`${name}/package.json`)), 'claude');
			if (existsSync(program)) return program;
		} catch {
			// A package of another platform: npm does not install those.
		}
	}
	return undefined;
}
