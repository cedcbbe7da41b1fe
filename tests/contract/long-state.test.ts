import { expect, it } from 'vitest';
import type { Case } from '../support/case-format.ts';
import { playCase } from '../support/case-run.ts';
import { contractCases } from '../support/contract-cases.ts';

/** Of a long state a hook reads the entries of its own session only, unless it asks what others did. */
const given = contractCases.filter(
	({ event, given }) => event === 'pre-tool-use' && statesOf(given).length > 0,
);

it.each(given.map(({ title, given }) => [title, given] as const))(
	'D8: in a long state, %s',
	async (_, given) => {
		expect(await playCase(amongOthers(given)), given.why).toEqual([]);
	},
);

it('D6: a state from before seals is read whole, however it is laid out', async () => {
	const done = { satisfied: true, satisfied_at: '$NOW-1h', satisfied_by: 'skill' };
	const sessions = { ...others, abc12345: { uuid: '$SESSION', ...done } };
	const requirements = { commit_plan: { scope: 'session', sessions } };
	const times = { created_at: '$NOW-2d', updated_at: '$NOW-1h' };
	const state = { schema_version: 1, branch: 'main', project: '$CWD', ...times, requirements };
	const inLines = JSON.stringify(state, undefined, '\t')
		.replaceAll(/\n\t+/g, '\n')
		.replaceAll('": ', '":');
	const old: Case = {
		shows: ['D6'],
		why: 'only what was sealed has the layout of ours',
		config: { requirements: { commit_plan: {} } },
		given: {
			'$STATE/main.json': inLines,
			'$CONFIG/requirements/key': { ...KEY, made_at: '2099-01-01T00:00:00.000Z' },
		},
		steps: [{ hook: 'pre-tool-use', edit: 'a.txt', says: 'nothing' }],
	};
	expect(await playCase(old)).toEqual([]);
});

interface State {
	readonly requirements: Readonly<Record<string, { readonly sessions: object }>>;
}

function statesOf({ given = {} }: Case): readonly (readonly [string, State])[] {
	return Object.entries(given).filter(
		(file): file is [string, State] =>
			/^\$STATE\/[^/]+\.json$/.test(file[0]) &&
			Object.values((file[1] as Partial<State> | null)?.requirements ?? {}).some(
				({ sessions }) => sessions,
			),
	);
}

/** As many as no session start rolls over to the history. */
const others = Object.fromEntries(
	Array.from({ length: 45 }, (_, index) => {
		const key = (0x10000000 + index).toString(16);
		const done = { satisfied: true, satisfied_at: '$NOW-4h', satisfied_by: 'skill' };
		const metadata = { skill: 'plan', note: 'x'.repeat(1_000) };
		return [key, { uuid: `${key}-0000-4000-8000-000000000000`, ...done, metadata }];
	}),
);

/** What states are sealed with: only what req wrote itself is read in part. */
const KEY = { key: 'ab'.repeat(32), made_at: '2026-01-01T00:00:00.000Z' };

function amongOthers(one: Case): Case {
	const longer = statesOf(one).map(([path, state]) => {
		const requirements = Object.entries(state.requirements).map(([name, requirement]) => [
			name,
			{ ...requirement, sessions: { ...others, ...requirement.sessions } },
		]);
		return [path, { ...state, requirements: Object.fromEntries(requirements) }];
	});
	const given = { ...one.given, '$CONFIG/requirements/key': KEY };
	return { ...one, given, steps: [{ write: Object.fromEntries(longer) }, ...one.steps] };
}
