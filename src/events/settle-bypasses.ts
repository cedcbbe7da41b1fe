import { note } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { type JournalLine, ofKind, withoutSettled } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import { uncommittedFiles } from '../git/detect-changes.ts';
import type { BranchChange } from '../state/changes.ts';
import type { WorkedProject } from './worked-projects.ts';

/** The journal without bypasses that are over, and what takes their arming back. */
interface Settled {
	readonly lines: readonly JournalLine[];
	readonly changes: readonly BranchChange[];
}

/** Ends bypasses none of whose files differs from HEAD, by whatever means: then a line says so. */
export async function settleBypasses(
	{ place, config, lines }: WorkedProject,
	session: Session,
	ports: Ports,
): Promise<Settled> {
	const { branch } = place;
	const open = ofKind(withoutSettled(lines), 'bypassed').filter(
		(one) => one.branch === branch && one.refs === undefined,
	);
	const paths = [...new Set(open.flatMap((one) => one.paths))];
	const dirty = open.length === 0 ? undefined : await uncommittedFiles(place, paths, ports.context);
	if (dirty === undefined) return { lines, changes: [] };
	const over = open.filter((one) => !one.paths.some((path) => dirty.includes(path)));
	const entries = over.map(({ names, at }) => ({ e: 'settled' as const, branch, names, of: at }));
	await note(place, session, { entries, ports });
	const at = new Date(ports.now()).toISOString();
	const changes = over.flatMap((line) => {
		const bypassed = config.requirements.filter(({ name }) => line.names.includes(name));
		return bypassed.map(
			({ name, scope }): BranchChange => ({ op: 'disarm', name, scope, session, at: line.at }),
		);
	});
	const settled = entries.map((entry) => ({ ...entry, at, s: session.uuid }));
	return { lines: [...lines, ...settled], changes };
}
