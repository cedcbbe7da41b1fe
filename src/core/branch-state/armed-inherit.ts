import type { ChangeOf } from './change.ts';
import type { BranchState } from './schema.ts';

type Change = ChangeOf<'arm_inherit'> | ChangeOf<'disarm_inherit'> | ChangeOf<'take_inherit'>;

/** What the next session of the branch inherits: armed anew, disarmed, or taken by the first that comes. */
export function applyInherit(state: BranchState, change: Change): BranchState {
	const { armed_inherit: armed, ...rest } = state;
	switch (change.op) {
		case 'arm_inherit': {
			const { op: _, ...asked } = change;
			return armed?.at === asked.at && armed.from === asked.from
				? state
				: { ...rest, armed_inherit: asked };
		}
		case 'disarm_inherit':
			return armed === undefined ? state : rest;
		case 'take_inherit':
			return armed === undefined || armed.taken_by !== undefined
				? state
				: { ...rest, armed_inherit: { ...armed, taken_by: change.uuid } };
	}
}
