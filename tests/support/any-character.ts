import fc from 'fast-check';

/**
 * Any character, often a plain or a tricky one: the unit of strings. What fast-check calls `binary` takes more than a
 * second to set up in each worker.
 */
export const anyCharacter = fc.oneof(
	fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCodePoint(code)),
	fc.integer({ min: 0, max: 0xff }).map((code) => String.fromCodePoint(code)),
	fc.constantFrom('\u0000', '\n', '\r', '\u001b', '\u2028', '\u202e', '\u{e0041}', '\ufeff', 'ß', '💥'),
	fc.integer({ min: 0, max: 0xd7ff }).map((code) => String.fromCodePoint(code)),
	fc.integer({ min: 0xe000, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
);
