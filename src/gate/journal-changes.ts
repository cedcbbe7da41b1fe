import type { Requirement } from '../config/config.ts';
import type { Session } from '../host/session-id.ts';
import type { JournalLine } from '../journal/entries.ts';
import { type LineOf, ofKind } from '../journal/lines.ts';
import { type BranchState, entryOf, storedOf } from '../state/branch-state.ts';
import { applyChanges, armableSince, type BranchChange } from '../state/changes.ts';

/** What the fold of triggers needs to know. */
interface FoldFacts {
	readonly session: Session;
	readonly branch: string;
	/** Earlier names of the branch, newest first. */
	readonly renamedFrom: () => readonly string[];
	readonly state: BranchState | undefined;
	readonly requirements: readonly Requirement[];
}

/** The uses of satisfactions that the state could not store when a call used them (D31). Idempotent. */
function foldSpends(lines: readonly JournalLine[], facts: FoldFacts): BranchChange[] {
	const { session, state, requirements } = facts;
	const spent = onBranch(facts, ofKind(lines, 'spent'));
	return requirements.flatMap(({ name, scope }): BranchChange[] => {
		const entry = entryOf(storedOf(state, name), session);
		if (entry?.satisfied !== true) return [];
		const { satisfied_at: since = '' } = entry;
		const use = spent.findLast(({ names, until }) => names.includes(name) && until >= since);
		return use === undefined ? [] : [{ op: 'spend', name, scope, session, at: use.until }];
	});
}

/**
 * The triggers and uses a journal holds for a branch, under its earlier names too, and its state does not know
 * yet. A call that got round a gate arms what it should have waited for, unless that is over.
 * Idempotent, and the order of lines does not matter: the earliest time after the last spend counts (D4, D9, D31).
 */
export function foldTriggers(lines: readonly JournalLine[], facts: FoldFacts): BranchChange[] {
	const { session } = facts;
	const timesOf = (kind: Arming) => {
		const here = onBranch(facts, ofKind(lines, kind));
		return (name: string) => here.filter(({ names }) => names.includes(name)).map(({ at }) => at);
	};
	const triggers = timesOf('trigger');
	const bypassed = timesOf('bypassed');
	const spends = foldSpends(lines, facts);
	const state = facts.state && applyChanges(facts.state, spends, '').doc;
	const armed = facts.requirements.flatMap(({ name, scope }): BranchChange[] => {
		const entry = entryOf(storedOf(state, name), session);
		if (entry?.triggered === true) return [];
		const since = armableSince(entry);
		const [at] = [...triggers(name), ...bypassed(name)].filter((time) => time > since).sort();
		return at === undefined ? [] : [{ op: 'trigger', name, scope, session, at }];
	});
	return [...spends, ...armed];
}

type Arming = 'trigger' | 'bypassed';

/** A line keeps the name its branch had then; the reflog is asked only when another name occurs. */
function onBranch<Line extends LineOf<Arming | 'spent'>>(
	facts: FoldFacts,
	lines: readonly Line[],
): Line[] {
	const isForeign = lines.some(({ branch }) => branch !== facts.branch);
	const branches: string[] = [facts.branch, ...(isForeign ? facts.renamedFrom() : [])];
	return lines.filter(({ branch }) => branches.includes(branch));
}
