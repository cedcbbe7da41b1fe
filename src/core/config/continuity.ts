import type { Selection } from '../inherit/selection.ts';

/** A start of a session, as the host names it. */
export type StartSource = 'startup' | 'resume' | 'clear' | 'compact' | 'fork';

/** `continuity` with every default filled in (S2-099). */
export interface Continuity {
	readonly enabled: boolean;
	readonly injectOn: readonly StartSource[];
	readonly lookbackDays: number;
	readonly expireDays: number;
	readonly retentionDays: number;
	readonly relevance: {
		readonly threshold: number;
		readonly pinThreshold: number;
		readonly recency: number;
		readonly overlap: number;
		readonly tasks: number;
		readonly maxSessions: number;
	};
	readonly pins: { readonly max: number; readonly maxInherited: number };
	readonly topics: number;
	readonly decay: { readonly rate: number; readonly floor: number };
	readonly caps: {
		readonly learnings: number;
		readonly patterns: number;
		readonly warnings: number;
		readonly decisions: number;
		readonly depth: number;
	};
	/** Tokens are `ceil(characters / 4)` (D16). */
	readonly budget: {
		readonly bundleTokens: number;
		readonly injectChars: number;
		readonly codesTokens: number;
		readonly files: number;
		readonly functions: number;
		readonly decisions: number;
		readonly blockers: number;
		readonly next: number;
		readonly meta: number;
	};
	readonly mirror: boolean;
}

/** `inherit`: what the first session of a branch inherits (seed 000, CFG-1..3; D24). */
export interface Inherit {
	/** A session reference. */
	readonly from: string;
	readonly select: Selection;
	readonly comprehension: 'required' | 'optional';
}
