import { isOfFuture } from '../session/is-of-future.ts';
import { MS_A_DAY } from './ms-a-day.ts';

/**
 * Whether a session is over and its record has expired (D14): the earlier of its own word and the config's. One that
 * says it is of the future is nobody's.
 *
 * @param record its times, ISO
 * @param now milliseconds since the epoch
 */
export function hasExpired(
	record: {
		readonly endedAt: string | undefined;
		readonly expiresAt: string;
		readonly lastActivity: string;
	},
	{ expireDays }: { readonly expireDays: number },
	now: number,
): boolean {
	if (record.endedAt === undefined) return false;
	if (isOfFuture(record.lastActivity, now)) return true;
	const byConfig = Date.parse(record.lastActivity) + expireDays * MS_A_DAY;
	return Math.min(Date.parse(record.expiresAt), byConfig) < now;
}
