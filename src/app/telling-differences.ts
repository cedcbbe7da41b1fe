import { withSeen } from '../core/baseline/baseline.ts';
import { type Difference, differenceText } from '../core/baseline/difference.ts';
import { alsoSay, alsoTell, type HookOutput, isDenial } from '../core/protocol/hook-output.ts';
import type { Ground } from './ports.ts';

/**
 * A hook's answer with what differs from what the session began with: once to the model and the user, and
 * again in each refusal, whose reader has to know by which policy and in which place it was judged.
 */
export function tellDifferences(
	output: HookOutput | undefined,
	{ baseline, met, now }: Ground,
	event: string,
): HookOutput | undefined {
	const all = [...met.values()];
	const fresh = all.filter(({ key }) => !baseline.seen.some((one) => one.key === key));
	const holding = all.filter((one) => one.kind === 'place' || !one.isOfBranch);
	const refuses = isDenial(output) || (output !== undefined && 'decision' in output);
	if (refuses && holding.length > 0) output = alsoSay(output, event, textOf(holding));
	if (fresh.length === 0) return output;
	const text = textOf(fresh);
	const said = refuses ? output : alsoSay(output, event, text);
	const told = fresh.map((one) => ({
		key: one.key,
		...(one.kind === 'policy' && one.asIs ? { asIs: true } : {}),
	}));
	now.baselines.write(withSeen(baseline, told));
	return alsoTell(said, text);
}

function textOf(differences: readonly Difference[]): string {
	return differences.map((one) => `req: ${differenceText(one)}`).join('\n');
}
