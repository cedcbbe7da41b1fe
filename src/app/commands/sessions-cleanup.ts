import type { Ports } from '../ports.ts';
import type { Caller } from './caller.ts';
import { rememberingScene } from './memory-of.ts';

/** Records that went to the archive, or would go. */
export interface Cleanup {
	readonly dryRun: boolean;
	readonly keys: readonly string[];
	/** Records that were due and stay: somebody else has them locked (D8). */
	readonly locked: readonly string[];
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
	const { continuity } = config;
	const { expired } = await ports.records.survey(place, continuity);
	if (dryRun) return { dryRun, keys: expired, locked: [] };
	const { moved, locked } = await ports.records.archive(place, expired, continuity);
	return { dryRun, keys: moved, locked };
}
