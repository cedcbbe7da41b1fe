import { note } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { type JournalLine, ofKind, withoutSettled } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import { holdsEdit } from '../gate/asks.ts';
import type { BranchChange } from '../state/changes.ts';
import { MAX_PATHS } from './bypass.ts';
import { editedMeanwhile } from './observed-calls.ts';
import type { WorkedProject } from './worked-projects.ts';

/** Milliseconds: an edit of another session beside a short call is in its journal by then. */
const BESIDE_MS = 5_000n;

/** The journal without bypasses that are over, and what takes their arming back. */
interface Settled {
	readonly lines: readonly JournalLine[];
	readonly changes: readonly BranchChange[];
}

/**
 * A bypass is over when none of its files differs from what is committed, whoever saw to that: then a line says so. One
 * whose line does not name them all is over when no file does that its requirements hold. What another session says by now
 * that it edited then was never this one's work.
 */
export async function settleBypasses(
	{ place, config, lines }: WorkedProject,
	session: Session,
	ports: Ports,
): Promise<Settled> {
	const { branch } = place;
	const open = ofKind(withoutSettled(lines), 'bypassed').filter(
		({ refs, ...one }) => one.branch === branch && refs === undefined,
	);
	if (open.length === 0) return { lines, changes: [] };
	const looks = ports.looks;
	const editedBeside = (at: string) => {
		const noted = BigInt(Date.parse(at));
		const span = {
			from: (noted - BESIDE_MS) * 1_000_000n,
			until: (noted + BESIDE_MS) * 1_000_000n,
		};
		return editedMeanwhile(place, span, { ports, except: session });
	};
	const asked = open.every(({ paths }) => isWhole(paths)) ? open.flatMap(({ paths }) => paths) : [];
	const uncommitted = await looks.uncommitted(place, [...new Set(asked)]);
	if (uncommitted === undefined) return { lines, changes: [] };
	const over: typeof open = [];
	for (const one of open) {
		const held = config.requirements.filter(({ name }) => one.names.includes(name));
		const isOfIt = (path: string) =>
			isWhole(one.paths) ? one.paths.includes(path) : held.some((each) => holdsEdit(each, path));
		const left = uncommitted.filter(isOfIt);
		const named = left.length === 0 ? undefined : await editedBeside(one.at);
		if (left.every((path) => named?.has(path))) over.push(one);
	}
	const entries = over.map(({ names, at }) => ({ e: 'settled' as const, branch, names, of: at }));
	await note(place, session, { entries, ports });
	const at = new Date(ports.now()).toISOString();
	const stamped = entries.map((entry) => ({ ...entry, at, s: session.uuid }));
	const changes = over.flatMap((line): BranchChange[] => {
		const requirements = config.requirements.filter(({ name }) => line.names.includes(name));
		return requirements.map(({ name, scope }) => ({
			...{ op: 'disarm', name, scope, session, at: line.at },
		}));
	});
	return { lines: [...lines, ...stamped], changes };
}

/** Whether a line names all files, each as it is called: a name that was taken for a secret leads nowhere. */
function isWhole(paths: readonly string[]): boolean {
	return paths.length < MAX_PATHS && !paths.some((path) => path.includes('[redacted:'));
}
