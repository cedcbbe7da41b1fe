import type { BranchChange } from '../branch-state/change.ts';
import { requirementOf } from '../branch-state/requirement-state.ts';
import type { BranchState } from '../branch-state/schema.ts';
import { entryOf, ownerOf } from '../branch-state/session-entries.ts';
import type { Requirement } from '../config/config.ts';
import type { Session } from '../session/session-id.ts';
import type { JournalEntry, JournalLine } from './line.ts';

/** A line of one kind. */
export type LineOf<E extends JournalEntry['e']> = Extract<JournalLine, { e: E }>;

/** What the fold of triggers needs to know. */
export interface FoldFacts {
	readonly session: Session;
	readonly branch: string;
	readonly state: BranchState | undefined;
	readonly requirements: readonly Requirement[];
}

/**
 * The triggers a journal holds for a branch and its state does not know yet. Idempotent, and the
 * order of lines does not matter: the earliest time after the last spend counts (D9, D31).
 */
export function foldTriggers(lines: readonly JournalLine[], facts: FoldFacts): BranchChange[] {
	const owner = ownerOf(facts.session);
	const names = facts.requirements.flatMap(({ name, scope }) => {
		const stored =
			facts.state === undefined ? undefined : requirementOf(facts.state, { name, scope });
		const entry = stored === undefined ? undefined : entryOf(stored.sessions, owner);
		if (entry?.triggered === true) return [];
		const at = firstTrigger(lines, { name, branch: facts.branch, after: entry?.spent_at ?? '' });
		return at === undefined ? [] : [{ name, scope, at }];
	});
	return names.length === 0 ? [] : [{ op: 'trigger', ...owner, names }];
}

function firstTrigger(
	lines: readonly JournalLine[],
	wanted: { readonly name: string; readonly branch: string; readonly after: string },
): string | undefined {
	return ofKind(lines, 'trigger')
		.filter(({ branch, names }) => branch === wanted.branch && names.includes(wanted.name))
		.map(({ at }) => at)
		.filter((at) => at > wanted.after)
		.reduce<string | undefined>(
			(first, at) => (first === undefined || at < first ? at : first),
			undefined,
		);
}

/** Lines of one kind, in the order of the file. */
export function ofKind<E extends JournalEntry['e']>(
	lines: readonly JournalLine[],
	kind: E,
): LineOf<E>[] {
	return lines.filter((line): line is LineOf<E> => line.e === kind);
}

/** Whether a stop was already held on this branch for this prompt and exactly these requirements (D32). */
export function wasStopped(
	lines: readonly JournalLine[],
	held: {
		readonly branch: string;
		readonly prompt: string | undefined;
		readonly names: readonly string[];
	},
): boolean {
	return ofKind(lines, 'stopped').some(
		({ branch, p, names }) =>
			branch === held.branch && p === held.prompt && isSameSet(names, held.names),
	);
}

/** Whether the model was already warned of exactly these requirements during this prompt. */
export function wasWarned(
	lines: readonly JournalLine[],
	prompt: string | undefined,
	names: readonly string[],
): boolean {
	return ofKind(lines, 'refuse').some(
		(line) => line.warned === true && line.p === prompt && isSameSet(line.names, names),
	);
}

function isSameSet(a: readonly string[], b: readonly string[]): boolean {
	return a.length === b.length && a.every((name) => b.includes(name));
}
