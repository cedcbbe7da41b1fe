import { note } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { type JournalLine, ofKind, withoutSettled } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import { blocksEdit } from '../gate/concerns.ts';
import { uncommittedFiles } from '../git/detect-changes.ts';
import type { BranchChange } from '../state/changes.ts';
import { MAX_PATHS } from './bypass.ts';
import type { WorkedProject } from './worked-projects.ts';

/** The journal without bypasses that are over, and what takes their arming back. */
interface Settled {
	readonly lines: readonly JournalLine[];
	readonly changes: readonly BranchChange[];
}

/**
 * Ends bypasses none of whose files differs from HEAD, whoever saw to that: then a line says so. One whose line does not
 * name all of its files ends when no file differs that its requirements block.
 */
export async function settleBypasses(
	{ place, config, lines }: WorkedProject,
	session: Session,
	ports: Ports,
): Promise<Settled> {
	const { branch } = place;
	const open = ofKind(withoutSettled(lines), 'bypassed').filter(
		(one) => one.branch === branch && one.refs === undefined,
	);
	const isWhole = open.every(({ paths }) => namesAll(paths));
	const asked = isWhole ? [...new Set(open.flatMap(({ paths }) => paths))] : [];
	const dirty = open.length === 0 ? undefined : await uncommittedFiles(place, asked, ports.context);
	if (dirty === undefined) return { lines, changes: [] };
	const requirementsOf = (names: readonly string[]) =>
		config.requirements.filter(({ name }) => names.includes(name));
	const over = open.filter(({ names, paths }) => {
		const blocking = requirementsOf(names);
		return !dirty.some((path) =>
			namesAll(paths) ? paths.includes(path) : blocking.some((one) => blocksEdit(one, path)),
		);
	});
	const entries = over.map(({ names, at }) => ({ e: 'settled' as const, branch, names, of: at }));
	await note(place, session, { entries, ports });
	const at = new Date(ports.now()).toISOString();
	return {
		lines: [...lines, ...entries.map((entry) => ({ ...entry, at, s: session.uuid }))],
		changes: over.flatMap((line) =>
			requirementsOf(line.names).map(
				({ name, scope }): BranchChange => ({ op: 'disarm', name, scope, session, at: line.at }),
			),
		),
	};
}

/** Whether a line names all files, each as it is: a name that was taken for a secret leads nowhere. */
function namesAll(paths: readonly string[]): boolean {
	return paths.length < MAX_PATHS && !paths.some((path) => path.includes('[redacted:'));
}
