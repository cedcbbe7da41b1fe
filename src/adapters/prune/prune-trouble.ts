import type { Leftover, PruneSearch } from '../../app/leftover-ports.ts';
import { codeOf } from '../unwritable.ts';
import { NOTHING } from './prune-world.ts';

/** `ENOENT` of the system, and not `ERR_INVALID_ARG_TYPE` of a bug. */
const SYSTEM_CODE = /^E[A-Z0-9]+$/;

/**
 * What a search finds. What goes while it looks is gone; what it may not look at stays.
 *
 * @param path what is named as kept
 */
export function looked(path: string, look: () => PruneSearch): PruneSearch {
	try {
		return look();
	} catch (error) {
		const why = whyNot(error);
		return why === undefined ? NOTHING : { leftovers: [], kept: [{ path, why }] };
	}
}

/** The same leftover, whose removal ends with a reason where the system refuses it: it throws bugs only. */
export function removable(leftover: Leftover): Leftover {
	return { ...leftover, remove: () => leftover.remove().catch(whyNot) };
}

/** The system's reason; `undefined`: it is gone already, another prune was faster. */
function whyNot(error: unknown): string | undefined {
	const code = codeOf(error);
	if (!SYSTEM_CODE.test(code)) throw error;
	return code === 'ENOENT' ? undefined : (error as Error).message;
}
