import { hasExpired } from '../../core/session-record/expiry.ts';
import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { rememberingScene } from './remembering.ts';

/** Records that went to the archive, or would go. */
export interface Cleanup {
	readonly dryRun: boolean;
	readonly keys: readonly string[];
}

/**
 * Moves the records of sessions that have expired to the archive, where an explicit reference finds them
 * (S1-032, S1-060, D14). A session start does so too.
 *
 * @throws Fault `not_configured` where nothing is remembered
 */
export async function sessionsCleanup(
	{ caller, dryRun }: { readonly caller: Caller; readonly dryRun: boolean },
	ports: Ports,
): Promise<Cleanup> {
	const { place, config } = await rememberingScene(caller, ports);
	const { expireDays, retentionDays } = config.continuity;
	if (!dryRun) {
		const keys: string[] = [];
		// One call moves so many at most.
		for (let moved = await archive(); moved.length > 0; moved = await archive()) {
			keys.push(...moved);
		}
		return { dryRun, keys };
	}
	const summaries = await ports.records.summaries(place, Number.POSITIVE_INFINITY);
	const due = summaries.filter(
		(one) => one.status !== 'archived' && hasExpired(one, { expireDays }, ports.now()),
	);
	return { dryRun, keys: due.map(({ key }) => key) };

	function archive() {
		return ports.records.archive(place, { expireDays, retentionDays });
	}
}
