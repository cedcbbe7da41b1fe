import { expect, it } from 'vitest';
import { mayRunTests } from './prefilter.ts';
import { MANAGERS, TEST_VERBS } from './read-run.ts';
import { RUNNER_ROWS } from './test-runners.ts';

const ROWS = RUNNER_ROWS.filter(({ checks }) => checks !== true).flatMap(
	({ programs, verbs, tasks }) =>
		programs.flatMap((program) =>
			verbs.map((verb) => [program, ...verb, ...(tasks === true ? ['test'] : [])].join(' ')),
		),
);
const SCRIPTS = [...MANAGERS].flatMap((manager) =>
	[...TEST_VERBS, 'run a:tests', 'run check', 'verify', 'run spec'].map(
		(verb) => `${manager} ${verb}`,
	),
);

it.each([...ROWS, ...SCRIPTS.filter((one) => !/^(?:yarn|bun) (?:t|it|cit)$/.test(one))])(
	'%s is worth the parser',
	(source) => {
		expect(mayRunTests(source)).toBe(true);
		expect(mayRunTests(`cd src && ./${source} -x`)).toBe(true);
	},
);

it.each([
	'git checkout f',
	'git checkout npm',
	'ls src/tests',
	'grep latest go.mod',
	'cat spec.md',
])('%s is not', (source) => {
	expect(mayRunTests(source)).toBe(false);
});
