import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SECRET_RULES } from '../../src/core/lesson/lesson.ts';
import { fnv1a } from '../../src/core/text/strings.ts';

const sources = ['src', 'hooks', 'scripts']
	.flatMap((dir) =>
		readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => `${dir}/${name}`),
	)
	.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
	.map((path) => ({ path, text: readFileSync(path, 'utf8') }));

it('lessons that were looked through for secrets say by which rules', () => {
	const rules = sources.filter(({ path }) => path.startsWith('src/secrets/'));
	expect(rules.map(({ path }) => path)).toContain('src/secrets/redact.ts');
	const all = rules.map(({ path, text }) => `${path}\n${text}`).sort();
	expect(SECRET_RULES, 'SECRET_RULES in src/core/lesson/lesson.ts').toBe(fnv1a(all.join('')));
});

it('no rule is switched off in a source', () => {
	const switches = /biome-ignore|@ts-ignore|@ts-expect-error|@ts-nocheck|v8 ignore/;
	expect(switches.test('// @ts-ignore')).toBe(true);
	expect(sources.filter(({ text }) => switches.test(text)).map(({ path }) => path)).toEqual([]);
});
