import {
	type BranchChange,
	type BranchState,
	entryOf,
	ownerOf,
	storedOf,
} from '../branch-state/schema.ts';
import type { Requirement } from '../config/config.ts';
import type { Place } from '../place/place.ts';
import type { Session } from '../session/session-id.ts';
import { type JournalLine, type LineOf, ofKind, withoutPutBack } from './line.ts';

/** What the fold of triggers needs to know. */
interface FoldFacts {
	readonly session: Session;
	readonly place: Pick<Place, 'branch' | 'renamedFrom'>;
	readonly state: BranchState | undefined;
	readonly requirements: readonly Requirement[];
}

/**
 * The triggers a journal holds for a branch, under its earlier names too, and its state does not know
 * yet. A call that ran unchecked, or got round a gate, arms what it should have waited for, unless all was put back.
 * Idempotent, and the order of lines does not matter: the earliest time after the last spend counts (D4, D9, D31).
 */
export function foldTriggers(lines: readonly JournalLine[], facts: FoldFacts): BranchChange[] {
	const owner = ownerOf(facts.session);
	const standing = withoutPutBack(lines);
	const triggers = onBranch(facts.place, ofKind(standing, 'trigger'));
	const unchecked = onBranch(facts.place, ofKind(standing, 'unchecked'));
	const bypassed = onBranch(facts.place, ofKind(standing, 'bypassed'));
	const names = facts.requirements.flatMap(({ name, scope }) => {
		const stored = storedOf(facts.state, name);
		const entry = stored === undefined ? undefined : entryOf(stored.sessions, owner);
		const news = {
			...newsOf('unchecked_at', lastOf(unchecked, name), entry?.unchecked_at),
			...newsOf('bypassed_at', lastOf(bypassed, name), entry?.bypassed_at),
		};
		if (entry?.triggered === true && Object.keys(news).length === 0) return [];
		const all = [...triggers, ...unchecked, ...bypassed];
		const at = firstOf(all, { name, after: entry?.spent_at ?? '' });
		return at === undefined ? [] : [{ name, scope, at, ...news }];
	});
	return names.length === 0 ? [] : [{ op: 'trigger', ...owner, names }];
}

function lastOf(
	lines: readonly LineOf<'unchecked' | 'bypassed'>[],
	name: string,
): string | undefined {
	return lines.findLast(({ names }) => names.includes(name))?.at;
}

/** When a call last got round a gate, if the state does not know it yet. */
function newsOf<Key extends string>(
	key: Key,
	last: string | undefined,
	known = '',
): { [K in Key]?: string } {
	return last !== undefined && last > known ? ({ [key]: last } as { [K in Key]?: string }) : {};
}

/** A line keeps the name its branch had then; the reflog is asked only when another name occurs. */
function onBranch<Line extends LineOf<'trigger' | 'unchecked' | 'bypassed'>>(
	place: FoldFacts['place'],
	lines: readonly Line[],
): Line[] {
	const isForeign = lines.some(({ branch }) => branch !== place.branch);
	const branches: string[] = [place.branch, ...(isForeign ? place.renamedFrom() : [])];
	return lines.filter(({ branch }) => branches.includes(branch));
}

function firstOf(
	lines: readonly LineOf<'trigger' | 'unchecked' | 'bypassed'>[],
	wanted: { readonly name: string; readonly after: string },
): string | undefined {
	return lines
		.filter(({ names }) => names.includes(wanted.name))
		.map(({ at }) => at)
		.filter((at) => at > wanted.after)
		.reduce<string | undefined>(
			(first, at) => (first === undefined || at < first ? at : first),
			undefined,
		);
}
