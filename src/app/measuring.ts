import type { BranchChange } from '../core/branch-state/change.ts';
import { storedOf } from '../core/branch-state/requirement-state.ts';
import type { BranchState } from '../core/branch-state/schema.ts';
import { changesTree } from '../core/command/history-changing.ts';
import { growthText } from '../core/gate/growth-text.ts';
import { namedIn } from '../core/requirement/satisfying.ts';
import { factOf } from '../core/requirement-type/type-table.ts';
import type { Call } from './calls/read-calls.ts';
import type { Ports } from './ports.ts';
import { readState } from './state-reading.ts';

/** A measurement to keep, and what the model should know of it. */
export interface Measured {
	readonly changes: readonly BranchChange[];
	readonly text: string | undefined;
}

const NOTHING: Measured = { changes: [], text: undefined };
const ASK_AGAIN_MS = 10 * 60 * 1000;

/** Measures the branch after a call that may have changed its size (dynamic requirements). */
export async function measure(call: Call, ports: Ports): Promise<Measured> {
	const { place, config } = call.scene;
	const dynamic = config.requirements.filter((one) => factOf(one)?.isMeasured);
	if (dynamic.length === 0 || !mayChangeSize(call)) return NOTHING;
	const { state: before } = await readState(place, ports);
	if (dynamic.every(({ name }) => isHopeless(before, name, ports.now()))) return NOTHING;
	const lines = await ports.sizes.branchSize(place);
	const at = new Date(ports.now()).toISOString();
	return {
		changes: [
			{ op: 'measure', at, names: namedIn(dynamic), ...(lines === undefined ? {} : { lines }) },
		],
		text:
			lines === undefined
				? undefined
				: growthText(dynamic, { branch: place.branch, lines, before }),
	};
}

/** Where git could not tell a moment ago, asking at every edit would only cost its patience. */
function isHopeless(state: BranchState | undefined, name: string, now: number): boolean {
	const measured = storedOf(state, name)?.measured;
	if (measured === undefined || measured.lines !== undefined) return false;
	return now - Date.parse(measured.at) < ASK_AGAIN_MS;
}

function mayChangeSize({ action }: Call): boolean {
	return action.edits.length > 0 || (action.command !== undefined && changesTree(action.command));
}
