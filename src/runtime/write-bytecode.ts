import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { bytecodeDirectory, scriptOf } from './bytecode.ts';

/**
 * Writes the bytecode of all bundles in its own directory, unless this Node has it already. The build
 * runs it, and so does a session start, because the Node of the machine that built may be another one.
 * Where nothing can be written, hooks compile.
 */
const code = __dirname;
const directory = bytecodeDirectory(code);

if (!existsSync(directory)) writeAll(`${directory}.${process.pid}.tmp`);

/** All or nothing: the directory gets its name when it is complete. */
function writeAll(temporary: string): void {
	try {
		mkdirSync(temporary);
		for (const name of readdirSync(code)) {
			if (/-[A-Z0-9]{8}\.cjs$/.test(name)) {
				writeFileSync(join(temporary, name), compile(join(code, name)), { flush: true });
			}
		}
		renameSync(temporary, directory);
	} catch {
		rmSync(temporary, { recursive: true, force: true });
	}
}

/** With every function compiled, not only those that run at the start. */
function compile(bundle: string): Buffer {
	setFlagsFromString('--no-lazy');
	const script = scriptOf(bundle, undefined);
	// V8 accepts bytecode only under the flags it was written with.
	setFlagsFromString('--lazy');
	return script.createCachedData();
}
