import type { Applied } from '../document/document.ts';
import type { ChangeOf } from './change.ts';
import { rescope, retire } from './history.ts';
import {
	isRootScope,
	type Named,
	requirementOf,
	type SatisfactionFields,
	withEntry,
	withoutRootSatisfaction,
	withoutSatisfaction,
	withRequirement,
} from './requirement-state.ts';
import type { BranchState, RequirementState, SessionEntry } from './schema.ts';
import { entryKey, entryOf, uuidFor } from './session-entries.ts';

type Satisfy = ChangeOf<'satisfy'>;

/** Records a satisfaction where its scope keeps it; an approval always belongs to its session (D1). */
export function applySatisfy(state: BranchState, change: Satisfy): Applied<BranchState> {
	let doc = state;
	const retired: object[] = [];
	for (const named of change.names) {
		const scoped = rescope(requirementOf(doc, named), named, change.at);
		const atRoot = isAtRoot(named, change);
		const before = atRoot ? scoped.doc : entryOf(scoped.doc.sessions, change);
		if (isOutranked(before, change)) continue;
		const session = atRoot ? undefined : entryKey(scoped.doc.sessions, change);
		const replaced = { at: change.at, named, session, endedBy: 'replaced' } as const;
		retired.push(...scoped.retired, ...retire(before ?? {}, replaced));
		doc = withRequirement(doc, named.name, record(scoped.doc, named, change));
	}
	return { doc, retired };
}

function isAtRoot({ scope }: Named, { by }: Satisfy): boolean {
	return isRootScope(scope) && by !== 'approval';
}

function record(
	requirement: RequirementState,
	named: Satisfy['names'][number],
	change: Satisfy,
): RequirementState {
	const fields = {
		satisfied: true,
		satisfied_at: change.at,
		satisfied_by: change.by,
		...(named.expires_at === undefined ? {} : { expires_at: named.expires_at }),
		...(Object.keys(change.metadata).length === 0 ? {} : { metadata: change.metadata }),
		...(change.tip === undefined ? {} : { tip: change.tip }),
	};
	if (isAtRoot(named, change)) {
		const { key: session, uuid } = change;
		return { ...withoutRootSatisfaction(requirement), ...fields, session, uuid };
	}
	return withEntry(requirement, change, (entry) => ({
		...withoutSatisfaction(entry),
		uuid: uuidFor(entry, change),
		...fields,
	}));
}

/** What is stored already counts for more than this change. */
function isOutranked(before: Partial<SessionEntry> | undefined, change: Satisfy): boolean {
	const isRepeated = change.once === true && wasSatisfied(before);
	return isNewer(before, change.at) || isRecorded(before, change) || isRepeated;
}

function isNewer(before: SatisfactionFields | undefined, at: string): boolean {
	return (
		before?.satisfied === true &&
		before.stale_since === undefined &&
		(before.satisfied_at ?? '') > at
	);
}

/** Satisfied now, or spent or cleared since. */
function wasSatisfied(before: Partial<SessionEntry> | undefined): boolean {
	const ended = before?.spent_at ?? before?.cleared_at;
	return before?.satisfied === true || ended !== undefined;
}

/** The same satisfaction a second time changes nothing. */
function isRecorded(before: SatisfactionFields | undefined, { at, by }: Satisfy): boolean {
	return before?.satisfied === true && before.satisfied_at === at && before.satisfied_by === by;
}
