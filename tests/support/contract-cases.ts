import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Case, readCases } from './case-format.ts';
import { playCase } from './case-run.ts';
import { readOldCase } from './old-case.ts';

const here = new URL('../contract/cases/', import.meta.url);

interface TitledCase {
	readonly title: string;
	readonly given: Case;
}

/** Everything in `tests/contract/cases`. */
export const contractCases: readonly TitledCase[] = readdirSync(here, {
	recursive: true,
	encoding: 'utf8',
})
	.sort()
	.flatMap((file) => [...casesOf(file)])
	.map(([name, given]) => ({ title: `${name} (${given.shows.join(', ')})`, given }));

function casesOf(file: string): readonly (readonly [name: string, given: Case])[] {
	const read = () => readFileSync(new URL(file, here), 'utf8');
	if (file.endsWith('.json'))
		return [[file.slice(0, -'.json'.length), readOldCase(JSON.parse(read()))]];
	if (!file.endsWith('.yaml')) return [];
	const subject = file.slice(0, -'.yaml'.length);
	return [...readCases(parse(read()))].map(([name, given]) => [`${subject}/${name}`, given]);
}

/** One test for each case of this part: several files of tests share them, so that several workers play them. */
export function playCases({ part, of }: { readonly part: number; readonly of: number }): void {
	const wanted = contractCases.filter((_, index) => index % of === part - 1);
	it.each(wanted.map(({ title, given }) => [title, given] as const))('%s', async (_, given) => {
		expect(await playCase(given), given.why).toEqual([]);
	});
}
