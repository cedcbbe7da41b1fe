import { refuseTheModel } from '../app/commands/caller.ts';
import { ttlOf } from '../app/commands/typed-values.ts';
import type { KeptLeftover, Leftover } from '../app/leftover-ports.ts';
import type { AllPorts } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { KEPT } from '../core/prune/retention.ts';
import { oneLine } from '../core/text/one-line.ts';
import { counted } from '../core/text/phrases.ts';
import { placeAt } from '../git/find-place.ts';
import { allPorts } from '../runtime/all-ports.ts';
import { loadRegistry, machineOf, updateRegistry } from '../state/registry.ts';
import { entriesOf, isAlive, type Registry, withoutSessions } from '../state/registry-kind.ts';
import { callerAt, command, EXIT, JSON_SHOWN } from './command.ts';
import { columns } from './layout.ts';

/**
 * `req prune`: removes what nobody can need any more (D10, D14). The states of branches that are gone are kept in their
 * history, so that the same name again starts unsatisfied. 2 where something should have gone and did not (D37).
 */
export const prune = command({
	about:
		'Removes the states of branches that are gone; after 30 days their history, journals of sessions that are over (their records stay), quarantined files and faults; after 90 days what runs did; and what processes that died left behind. What it cannot judge stays.',
	options: {
		'--dry-run': 'show what would go, remove nothing',
		'--archive-older-than <age>':
			'also records of sessions that ended longer ago, such as 90d; else archived ones stay',
		...JSON_SHOWN,
	},
	examples: ['req prune --dry-run', 'req prune --archive-older-than 90d'],
	run: async ({ dryRun = false, archiveOlderThan: age }, live) => {
		const ports = allPorts(live);
		const caller = callerAt(ports, undefined);
		const archivedBefore = age === undefined ? undefined : ports.now() - ttlOf(age);
		// It ends satisfactions (D36).
		if (!dryRun) refuseTheModel(caller, { what: 'req prune', hint: 'req prune --dry-run' });
		const entries = entriesOf(await registryOf(ports)).map(([, entry]) => entry);
		const machine = machineOf(ports.context);
		const alive = entries.filter((entry) => isAlive(entry, machine));
		const dead = entries.filter((entry) => !alive.includes(entry)).map(({ uuid }) => uuid);
		const place = placeAt(caller.cwd, ports.context);
		const { leftovers, kept } = await ports.leftovers.find(place, { live: alive, archivedBefore });
		const { removed, failed } = dryRun
			? { removed: leftovers, failed: [] }
			: await removeAll(leftovers);
		const refused = dryRun ? [] : await struckOff(dead, ports);
		const sessions = refused.length === 0 ? dead : [];
		const stay = [...failed, ...refused];
		return {
			text: pruneText({ dryRun, removed, sessions, kept }),
			changed: {
				dry_run: dryRun,
				removed: removed.map(({ kind, path, bytes, of = null }) => ({ kind, path, bytes, of })),
				sessions,
				kept,
				failed: stay,
			},
			warnings: stay.map(({ path, why }) => `${path} stays: ${why}`),
			exit: stay.length === 0 ? EXIT.done : EXIT.warned,
		};
	},
});

/** Takes sessions off the registry; why that could not be. */
async function struckOff(uuids: readonly string[], ports: AllPorts): Promise<KeptLeftover[]> {
	if (uuids.length === 0) return [];
	const updated = await updateRegistry(
		(registry) => withoutSessions(registry, uuids),
		ports.context,
	);
	return updated.kind === 'refused' ? [{ path: 'sessions.json', why: updated.obstacle.what }] : [];
}

/** What went, or would go, with sizes; then what stays although it looks unneeded. */
function pruneText(pruned: {
	readonly dryRun: boolean;
	readonly removed: readonly Leftover[];
	readonly sessions: readonly string[];
	readonly kept: readonly KeptLeftover[];
}): string {
	const { dryRun, removed, sessions, kept } = pruned;
	const all = [
		...removed.map(({ kind, path, bytes, of }) => [
			KEPT[kind].what,
			sizeText(bytes),
			oneLine(of ?? path),
		]),
		...sessions.map((uuid) => ['registered session that is gone', '', oneLine(uuid)]),
	];
	const bytes = removed.reduce((sum, one) => sum + one.bytes, 0);
	const verb = dryRun ? 'would go' : 'removed';
	const gone = `${verb}: ${counted(all.length, 'thing')}, ${sizeText(bytes)}`;
	const why = kept.map(({ path, why: reason }) => [oneLine(path), oneLine(reason)]);
	return [
		all.length === 0 ? 'nothing to prune' : gone,
		...columns(all).map((line) => `  ${line}`),
		...(kept.length === 0 ? [] : ['kept:', ...columns(why).map((line) => `  ${line}`)]),
	].join('\n');
}

function sizeText(bytes: number): string {
	if (bytes < 1_000) return `${bytes} B`;
	if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Without the registry nobody can say which sessions live, and theirs must not go. */
async function registryOf(ports: AllPorts): Promise<Registry> {
	const loaded = loadRegistry(ports.context);
	if (loaded.kind === 'present') return loaded.doc;
	if (loaded.kind === 'absent') return { schema_version: 1, sessions: {} };
	const why = loaded.kind === 'newer' ? 'a newer req wrote it' : loaded.reason;
	throw new Fault('registry_unreadable', `nobody can say which sessions live: ${why}`, {
		hint: 'end the running sessions, or start one here, and try again',
	});
}

/** Removes what was found, as far as it lets itself be removed. */
export async function removeAll(
	leftovers: readonly Leftover[],
): Promise<{ readonly removed: readonly Leftover[]; readonly failed: readonly KeptLeftover[] }> {
	const removed: Leftover[] = [];
	const failed: KeptLeftover[] = [];
	for (const leftover of leftovers) {
		const why = await leftover.remove();
		if (why === undefined) removed.push(leftover);
		else failed.push({ path: leftover.path, why });
	}
	return { removed, failed };
}
