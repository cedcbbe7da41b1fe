import { type Difference, differenceText, holding } from '../core/baseline/difference.ts';
import { alsoSay } from '../core/protocol/also-say.ts';
import { alsoTell, type HookOutput, isDenial } from '../core/protocol/hook-output.ts';
import { typedForm } from '../core/text/typed-form.ts';
import { noteSeen } from './baseline-keeping.ts';
import type { Ground } from './ports.ts';

/**
 * A hook's answer with what differs from what the session began with: once to the model and the user, and
 * again in each refusal, whose reader has to know by which policy and in which place it was judged.
 */
export async function tellDifferences(
	output: HookOutput | undefined,
	{ baseline, met, now }: Ground,
	event: string,
): Promise<HookOutput | undefined> {
	// Nobody reads more than the answer to a command; the next event tells the rest.
	if (output !== undefined && 'stopReason' in output) return output;
	const all = [...met.values()];
	const fresh = all.filter(({ key }) => !baseline.seen.some((one) => one.key === key));
	const refuses = isDenial(output) || (output !== undefined && 'decision' in output);
	const why = refuses ? holding(all) : fresh;
	const said = why.length === 0 ? output : alsoSay(output, event, textOf(why));
	if (fresh.length === 0) return said;
	await noteSeen(
		baseline,
		fresh.map(({ key, ...one }) => ('asIs' in one ? { key, asIs: one.asIs } : { key })),
		now,
	);
	return alsoTell(said, textOf(fresh));
}

function textOf(differences: readonly Difference[]): string {
	return differences.map((one) => `req: ${typedForm(differenceText(one))}`).join('\n');
}
