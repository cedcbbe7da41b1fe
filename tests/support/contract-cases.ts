import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Case, readCases } from './case-format.ts';
import { playCase } from './case-run.ts';

const here = new URL('../contract/cases/', import.meta.url);

interface TitledCase {
	readonly title: string;
	readonly given: Case;
}

/** Everything in `tests/contract/cases`. */
export const contractCases: readonly TitledCase[] = readdirSync(here)
	.sort()
	.flatMap((file) => {
		const [, subject] = /^([a-z-]+)\.yaml$/.exec(file) ?? [];
		if (subject === undefined) throw new Error(`${file} is no subject: cases are in SUBJECT.yaml`);
		const cases = readCases(parse(readFileSync(new URL(file, here), 'utf8')));
		return [...cases].map(([name, given]) => {
			return { title: `${subject}/${name} (${given.shows.join(', ')})`, given };
		});
	});

/** One test for each case of this part: several files of tests share them, so that several workers play them. */
export function playCases({ part, of }: { readonly part: number; readonly of: number }): void {
	const wanted = contractCases.filter((_, index) => index % of === part - 1);
	it.each(wanted.map(({ title, given }) => [title, given] as const))('%s', async (_, given) => {
		expect(await playCase(given), given.why).toEqual([]);
	});
}
