import { satisfy as satisfyThem } from '../../app/commands/satisfy.ts';
import { type Answer, answer, type Desk } from '../desk.ts';
import { durationOption } from '../duration-option.ts';
import { satisfyText } from '../text/changes.ts';
import { storageWarnings } from '../text/stored.ts';

interface SatisfyOptions {
	readonly session?: string;
	readonly ttl?: string;
	readonly evidence?: string;
	/** `true`: from the latest session. */
	readonly carry?: string | true;
}

/** `req satisfy NAME…` */
export async function satisfy(
	names: readonly string[],
	options: SatisfyOptions,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { session, ttl, evidence, carry } = options;
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
	return { ...answer(out), warnings: storageWarnings(satisfied.stored) };
}
