import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sources = ['src', 'hooks', 'scripts']
	.flatMap((dir) => readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => `${dir}/${name}`))
	.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
	.map((path) => ({ path, text: readFileSync(path, 'utf8') }));

it('no rule is switched off in a source', () => {
	const switches = /biome-ignore|@ts-ignore|@ts-expect-error|@ts-nocheck|v8 ignore/;
	expect(switches.test('// @ts-ignore')).toBe(true);
	expect(sources.filter(({ text }) => switches.test(text)).map(({ path }) => path)).toEqual([]);
});
