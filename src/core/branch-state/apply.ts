import type { Applied } from '../document/document.ts';
import { applyInherit } from './armed-inherit.ts';
import type { BranchChange, ChangeOf } from './change.ts';
import { applyClear, applyForget } from './clear.ts';
import { requirementOf, withRequirement } from './requirement-state.ts';
import { applySatisfy } from './satisfy.ts';
import type { BranchState } from './schema.ts';
import { applySpend } from './spend.ts';
import { applyStale } from './stale.ts';
import { applyRecall, applyTidy, isOvergrown } from './tidy.ts';
import { applyTrigger } from './trigger.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Applies changes in order. Returns `state` itself when none of them changed anything. */
export function applyChanges(
	state: BranchState,
	changes: readonly BranchChange[],
	at: string,
): Applied<BranchState> {
	const first: Applied<BranchState> = { doc: state, retired: [] };
	const done = changes.reduce((so, change) => then(so, applyOne(so.doc, change)), first);
	if (done.doc === state) return done;
	const tidied = isOvergrown(done.doc)
		? then(done, applyTidy(done.doc, trimOf(changes, at)))
		: done;
	return { ...tidied, doc: { ...tidied.doc, updated_at: at } };
}

/** A writer that finds too many entries does not know who is alive; what was touched today may be (D10, D11). */
function trimOf(changes: readonly BranchChange[], at: string): ChangeOf<'tidy'> {
	const live = changes.flatMap((change) => ('uuid' in change ? [change.uuid] : []));
	return { op: 'tidy', at, live, spare_since: new Date(Date.parse(at) - DAY_MS).toISOString() };
}

function applyOne(state: BranchState, change: BranchChange): Applied<BranchState> {
	switch (change.op) {
		case 'satisfy':
			return applySatisfy(state, change);
		case 'trigger':
			return applyTrigger(state, change);
		case 'spend':
			return applySpend(state, change);
		case 'stale':
			return applyStale(state, change);
		case 'clear':
			return applyClear(state, change);
		case 'forget':
			return applyForget(state, change);
		case 'recall':
			return applyRecall(state, change);
		case 'measure':
			return { doc: applyMeasure(state, change), retired: [] };
		case 'pause':
		case 'unpause':
			return { doc: applyPause(state, change), retired: [] };
		case 'arm_inherit':
		case 'disarm_inherit':
		case 'take_inherit':
			return { doc: applyInherit(state, change), retired: [] };
		case 'tidy':
			return applyTidy(state, change);
	}
}

function applyMeasure(state: BranchState, change: ChangeOf<'measure'>): BranchState {
	return change.names.reduce((doc, named) => {
		const requirement = requirementOf(doc, named);
		const { measured: before } = requirement;
		if (before !== undefined && before.lines === change.lines) return doc;
		const { at, lines } = change;
		const measured = lines === undefined ? { at } : { lines, at };
		return withRequirement(doc, named.name, { ...requirement, measured });
	}, state);
}

function applyPause(
	state: BranchState,
	change: ChangeOf<'pause'> | ChangeOf<'unpause'>,
): BranchState {
	const { paused, ...rest } = state;
	if (change.op === 'unpause') return paused === undefined ? state : rest;
	const { at, by, reason } = change;
	if (paused?.at === at) return state;
	return { ...rest, paused: { at, by, ...(reason === undefined ? {} : { reason }) } };
}

function then(before: Applied<BranchState>, after: Applied<BranchState>): Applied<BranchState> {
	return { doc: after.doc, retired: [...before.retired, ...after.retired] };
}
