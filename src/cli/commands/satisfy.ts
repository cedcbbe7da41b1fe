import { satisfy as satisfyThem } from '../../app/commands/satisfy.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Answer, Desk } from '../desk.ts';
import { durationOption } from '../duration-option.ts';
import { satisfyText } from '../text/changes.ts';
import { changeAnswer } from '../text/stored.ts';

interface SatisfyOptions {
	readonly session?: string;
	readonly ttl?: string;
	readonly evidence?: string;
	/** `true`: from the latest session. */
	readonly carry?: string | true;
}

/** `req satisfy NAME…` */
export async function satisfy(
	given: readonly string[],
	options: SatisfyOptions,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { session, ttl, evidence } = options;
	const { names, carry } = namesAndCarry(given, options.carry);
	const satisfied = await satisfyThem(
		{
			caller: caller(session),
			names,
			ttl: ttl === undefined ? undefined : durationOption(ttl),
			evidence,
			carry: carry === undefined ? undefined : { from: carry === true ? undefined : carry },
		},
		ports,
	);
	const out = satisfyText(satisfied, ports.now());
	return changeAnswer(out, satisfied);
}

/**
 * The option takes the word after it for a session. In `--carry commit_plan` that is the requirement:
 * no other word is left that could be.
 *
 * @throws Fault `usage`
 */
function namesAndCarry(
	names: readonly string[],
	carry: SatisfyOptions['carry'],
): { names: readonly string[]; carry: SatisfyOptions['carry'] } {
	if (names.length > 0) return { names, carry };
	if (typeof carry === 'string') return { names: [carry], carry: true };
	throw new Fault('usage', 'name the requirements to satisfy');
}
