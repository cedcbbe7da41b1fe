import { branchStateKind } from '../core/branch-state/kind.ts';
import type { BranchState } from '../core/branch-state/schema.ts';
import type { Place } from '../core/place/place.ts';
import { recordQuarantine } from './faults.ts';
import type { Ports } from './ports.ts';

/** A branch's state as gates use it. */
export interface ReadState {
	/** `undefined`: nothing stored, or nothing readable, so that every gate is on (D7). */
	readonly state: BranchState | undefined;
	/** Written by a newer build: it can be neither judged nor changed. */
	readonly isNewer: boolean;
	/** The file still has an older shape (D6). */
	readonly isOldShape: boolean;
}

const NOTHING: ReadState = { state: undefined, isNewer: false, isOldShape: false };

/** Reads a branch's state; what could not be read becomes a fault, never silence (D7). */
export async function readState(place: Place, ports: Ports): Promise<ReadState> {
	const loaded = await ports.branchState.read(place);
	switch (loaded.kind) {
		case 'absent':
			return NOTHING;
		case 'present':
			if (loaded.foreignSince !== undefined)
				return untrusted(place, loaded.foreignSince, { ports, link: loaded.doc.behind_link });
			return { ...NOTHING, state: loaded.doc, isOldShape: loaded.migrated === true };
		case 'corrupt':
			await recordQuarantine(place, loaded.reason, ports);
			return NOTHING;
		case 'newer':
			if (loaded.foreignSince !== undefined)
				return untrusted(place, loaded.foreignSince, { ports });
			return { ...NOTHING, isNewer: true };
	}
}

/** What another program wrote proves nothing, and is neither deleted nor written over (docs/adr/0016). */
function untrusted(
	place: Place,
	since: number,
	{ ports, link }: { readonly ports: Ports; readonly link?: string | undefined },
): ReadState {
	const empty = branchStateKind(place, ports.now()).empty();
	const at = new Date(Number.isFinite(since) ? since : ports.now()).toISOString();
	const linked = link === undefined ? {} : { behind_link: link };
	return { ...NOTHING, state: { ...empty, untrusted_since: at, ...linked } };
}
