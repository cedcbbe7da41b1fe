import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { clientMemory } from '../../src/adapters/client-memory.ts';
import { writeIn } from '../support/git-repo.ts';

const STYLE = 'Style.\n';

/** What is read in a project of these files; `dir` has the project, and the user's folder of the client. */
async function readFrom(files: Readonly<Record<string, string>>, file?: string) {
	await using fixture = await createFixture({});
	const dir = fixture.path;
	for (const [path, text] of Object.entries(files)) writeIn(dir, join('repo', path), text);
	return clientMemory({ root: join(dir, 'repo') }, join(dir, 'user'), { file });
}

describe('an import in a CLAUDE.md', () => {
	it.each([
		['@docs/style.md'],
		['See @docs/style.md and @README.'],
		['- @./docs/style.md#names'],
		['**@docs/style.md**'],
		['@docs/../docs/style.md'],
		['<!-- a note --> @docs/style.md'],
		['```\n@a\n```\n@docs/style.md'],
		['`code` @docs/style.md'],
		['A tick ` that ends nowhere.\n\n@docs/style.md'],
	])('is followed: %j', async (text) => {
		const all = await readFrom({ 'CLAUDE.md': text, 'docs/style.md': STYLE });
		expect(all).toEqual([text, STYLE]);
	});

	it.each([
		['see @docs/style.md.'],
		['(@docs/style.md)'],
		['ana@docs/style.md'],
		['`@docs/style.md`'],
		['`a\n@docs/style.md\nb`'],
		['```\n@docs/style.md\n```'],
		['````md\n```\n@docs/style.md\n```\n````'],
		['```\n~~~\n@docs/style.md\n```'],
		['```\n@docs/style.md'],
		['# x\n\n    @docs/style.md'],
		['<!-- @docs/style.md -->'],
		['<!--\n@docs/style.md\n-->'],
		['<!--\n@docs/style.md'],
		['@/docs/style.md'],
		['@~/docs/style.md'],
		['@../outside.md'],
		['@docs/../../outside.md'],
	])('is not, as the client has it: %j', async (text) => {
		const files = { 'CLAUDE.md': text, 'docs/style.md': STYLE, '../outside.md': STYLE };
		expect(await readFrom(files)).toEqual([text]);
	});

	it('goes on from the folder of each file, four times and no more', async () => {
		const all = await readFrom({
			'CLAUDE.md': '@docs/1.md @docs/my\\ style.md',
			...Object.fromEntries(
				[1, 2, 3, 4, 5].map((n) => [`docs/${n}.md`, `${n} @${n + 1}.md @1.md`]),
			),
			'docs/my style.md': STYLE,
		});
		expect(all.map((text) => text.slice(0, 1))).toEqual(['@', '1', 'S', '2', '3', '4']);
	});
});

it('reads imports of a rule, of the user’s own file and of a folder’s', async () => {
	const files = {
		'.claude/rules/names.md': 'Rule. @../../docs/names.md',
		'docs/names.md': 'Names.',
		'web/AGENTS.md': 'Web. @../docs/web.md',
		'docs/web.md': 'Of the web.',
		'../user/CLAUDE.md': 'Mine. @more.md',
		'../user/more.md': 'More of mine.',
	};
	const own = ['Mine. @more.md', 'More of mine.', 'Names.', 'Rule. @../../docs/names.md'];
	expect((await readFrom(files)).toSorted()).toEqual(own);
	const withFile = await readFrom(files, 'web/a.ts');
	expect(withFile.toSorted()).toEqual([...own, 'Of the web.', 'Web. @../docs/web.md'].toSorted());
});

it('reads each file once and two megabytes at most, however many rules import however much', async () => {
	const names = Array.from({ length: 40 }, (_, n) => n);
	const line = (n: number) => `@../../d/${n}.md`;
	const all = await readFrom({
		...Object.fromEntries(
			names.map((n) => [`.claude/rules/${n}.md`, `${n}\n${names.map(line).join(' ')}`]),
		),
		...Object.fromEntries(names.map((n) => [`d/${n}.md`, `${n} ${'@a '.repeat(80_000)}`])),
	});
	expect(new Set(all).size).toBe(all.length);
	expect(all.join('').length).toBeGreaterThan(1_500_000);
	expect(all.join('').length).toBeLessThanOrEqual(2 * 1024 * 1024);
});
