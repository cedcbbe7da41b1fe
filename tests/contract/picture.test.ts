import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { PICTURE, refusalPicture } from '../../scripts/picture/refusal-picture.ts';

const picture = readFileSync(PICTURE, 'utf8');

it('shows what the built hooks do today: `npm run picture` draws it anew', () => {
	expect(picture).toBe(refusalPicture());
});

it('is small, asks for nothing from elsewhere, and says what it shows', () => {
	expect(Buffer.byteLength(picture)).toBeLessThan(12_000);
	expect(picture).not.toMatch(/<script|<style|<image|href=|url\(|@import/);
	expect(picture).toMatch(
		/role="img"[\s\S]*<title id="title">.+<\/title>\n<desc id="description">/,
	);
});

it('shows two refusals, and that each is overcome', () => {
	const rows = [...picture.matchAll(/>(Update|Skill|Did not run|Committed)\b/g)];
	expect(rows.map(([, word]) => word)).toEqual([
		...['Update', 'Skill', 'Update'],
		...['Did not run', 'Skill', 'Committed'],
	]);
	expect(picture).toContain('The login form is committed.');
});

it('keeps every line inside the window, in the widest of the fonts it names', () => {
	const lines = [...picture.matchAll(/<text x="(\d+)" y="(\d+)"[^>]*>(.*?)<\/text>/g)];
	const [, width = '', height = ''] = /viewBox="0 0 (\d+) (\d+)"/.exec(picture) ?? [];
	const room = lines.map(([, x, y, marked = '']) => {
		const text = marked.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, '?');
		return { right: Number(x) + text.length * 13 * 0.61, bottom: Number(y) + 4 };
	});
	const [, ...rows] = room;
	expect(rows.length).toBeGreaterThan(10);
	expect(rows.length).toBeLessThanOrEqual(46);
	expect(Math.max(...rows.map(({ right }) => right))).toBeLessThan(Number(width) - 8);
	expect(Math.max(...rows.map(({ bottom }) => bottom))).toBeLessThan(Number(height));
});
