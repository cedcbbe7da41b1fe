import { ttlOf } from '../config/duration.ts';
import { onlyTheUser } from '../events/caller.ts';
import { placeAt } from '../git/find-place.ts';
import { findLeftovers, type Leftover, removeLeftover } from '../setup/prune.ts';
import { DAY_MS } from '../store/clock.ts';
import { linkObstacle, obstacleFault } from '../store/obstacle.ts';
import { oneLine } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import { callerAt, command, EXIT, JSON_SHOWN } from './command.ts';
import { columns } from './layout.ts';

/** `req prune`: removes what is no longer needed (D10, D14). 2 if something should have gone and did not (D37). */
export const prune = command({
	about: 'remove data that is no longer needed',
	details:
		'Removes what was not written to for 30 days: states of deleted branches and their history, journals of sessions that are over (their records stay), quarantined files and faults; after 90 days what runs did; and what dead processes left behind.',
	options: {
		'--dry-run': 'show what would go, remove nothing',
		'--archive-older-than <age>':
			'also records of sessions that ended longer ago, such as 90d; else archived ones stay',
		...JSON_SHOWN,
	},
	examples: ['req prune --dry-run', 'req prune --archive-older-than 90d'],
	run: async ({ dryRun = false, archiveOlderThan: age }, context) => {
		const caller = callerAt(context, undefined);
		const archivedDays = age === undefined ? undefined : ttlOf(age) / DAY_MS;
		// It ends satisfactions (D36).
		if (!dryRun) onlyTheUser(caller, 'req prune', 'req prune --dry-run');
		const place = placeAt(caller.cwd, context);
		if (place.link !== undefined) throw obstacleFault(linkObstacle(place.link));
		const found = findLeftovers({ place, context, archivedDays });
		const failed = (dryRun ? [] : found).flatMap((leftover) => {
			const why = removeLeftover(leftover);
			return why === undefined ? [] : [{ path: leftover.path, why }];
		});
		const removed = found.filter(({ path }) => failed.every((one) => one.path !== path));
		const warnings = failed.map(({ path, why }) => `${path} stays: ${why}`);
		return {
			text: pruneText(removed, dryRun ? 'would go' : 'removed'),
			json: () => ({
				dry_run: dryRun,
				removed: removed.map(({ row: { kind }, path, bytes, of = null }) => {
					return { kind, path, bytes, of };
				}),
				failed,
				warnings,
			}),
			warnings,
			exit: failed.length === 0 ? EXIT.done : EXIT.warned,
		};
	},
});

function pruneText(things: readonly Leftover[], verb: 'would go' | 'removed'): string {
	if (things.length === 0) return 'nothing to prune';
	const kilobytes = (size: number) => `${(size / 1_000).toFixed(1)} kB`;
	const rows = things.map(({ row, bytes, of, path }) => {
		return [row.what, kilobytes(bytes), oneLine(of ?? path)];
	});
	const bytes = things.reduce((sum, one) => sum + one.bytes, 0);
	const head = `${verb}: ${counted(things.length, 'thing')}, ${kilobytes(bytes)}`;
	return [head, ...columns(rows).map((line) => `  ${line}`)].join('\n');
}
