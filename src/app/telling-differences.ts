import type { Seen } from '../core/baseline/baseline.ts';
import { type Difference, differenceText, holding } from '../core/baseline/difference.ts';
import { alsoSay } from '../core/protocol/also-say.ts';
import { alsoTell, type HookAnswer, isDenial } from '../core/protocol/hook-messages.ts';
import { typedForm } from '../core/text/one-line.ts';
import { noteSeen } from './baselines.ts';
import type { Ground } from './ports.ts';

/**
 * A hook's answer with what differs from what the session began with: once to the model and the user, and
 * again in each refusal, whose reader has to know by which policy and in which place it was judged.
 */
export async function tellDifferences(
	output: HookAnswer,
	{ baseline, met, now }: Ground,
	event: string,
): Promise<HookAnswer> {
	// Nobody reads more than the answer to a command; the next event tells the rest.
	if (output !== undefined && 'stopReason' in output) return output;
	const all = [...met.values()];
	const isKept = (kept: Seen) => baseline.seen.some((one) => one.key === kept.key);
	const fresh = all.filter((one) => !isKept(toldOf(one)));
	const refuses = isDenial(output) || (output !== undefined && 'decision' in output);
	const why = refuses ? holding(all) : fresh;
	const said = why.length === 0 ? output : alsoSay(output, event, textOf(why));
	const news = [...fresh.map(toldOf), ...all.flatMap(asIsOf)].filter((one) => !isKept(one));
	if (news.length > 0) await noteSeen(baseline, news, now);
	return fresh.length === 0 ? said : alsoTell(said, textOf(fresh));
}

/** It is known by what is said of it: a bisect writes the same config anew at each step. */
function toldOf(difference: Difference): Seen {
	return { key: `told ${differenceText(difference)}` };
}

/** A branch's own policy that counts as it is, so that git need not be asked again. */
function asIsOf(difference: Difference): Seen[] {
	return 'asIs' in difference && difference.asIs ? [{ key: difference.key, asIs: true }] : [];
}

function textOf(differences: readonly Difference[]): string {
	return differences.map((one) => `req: ${typedForm(differenceText(one))}`).join('\n');
}
