import { expect, it } from 'vitest';
import { hookRows } from '../../scripts/wiring.ts';
import { playThrough } from '../support/case-run.ts';
import { contractCases } from '../support/contract-cases.ts';
import { type HookName, runHook, runHookProcess } from '../support/run-hook.ts';
import { playThroughServer } from '../support/server-door.ts';

/** The shortest case in which this hook runs, if possible one in which it answers. */
function shortest(hook: HookName) {
	const steps = ({ given }: (typeof contractCases)[number]) =>
		given.steps.filter((step) => 'hook' in step && step.hook === hook);
	const own = contractCases.filter((one) => steps(one).length > 0);
	const answered = own.filter((one) => steps(one).some((step) => 'says' in step));
	const [first] = (answered.length > 0 ? answered : own).sort(
		(one, other) => one.given.steps.length - other.given.steps.length,
	);
	if (first === undefined) throw new Error(`no case plays ${hook}`);
	return first;
}

it.each(hookRows.map(({ entry }) => [entry, shortest(entry)] as const))(
	'the built %s answers as handle does',
	async (_, { given }) => {
		const { wrong, answers } = await playThrough(given, runHookProcess);
		expect(wrong).toEqual([]);
		expect(answers).toEqual((await playThrough(given, runHook)).answers);
	},
);

const byServer = hookRows.filter((row) => row.identity !== undefined);

it.each(byServer.map(({ entry }) => [entry, shortest(entry)] as const))(
	'the server answers %s as handle does',
	async (_, { given }) => {
		const { wrong, answers, byServer: asked } = await playThroughServer(given);
		expect(asked).toBeGreaterThan(0);
		expect(wrong).toEqual([]);
		expect(answers).toEqual((await playThrough(given, runHook)).answers);
	},
);
