import { scriptOf } from './bytecode.ts';

/** Bytecode of every function of a bundle. */
export function compileBundle(bundle: string): Buffer {
	// Loaded here, because most session starts have nothing to write.
	const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
	setFlagsFromString('--no-lazy');
	const script = scriptOf(bundle, undefined);
	// V8 accepts bytecode only under the flags it was written with.
	setFlagsFromString('--lazy');
	return script.createCachedData();
}
