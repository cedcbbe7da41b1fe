import { namesAndCarry } from '../../app/commands/names-and-carry.ts';
import { satisfy as satisfyThem } from '../../app/commands/satisfy.ts';
import { ttlOf } from '../../app/commands/ttl.ts';
import { satisfiedText } from '../../core/inject/change-text.ts';
import type { Answer, Desk } from '../desk.ts';
import { changeAnswer } from '../text/stored.ts';
import { whoseOf } from '../text/whose.ts';

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
	const from = options.carry === true ? undefined : options.carry;
	const wanted = options.carry === undefined ? undefined : { from };
	const { names, carry } = namesAndCarry(given, wanted);
	const satisfied = await satisfyThem(
		{
			caller: caller(session),
			names,
			ttl: ttl === undefined ? undefined : ttlOf(ttl),
			evidence,
			carry,
		},
		ports,
	);
	const out = satisfiedText(satisfied.names, whoseOf(satisfied), ports.now());
	return changeAnswer(out, satisfied);
}
