import type { Applied } from '../document/document.ts';
import type { ChangeOf } from './change.ts';
import { type HistoryLine, type Leaving, retire } from './history.ts';
import {
	isRootScope,
	type Named,
	requirementOf,
	type SatisfactionFields,
	withEntry,
	withoutSatisfaction,
	withRequirement,
} from './requirement-state.ts';
import { rescope } from './rescope.ts';
import type { BranchState, RequirementState } from './schema.ts';
import { entryOf } from './session-entries.ts';

type Satisfy = ChangeOf<'satisfy'>;

/** Records a satisfaction where its scope keeps it; an approval always belongs to its session (D1). */
export function applySatisfy(state: BranchState, change: Satisfy): Applied<BranchState> {
	let doc = state;
	const retired: object[] = [];
	for (const named of change.names) {
		const scoped = rescope(requirementOf(doc, named), named, change.at);
		const atRoot = isRootScope(named.scope) && change.by !== 'approval';
		const before = atRoot ? scoped.doc : entryOf(scoped.doc.sessions, change);
		if (isNewer(before, change.at)) continue;
		const replaced =
			before?.satisfied_at === change.at ? [] : retireReplaced(before, named, change);
		retired.push(...scoped.retired, ...replaced);
		doc = withRequirement(doc, named.name, record(scoped.doc, named, change));
	}
	return { doc, retired };
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
	};
	if (isRootScope(named.scope) && change.by !== 'approval') {
		return { ...withoutSatisfaction(requirement), ...fields, session: change.key };
	}
	return withEntry(requirement, change, (entry) => ({
		...withoutSatisfaction(entry),
		uuid: change.uuid,
		...fields,
	}));
}

function isNewer(before: SatisfactionFields | undefined, at: string): boolean {
	return (
		before?.satisfied === true &&
		before.stale_since === undefined &&
		(before.satisfied_at ?? '') > at
	);
}

function retireReplaced(
	before: SatisfactionFields | undefined,
	named: Named,
	change: Satisfy,
): HistoryLine[] {
	const leaving: Leaving = {
		at: change.at,
		named,
		session: isRootScope(named.scope) ? undefined : change.key,
		endedBy: 'replaced',
	};
	return before === undefined ? [] : retire(before, leaving);
}
