import {
	existsSync,
	mkdirSync,
	readdirSync,
	renameSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { syncDirectory } from '../adapters/log.ts';
import { unlessError } from '../adapters/read-regular.ts';
import {
	BUNDLE_END,
	bytecodeDirectory,
	copyOf,
	isCompared,
	isWhole,
	manifestLine,
	scriptOf,
	writeManifest,
} from './bytecode.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Another Node's bytecode: nobody needs it, or it is written anew once a month. */
const MAX_AGE_MS = 30 * DAY_MS;
/** Writing all bytecode takes some seconds. */
const MAX_WRITING_MS = 10 * 60 * 1000;

const code = __dirname;
const directory = bytecodeDirectory(code);
const temporary = `${directory}.${process.pid}.tmp`;

/**
 * V8 checks whose bytecode it is, but not what is in it, and a damaged page ends a hook by a signal, which lets the
 * call through. Without bytecode hooks compile.
 */
export function dropDamaged(): void {
	// Where nothing can be removed nothing was written by us either.
	unlessError(() => {
		if (!existsSync(directory) || isWhole(directory, filesOf(bundles()))) return;
		renameSync(directory, temporary);
		rmSync(temporary, { recursive: true, force: true });
	});
}

/**
 * Beside a session start, and at the end of a build: bytecode of all bundles for the Node that runs, in a directory
 * that gets its name when it is complete.
 */
export function writeMissing(): void {
	try {
		sweep();
		if (!existsSync(directory)) writeAll();
	} catch {
		// In a folder that nobody may write hooks compile.
		rmSync(temporary, { recursive: true, force: true });
	}
}

function writeAll(): void {
	mkdirSync(temporary);
	const compiled = bundles().flatMap((bundle) => {
		const bytes = compileBundle(join(code, bundle));
		return filesOf([bundle]).map((name) => ({ name, bytes }));
	});
	for (const { name, bytes } of compiled) {
		writeFileSync(join(temporary, name), bytes, { flush: true });
	}
	const lines = compiled.map(({ name, bytes }) => [name, manifestLine(bytes)]);
	writeManifest(temporary, Object.fromEntries(lines));
	syncDirectory(temporary);
	renameSync(temporary, directory);
	syncDirectory(code);
}

/** Names of the bytecode of bundles. */
function filesOf(names: readonly string[]): string[] {
	return names.flatMap((name) => (isCompared(name) ? [name, copyOf(name)] : [name]));
}

function bundles(): string[] {
	return readdirSync(code).filter((name) => BUNDLE_END.test(name));
}

/** Removes what nobody uses any more: bytecode of other versions of Node, and what a dead writer left. */
function sweep(): void {
	for (const name of readdirSync(code)) {
		const path = join(code, name);
		if (!/^v\d/.test(name) || path === directory) continue;
		const age = Date.now() - statSync(path).mtimeMs;
		if (age < (name.endsWith('.tmp') ? MAX_WRITING_MS : MAX_AGE_MS)) continue;
		rmSync(path, { recursive: true, force: true });
	}
}

/** Bytecode of every function of a bundle. */
function compileBundle(bundle: string): Buffer {
	// Loaded here, because most session starts have nothing to write.
	const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
	setFlagsFromString('--no-lazy');
	const script = scriptOf(bundle, undefined);
	// V8 accepts bytecode only under the flags it was written with.
	setFlagsFromString('--lazy');
	return script.createCachedData();
}
