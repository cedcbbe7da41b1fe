import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { Case } from './case-format.ts';
import { playCase } from './case-run.ts';

const here = new URL('../contract/cases/', import.meta.url);

interface TitledCase {
	/** Folder of the case: the event it is about. */
	readonly event: string;
	readonly title: string;
	readonly given: Case;
}

/** Everything in `tests/contract/cases`. */
export const contractCases: readonly TitledCase[] = readdirSync(here, {
	recursive: true,
	encoding: 'utf8',
})
	.filter((name) => name.endsWith('.json'))
	.sort()
	.map((name) => {
		const given = Case.parse(JSON.parse(readFileSync(new URL(name, here), 'utf8')));
		const title = `${name.slice(0, -'.json'.length)} (${given.shows.join(', ')})`;
		return { event: name.split('/')[0] ?? '', title, given };
	});

/** What plays more processes than this waits for `npm run test:long`. */
const MANY_STEPS = 20;

/** One test for each case that is wanted. They are in several files, so that several workers play them. */
export function playCases(isWanted: (event: string, isLong: boolean) => boolean): void {
	const wanted = contractCases.filter(({ event, given }) =>
		isWanted(event, given.steps.length > MANY_STEPS),
	);
	it.each(wanted.map(({ title, given }) => [title, given] as const))('%s', async (_, given) => {
		expect(await playCase(given), given.why).toEqual([]);
	});
}
