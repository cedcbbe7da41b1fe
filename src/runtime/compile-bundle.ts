import { readFileSync } from 'node:fs';
import type { Session } from 'node:inspector';
import { basename, join } from 'node:path';
import { unlessError } from '../adapters/read-regular.ts';
import { scriptOf } from './bytecode.ts';

/** Where the functions end that ordinary sessions run, by the name of their bundle, each counted from the one before it. */
export type HotFunctions = Readonly<Record<string, readonly number[]>>;

/** Beside the bundles. The build writes it (scripts/hot-functions.ts); without it every function is compiled. */
export const HOT_FILE = 'hot.json';

export function hotFunctions(code: string): HotFunctions {
	return unlessError(() => JSON.parse(readFileSync(join(code, HOT_FILE), 'utf8'))) ?? {};
}

/**
 * Bytecode of a bundle: of the functions that ordinary sessions run, half of it all. The others are compiled when they are
 * called. Where this Node cannot do that, or nobody knows which they are, it is bytecode of every function.
 */
export function compileBundle(bundle: string, hot: readonly number[] | undefined): Buffer {
	return (hot === undefined ? undefined : compileHot(bundle, hot)) ?? compileAll(bundle);
}

function compileAll(bundle: string): Buffer {
	// Loaded here, because most session starts have nothing to write.
	const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
	setFlagsFromString('--no-lazy');
	const script = scriptOf(bundle, undefined);
	// V8 accepts bytecode only under the flags it was written with.
	setFlagsFromString('--lazy');
	return script.createCachedData();
}

/** V8 compiles a function when a debugger asks where in it it could stop. `undefined`: it did not. */
function compileHot(bundle: string, hot: readonly number[]): Buffer | undefined {
	let session: Session | undefined;
	try {
		const inspector = require('node:inspector') as typeof import('node:inspector');
		session = new inspector.Session();
		session.connect();
		let scriptId: string | undefined;
		// The address of the script has its folders with escapes.
		session.on('Debugger.scriptParsed', ({ params }) => {
			if (params.url.endsWith(`/${basename(bundle)}`)) scriptId = params.scriptId;
		});
		session.post('Debugger.enable');
		const script = scriptOf(bundle, undefined);
		// Makes the function that the bundle is, and runs nothing of it.
		script.runInThisContext();
		if (scriptId === undefined) return undefined;
		const bytes = script.createCachedData().length;
		for (const range of rangesOf(bundle, hot, scriptId))
			session.post('Debugger.getPossibleBreakpoints', range);
		const compiled = script.createCachedData();
		return compiled.length > bytes ? compiled : undefined;
	} catch {
		return undefined;
	} finally {
		session?.disconnect();
	}
}

/** The last sign of each function, as a debugger counts: by lines. What stands before its parameters is not in it, for V8. */
function rangesOf(bundle: string, hot: readonly number[], scriptId: string) {
	const text = readFileSync(bundle, 'latin1');
	let [at, line, lineStart] = [0, 0, 0];
	return hot.map((step) => {
		at += step;
		for (let end = text.indexOf('\n', lineStart); end >= 0 && end < at - 1; ) {
			[line, lineStart] = [line + 1, end + 1];
			end = text.indexOf('\n', lineStart);
		}
		const start = { scriptId, lineNumber: line, columnNumber: at - 1 - lineStart };
		return { start, end: { ...start, columnNumber: start.columnNumber + 1 } };
	});
}
