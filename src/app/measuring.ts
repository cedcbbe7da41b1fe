import type { BranchChange } from '../core/branch-state/change.ts';
import { changesTree } from '../core/command/history-changing.ts';
import { growthText } from '../core/gate/growth-text.ts';
import { namedIn } from '../core/requirement/satisfying.ts';
import type { Call } from './action.ts';
import type { Ports } from './ports.ts';
import { readState } from './state-reading.ts';

/** A measurement to keep, and what the model should know of it. */
export interface Measured {
	readonly changes: readonly BranchChange[];
	readonly text: string | undefined;
}

/** Measures the branch after a call that may have changed its size (dynamic requirements). */
export async function measure(call: Call, ports: Ports): Promise<Measured> {
	const { place, config } = call.scene;
	const dynamic = config.requirements.filter(({ type }) => type === 'dynamic');
	if (dynamic.length === 0 || !mayChangeSize(call)) return { changes: [], text: undefined };
	const lines = await ports.sizes.branchSize(place);
	const { state: before } = await readState(place, ports);
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

function mayChangeSize({ action }: Call): boolean {
	return action.edits.length > 0 || (action.command !== undefined && changesTree(action.command));
}
