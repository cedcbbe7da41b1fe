import { note } from '../app/journaling.ts';
import { type JournalLine, ofKind, withoutSettled } from '../core/journal/line.ts';
import { blocksCommits } from '../gate/concerns.ts';
import type { Status } from '../gate/status.ts';
import { commitOf } from '../git/branch-log.ts';
import { uncommittedFiles } from '../git/detect-changes.ts';
import type { BranchChange } from '../state/changes.ts';
import type { HookEvent } from './projects.ts';
import type { WorkedProject } from './worked-projects.ts';

/** The journal with a line for all work that is over, and what takes its arming back. */
interface Settled {
	readonly lines: readonly JournalLine[];
	readonly changes: readonly BranchChange[];
}

/**
 * Ends edits and bypasses none of whose files differs from HEAD: reverted, committed by a person, gone by a rebase. Then a
 * line says so. What does not block commits asks about what the session has committed since the last satisfaction as well.
 */
export async function settleWork(
	{ place, lines }: WorkedProject,
	statuses: readonly Status[],
	{ session, ports }: Pick<HookEvent<unknown>, 'session' | 'ports'>,
): Promise<Settled> {
	const { branch } = place;
	const open = withoutSettled(lines);
	const bypasses = ofKind(open, 'bypassed').filter(({ refs }) => refs === undefined);
	const edits = ofKind(open, 'trigger').flatMap(({ paths, ...line }) =>
		paths === undefined ? [] : [{ ...line, paths }],
	);
	const here = [...bypasses, ...edits].filter((one) => one.branch === branch);
	const paths = [...new Set(here.flatMap((one) => one.paths))];
	const dirty = here.length === 0 ? undefined : await uncommittedFiles(place, paths, ports.context);
	if (dirty === undefined) return { lines, changes: [] };
	const head = commitOf(place);
	const checked = ofKind(lines, 'checked').filter((one) => one.branch === branch);
	const hasFailed = (id: string) => checked.some(({ call, failed }) => failed && call === id);
	const commits = checked.filter(({ call, commit }) => commit !== head && !hasFailed(call));
	const asksForCommits = ({ requirement, satisfaction }: Status, since: string) =>
		!blocksCommits(requirement) &&
		(satisfaction?.satisfied_at ?? '') < since &&
		commits.some(({ at }) => at > since);
	// A name that was taken for a secret leads nowhere.
	const differs = (path: string) => dirty.includes(path) || path.includes('[redacted:');
	const over = here
		.filter((line) => !line.paths.some(differs))
		.flatMap((line) =>
			statuses
				.filter(({ requirement }) => line.names.includes(requirement.name))
				.filter((one) => line.e === 'bypassed' || !asksForCommits(one, line.at))
				.map(({ requirement: { name, scope } }) => ({ name, scope, session, at: line.at })),
		);
	const entries = over.map(({ name, at: of }) => {
		return { e: 'settled' as const, branch, names: [name], of };
	});
	await note(place, session, { entries, ports });
	const at = new Date(ports.now()).toISOString();
	return {
		lines: [...lines, ...entries.map((entry) => ({ ...entry, at, s: session.uuid }))],
		changes: over.map((one): BranchChange => ({ op: 'disarm', ...one })),
	};
}
