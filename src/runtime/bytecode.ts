import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** What a bundle is, as it is built: a function of what it needs of CommonJS. */
export type BundleFunction = (
	module: { exports: unknown },
	require: (id: string) => unknown,
	filename: string,
) => void;

/**
 * A built bundle, ready to run. V8 ignores bytecode of another Node, of other flags, of a source of another length,
 * and a cut off one. It does not look into it: a session start does (keep-bytecode.ts).
 */
export function scriptOf(bundle: string, bytecode: Buffer | undefined): Script {
	// The build holds bundles to ASCII, which needs no decoding.
	return new Script(readFileSync(bundle, 'latin1'), { filename: bundle, cachedData: bytecode });
}

/** Where the bytecode of a bundle lies for the Node that runs. */
export function bytecodeFile(bundle: string): string {
	return join(bytecodeDirectory(dirname(bundle)), basename(bundle));
}

/** A session start runs before anybody has looked at its bytecode: it lies there twice, and is run where both are the same. */
export function isCompared(bundle: string): boolean {
	return bundle.startsWith('session-start-');
}

/** Where it lies the second time. */
export function copyOf(bytecode: string): string {
	return `${bytecode}.copy`;
}

/** One directory for each version of Node: what V8 compiles fits only itself. */
export function bytecodeDirectory(code: string): string {
	return join(code, `${process.version}-${process.arch}`);
}
