import type { Continuity } from '../../core/config/continuity.ts';
import type { FoldTerms } from '../../core/session-record/fold.ts';

/** What a fold takes from the config. */
export function foldTermsOf({ topics, pins, expireDays, mirror }: Continuity): FoldTerms {
	return { topics, pins: pins.max, expireDays, mirror };
}
