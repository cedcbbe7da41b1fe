import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { sha256 } from '../../tests/support/some-session.ts';
import { isUuid, parseSessionId } from './session-id.ts';

const UUID = 'cad0ac4d-3933-45ad-9a1c-14aec05bb940';
const parse = (raw: unknown) => parseSessionId(raw);

describe('D5: a session id', () => {
	const spellings: [spelling: string, raw: string][] = [
		['as the host gives it', UUID],
		['in upper case', UUID.toUpperCase()],
		['without dashes', UUID.replaceAll('-', '')],
		['between blanks', ` ${UUID}\n`],
	];
	it.each(spellings)('reads a UUID %s', (_, raw) => {
		expect(parse(raw)).toEqual({ key: 'cad0ac4d', longKey: 'cad0ac4d3933', uuid: UUID });
	});

	it('files a longer plain id under a digest, a short one under itself', () => {
		const digest = sha256('my-long-session');
		expect(parse('My-Long-Session')).toEqual({
			key: digest.slice(0, 8),
			longKey: digest.slice(0, 12),
			uuid: 'my-long-session',
		});
		expect(parse('s_1')?.key).toBe('s_1');
	});

	it.each<[unknown]>([
		[''],
		['a\\b'],
		['..'],
		['../main'],
		['-a'],
		['a\u0000b'],
		[`${UUID}/x`],
		['x'.repeat(65)],
		[undefined],
		[7],
		[[UUID]],
	])('refuses %j', (raw) => {
		expect(parse(raw)).toBeUndefined();
	});

	it('is the same for every spelling, and idempotent', () => {
		fc.assert(
			fc.property(fc.uuid(), fc.boolean(), fc.boolean(), (uuid, isUpper, isDashless) => {
				const once = parse(uuid);
				const cased = isUpper ? uuid.toUpperCase() : uuid;
				expect(parse(isDashless ? cased.replaceAll('-', '') : cased)).toEqual(once);
				expect(once?.key).toBe(uuid.slice(0, 8));
				expect(parse(once?.uuid)).toEqual(once);
				expect(parse(once?.key)?.key).toBe(once?.key);
			}),
		);
	});

	it('never gives a key that is more than a plain word', () => {
		const raw = fc.oneof(fc.string({ unit: anyCharacter }), fc.stringMatching(/^[\w./-]{1,70}$/));
		fc.assert(
			fc.property(raw, (id) => {
				expect(parse(id)?.key ?? 'none').toMatch(/^[a-z0-9][a-z0-9_-]{0,7}$/);
				expect(parse(id)?.longKey ?? 'none').toMatch(/^[a-z0-9][a-z0-9_-]{0,11}$/);
			}),
		);
	});

	it.each([
		[UUID, true],
		[UUID.replaceAll('-', ''), true],
		['cad0ac4d', false],
		[UUID.toUpperCase(), false],
	])('%s is a lower-case UUID: %s', (text, expected) => {
		expect(isUuid(text)).toBe(expected);
	});
});
