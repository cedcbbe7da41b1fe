import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { cacheName } from './load-config.ts';

describe('cacheName', () => {
	it('tells roots apart that look alike', () => {
		expect(cacheName('/a/b')).not.toBe(cacheName('/a-b'));
		expect(cacheName('C:\\a')).not.toBe(cacheName('C:/a'));
	});

	it('is always one short file name', () => {
		fc.assert(
			fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (root) => {
				expect(cacheName(root)).toMatch(/^[A-Za-z0-9._-]{0,60}-[0-9a-f]{8}\.json$/);
			}),
		);
	});
});
