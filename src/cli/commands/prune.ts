import { type Pruned, prune as pruneAll } from '../../app/commands/prune.ts';
import type { LeftoverKind } from '../../app/leftover-ports.ts';
import { counted } from '../../core/text/counted.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { type Answer, changed, type Desk } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { columns } from '../text/columns.ts';

const WHAT: Readonly<Record<LeftoverKind, string>> = {
	branch_state: 'state of a branch that is gone',
	history: 'history of a branch that is gone',
	journal: 'journal of a session that is over',
	record: 'archived record of a session',
	bundle: 'what a session that is gone inherited',
	run: 'what a run did, long ago',
	quarantine: 'unreadable, set aside',
	faults: 'old faults',
	lock: 'lock of a process that is gone',
	temporary: 'left by a process that is gone',
	compiled_config: 'compiled config of a directory that is gone',
	baseline: 'baseline of a session that is over',
	receipts: 'receipts of calls of a session that is over',
	project: 'state of a directory that is gone',
};

/** `req prune`: 2 where something should have gone and did not (D37). */
export async function prune(
	options: {
		readonly dryRun?: true;
		readonly archiveOlderThan?: string;
		readonly json?: true;
	},
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { archiveOlderThan } = options;
	const dryRun = options.dryRun === true;
	const request = { caller: caller(undefined), dryRun, archiveOlderThan };
	const pruned = await pruneAll(request, ports);
	const stays = pruned.failed.map(({ path, why }) => `${path} stays: ${why}`);
	const said = changed(options, pruneText(pruned), pruneJson(pruned), stays);
	return { ...said, exit: stays.length === 0 ? EXIT.done : EXIT.warned };
}

/** What went, or would go, with sizes; then what stays although it looks unneeded. */
function pruneText({ dryRun, removed, dead, kept }: Pruned): string {
	const rows = removed.map(({ kind, path, bytes, of }) => [
		WHAT[kind],
		sizeText(bytes),
		oneLine(of ?? path),
	]);
	const entries = dead.map(({ uuid }) => ['registered session that is gone', '', oneLine(uuid)]);
	const all = [...rows, ...entries];
	const bytes = removed.reduce((sum, one) => sum + one.bytes, 0);
	const verb = dryRun ? 'would go' : 'removed';
	const head =
		all.length === 0
			? 'nothing to prune'
			: `${verb}: ${counted(all.length, 'thing')}, ${sizeText(bytes)}`;
	const why = kept.map(({ path, why: reason }) => [oneLine(path), oneLine(reason)]);
	return [
		head,
		...columns(all).map((line) => `  ${line}`),
		...(kept.length === 0 ? [] : ['kept:', ...columns(why).map((line) => `  ${line}`)]),
	].join('\n');
}

/** The same for scripts; absent values are null (D37). */
function pruneJson({ dryRun, removed, dead, kept, failed }: Pruned): object {
	return {
		dry_run: dryRun,
		removed: removed.map(({ kind, path, bytes, of }) => ({ kind, path, bytes, of: of ?? null })),
		sessions: dead.map(({ uuid }) => uuid),
		kept,
		failed,
	};
}

function sizeText(bytes: number): string {
	if (bytes < 1_000) return `${bytes} B`;
	if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
	return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
