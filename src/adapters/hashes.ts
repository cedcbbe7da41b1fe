import { createRequire } from 'node:module';
import { sipHash } from '../core/seal/siphash.ts';
import { unlessError } from './read-regular.ts';

/**
 * `siphash.wat`, assembled. Every hook hashes a state it reads, and runs once: before V8 compiles a loop of the script, 100 kB
 * have taken it 9 ms; this takes 2.
 */
const CODE =
	'AGFzbQEAAAABBQFgAX8AAwIBAAUDAQABBxECBm1lbW9yeQIABGhhc2gAAAqKAgGHAgIFfgJ/QRghBkEAKQMAQvXKzYPXrNu3' +
	'8wCFIQFBCCkDAELt3pHzlszct+QAhSECQQApAwBC4eSV89bs2bzsAIUhA0EIKQMAQvPK0cunjNmy9ACFIQQDQCAGIABJBEAg' +
	'BikDACEFIAQgBYUhBEECIQcFQgAhBSADQv8BhSEDQQQhBwsDQCABIAJ8IQEgAkINiSABhSECIAFCIIkhASADIAR8IQMgBEIQ' +
	'iSADhSEEIAEgBHwhASAEQhWJIAGFIQQgAyACfCEDIAJCEYkgA4UhAiADQiCJIQMgB0EBayIHDQALIAEgBYUhASAGQQhqIQYg' +
	'BiAATQ0AC0EQIAEgAoUgAyAEhYU3AwAL';

const KEY = 0;
const HASH = 16;
const TEXT = 24;
const BLOCK = 8;
const PAGE = 65_536;
/**
 * In UTF-16 units. A shorter text takes the script 0.2 to 0.6 ms; to assemble the code takes 1, and where the threads that
 * V8 does it with have to wait for a core, 4 to 60.
 */
const SHORT = 2_000;
/** Of one character, in UTF-8. */
const MOST_BYTES = 3;

interface Machine {
	readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => void };
	readonly hash: (end: number) => void;
}

/** Not in the types of Node. */
declare const WebAssembly: {
	readonly Module: new (code: Uint8Array) => object;
	readonly Instance: new (module: object) => { readonly exports: object };
};

let machine: Machine | null | undefined;

/** SipHash-2-4 of a text's UTF-8, as `sipHash` has it. `key`: 16 bytes. */
export function hashOf(key: Uint8Array, text: string): string {
	if (machine === undefined && text.length >= SHORT) machine = assembled() ?? null;
	if (machine === undefined || machine === null) return sipHash(key, Buffer.from(text));
	const { memory, hash } = machine;
	const missing = TEXT + text.length * MOST_BYTES + BLOCK - memory.buffer.byteLength;
	if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
	const bytes = Buffer.from(memory.buffer);
	bytes.set(key, KEY);
	const length = bytes.write(text, TEXT);
	const end = TEXT + length - (length % BLOCK) + BLOCK;
	bytes.fill(0, TEXT + length, end);
	bytes[end - 1] = length & 0xff;
	hash(end);
	return bytes.toString('hex', HASH, TEXT);
}

/** `undefined` where Node runs without WebAssembly (`--jitless`), or without room for its memory. */
function assembled(): Machine | undefined {
	return unlessError(() => {
		const module = new WebAssembly.Module(Buffer.from(CODE, 'base64'));
		return new WebAssembly.Instance(module).exports as Machine;
	});
}

/** Hex digest. The module behind it costs 2.5 ms to load and is rarely needed, so it is loaded on first use. */
export function sha256(text: string): string {
	const require = createRequire(import.meta.url);
	const { createHash } = require('node:crypto') as typeof import('node:crypto');
	return createHash('sha256').update(text).digest('hex');
}
