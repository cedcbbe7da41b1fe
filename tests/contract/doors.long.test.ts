import { expect, it } from 'vitest';
import { playThrough } from '../support/case-run.ts';
import { contractCases } from '../support/contract-cases.ts';
import { runHook, runHookProcess } from '../support/run-hook.ts';
import { playThroughServer } from '../support/server-door.ts';

it.each(contractCases.map(({ title, given }) => [title, given] as const))(
	'the built hooks and the server answer as handle does: %s',
	async (_, given) => {
		const { answers } = await playThrough(given, runHook);
		for (const played of [await playThrough(given, runHookProcess), await playThroughServer(given)])
			expect(played).toMatchObject({ wrong: [], answers });
	},
);
