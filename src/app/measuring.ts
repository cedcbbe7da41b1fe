import type { BranchChange } from '../core/branch-state/change.ts';
import { changesTree } from '../core/command/history-changing.ts';
import { namedIn } from '../core/requirement/satisfying.ts';
import type { Call } from './action.ts';
import type { Ports } from './ports.ts';

/** Measures the branch after a call that may have changed its size (dynamic requirements). */
export async function measureChange(event: {
	readonly call: Call;
	readonly ports: Ports;
}): Promise<BranchChange[]> {
	const { call, ports } = event;
	const dynamic = call.scene.config.requirements.filter(({ type }) => type === 'dynamic');
	if (dynamic.length === 0 || !mayChangeSize(call)) return [];
	const lines = await ports.sizes.branchSize(call.scene.place);
	if (lines === undefined) return [];
	const at = new Date(ports.now()).toISOString();
	return [{ op: 'measure', at, lines, names: namedIn(dynamic) }];
}

function mayChangeSize({ action }: Call): boolean {
	return action.edits.length > 0 || (action.command !== undefined && changesTree(action.command));
}
