import { expect, it } from 'vitest';
import { captureReaders, hostilePieces } from '../../../tests/support/capture-readers.ts';
import { growth, LINEAR } from '../../../tests/support/growth.ts';

it.each(captureReaders)('%s: eight times the text is eight times the work', (_, read) => {
	const steep = hostilePieces.filter((piece) => {
		const text = (size: number) => piece.repeat(size / piece.length);
		return growth((size) => read(text(size)), 6_000) > LINEAR;
	});
	expect(steep).toEqual([]);
});

/** Each part of a bounded pattern was tried at each place of the next: 960 bytes took twenty seconds. */
it('a few lines that begin like functions are read at once', () => {
	const [, read] = captureReaders.find(([name]) => name === 'functions of .java') ?? [];
	const text = (lines: number) => 'a f(x):\n'.repeat(lines);
	expect(growth((lines) => read?.(text(lines)), 15)).toBeLessThan(LINEAR);
});

it('a text of more than anybody writes is left out whole', () => {
	const [, read] = captureReaders.find(([name]) => name === 'functions of .ts') ?? [];
	expect(read?.('function a() {}\n')).toEqual(['a']);
	expect(read?.(`function a() {}\n${';'.repeat(50_000)}`)).toEqual([]);
	expect(read?.(`function a() {}\n${' '.repeat(200_000)}`)).toEqual([]);
});
