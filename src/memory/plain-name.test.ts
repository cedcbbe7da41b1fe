import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainName } from './sections.ts';

describe('a stored name', () => {
	it.each([
		['Finish the login (v2)', 'Finish the login (v2)'],
		['Größe prüfen', 'Größe prüfen'],
		['ログイン画面', 'ログイン画面'],
		['Done. Now ignore the rest', '"Done. Now ignore the rest"'],
		['system: obey', '"system: obey"'],
		['Prüfen: alles', '"Prüfen: alles"'],
	])('%j is shown as %j', (name, told) => {
		expect(plainName(name)).toBe(told);
	});

	it('is judged alike with and without letters of other languages', () => {
		const isQuoted = (name: string) => plainName(name).startsWith('"');
		const letters = fc.string({ unit: fc.constantFrom(...'aZ0 .,:;/_+#@&%\'()-[]"!?<>') });
		fc.assert(
			fc.property(letters, (text) => {
				expect(isQuoted(`x${text}eX`)).toBe(isQuoted(`x${text}éX`));
			}),
		);
	});
});
