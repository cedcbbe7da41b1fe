import type { Standing } from '../requirement/standing.ts';

/** What a gate says of one call. `warn`: it goes through, and is told so. */
export interface Verdict {
	readonly decision: 'allow' | 'warn' | 'deny';
	/** The unmet requirements that decided it, in the order of the config. */
	readonly unmet: readonly Standing[];
	/** Satisfied single-use requirements that this call will spend if it succeeds (D31). */
	readonly spends: readonly string[];
}

/**
 * Judges a call by the standings of the requirements that block it (D35: there is no `allow` answer,
 * only silence). A requirement with `enforce: stop` lets every call through.
 */
export function judge(blocking: readonly Standing[]): Verdict {
	const unmet = blocking.filter(({ satisfied }) => !satisfied);
	const denying = unmet.filter(({ requirement }) => requirement.enforce === 'deny');
	const warning = unmet.filter(({ requirement }) => requirement.enforce === 'warn');
	if (denying.length > 0) return { decision: 'deny', unmet: denying, spends: [] };
	const spends = blocking.filter(isSpendable).map(({ requirement }) => requirement.name);
	return { decision: warning.length > 0 ? 'warn' : 'allow', unmet: warning, spends };
}

/** Requirements that hold a stop: armed by this session and unmet (D32). A call that nobody checked, or that got round the gate, holds it in any case. */
export function holdsStop(standing: Standing): boolean {
	const { requirement, triggered, satisfied, uncheckedAt, bypassedAt } = standing;
	const isRound = uncheckedAt !== undefined || bypassedAt !== undefined;
	return triggered && !satisfied && (requirement.holdsStop || isRound);
}

/** Whether a guarded call uses it up: an approval lasts until its ttl instead. */
export function isSpendable({ requirement, reason }: Standing): boolean {
	return requirement.scope === 'single_use' && reason === 'satisfied';
}
