import { expect, it } from 'vitest';
import { playThrough } from '../support/case-run.ts';
import { contractCases } from '../support/contract-cases.ts';
import { runHook } from '../support/run-hook.ts';
import { playThroughServer } from '../support/server-door.ts';

it.each(contractCases.map(({ title, given }) => [title, given] as const))(
	'the server answers as handle does: %s',
	async (_, given) => {
		const { wrong, answers } = await playThroughServer(given);
		expect(wrong).toEqual([]);
		expect(answers).toEqual((await playThrough(given, runHook)).answers);
	},
);
