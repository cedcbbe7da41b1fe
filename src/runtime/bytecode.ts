import { closeSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
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

/** How the name of a bundle ends: with a hash of its text. */
export const BUNDLE_END = /-[A-Z0-9]{8}\.cjs$/;

/** Where the bytecode of a bundle lies for the Node that runs. */
export function bytecodeFile(bundle: string): string {
	return join(bytecodeDirectory(dirname(bundle)), basename(bundle));
}

/**
 * A session start runs before anybody has looked at its bytecode, and a command where nobody ever does: it lies there twice,
 * and is run where both are the same.
 */
export function isCompared(bundle: string): boolean {
	return ['session-start', 'req'].includes(bundle.replace(BUNDLE_END, ''));
}

/** Where it lies the second time. */
export function copyOf(bytecode: string): string {
	return `${bytecode}.copy`;
}

/** One directory for each version of Node: what V8 compiles fits only itself. */
export function bytecodeDirectory(code: string): string {
	return join(code, `${process.version}-${process.arch}`);
}

const NAME = 'manifest.json';
const WORD_BYTES = 4;

/** Of each bytecode file its size in bytes and its checksum. */
type Manifest = Readonly<Record<string, { readonly size: number; readonly sum: number }>>;

/** What a manifest says about one file. */
export function manifestLine(bytes: Buffer): Manifest[string] {
	const words = new Int32Array(Math.ceil(bytes.length / WORD_BYTES));
	bytes.copy(new Uint8Array(words.buffer));
	return { size: bytes.length, sum: checksum(words) };
}

/** Writes the manifest of a directory, on disk when this returns. */
export function writeManifest(directory: string, manifest: Manifest): void {
	writeFileSync(join(directory, NAME), JSON.stringify(manifest), { flush: true });
}

/** Whether the directory holds these files as they were written. 15 MB are read in 8 ms. */
export function isWhole(directory: string, files: readonly string[]): boolean {
	try {
		const manifest: Manifest = JSON.parse(readFileSync(join(directory, NAME), 'utf8'));
		if (Object.keys(manifest).length !== files.length) return false;
		const largest = Math.max(...Object.values(manifest).map(({ size }) => size));
		const words = new Int32Array(Math.ceil(largest / WORD_BYTES) + 1);
		return files.every((file) => isSame(join(directory, file), manifest[file], words));
	} catch {
		return false;
	}
}

/** `words`: room for any of the files, used again for each: fresh pages cost more than the reading. */
function isSame(path: string, line: Manifest[string] | undefined, words: Int32Array): boolean {
	const fd = openSync(path, 'r');
	try {
		const size = readSync(fd, words);
		if (size !== line?.size) return false;
		const count = Math.ceil(size / WORD_BYTES);
		// What the file before left behind this one's last byte.
		new Uint8Array(words.buffer).fill(0, size, count * WORD_BYTES);
		return checksum(words.subarray(0, count)) === line.sum;
	} finally {
		closeSync(fd);
	}
}

/** FNV-1a by words: against disks that fail, not against people. Loading node:crypto would take 2.5 ms. */
function checksum(words: Int32Array): number {
	let sum = 0x811c9dc5;
	for (let index = 0; index < words.length; index += 1) {
		sum = Math.imul(sum ^ (words[index] ?? 0), 0x01000193);
	}
	return sum;
}
