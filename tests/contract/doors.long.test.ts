import { expect, it } from 'vitest';
import { playThrough } from '../support/case-run.ts';
import { contractCases } from '../support/contract-cases.ts';
import { runHook, runHookProcess } from '../support/run-hook.ts';

it.each(contractCases.map(({ title, given }) => [title, given] as const))(
	'the built hooks answer as handle does: %s',
	async (_, given) => {
		const { wrong, answers } = await playThrough(given, runHookProcess);
		expect(wrong).toEqual([]);
		expect(answers).toEqual((await playThrough(given, runHook)).answers);
	},
);
