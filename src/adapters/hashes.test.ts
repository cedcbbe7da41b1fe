import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { sipHash } from '../core/seal/siphash.ts';
import { hashOf } from './hashes.ts';

const KEY = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex');

afterEach(() => void vi.unstubAllGlobals());

it('is SipHash-2-4 of whatever text, however long the one before was', () => {
	const text = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.string({ minLength: 0, maxLength: 70 }),
		fc.integer({ min: 20_000, max: 70_000 }).map((length) => 'é'.repeat(length)),
	);
	fc.assert(
		fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), text, (key, hashed) => {
			expect(hashOf(key, hashed)).toBe(sipHash(key, Buffer.from(hashed)));
		}),
	);
});

it('is the same where Node runs without WebAssembly', async () => {
	const state = 'the text of a state'.repeat(200);
	const first = hashOf(KEY, state);
	vi.stubGlobal('WebAssembly', undefined);
	vi.resetModules();
	const { hashOf: plain } = await import('./hashes.ts');
	expect(plain(KEY, state)).toBe(first);
});
