import { type JournalLine, ofKind, withoutPutBack } from '../core/journal/line.ts';
import { withoutAccepted } from '../core/observe/restorable.ts';
import { bypassedFiles } from '../core/observe/standing-bypass.ts';
import type { Place } from '../core/place/place.ts';
import type { Standing } from '../core/requirement/standing.ts';

/** Standings with what calls of the session changed past them on this branch. */
export function withBypassed(
	standings: readonly Standing[],
	{ lines, place }: { readonly lines: readonly JournalLine[]; readonly place: Place },
): readonly Standing[] {
	const standing = ofKind(withoutAccepted(withoutPutBack(lines)), 'bypassed');
	const files = bypassedFiles(
		standing.filter(({ branch }) => branch === place.branch),
		standings.filter(wasPassed).map(({ requirement }) => requirement),
	);
	return standings.map((one) => ({ ...one, bypassedFiles: files.get(one.requirement.name) }));
}

/** Whether a call of the session got round it, and nothing has satisfied it. */
function wasPassed({ satisfied, bypassedAt }: Standing): boolean {
	return !satisfied && bypassedAt !== undefined;
}
