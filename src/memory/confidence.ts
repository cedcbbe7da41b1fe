import type { Continuity } from '../config/settings.ts';
import { CERTAIN, type Insight, isCandidate, SUPPOSED } from './record.ts';

const STEP = 0.1;

/** Whether later sessions can be shown an insight of this confidence at all (D22). */
export function isPassedOn(confidence: number, { floor }: Continuity['decay']): boolean {
	return confidence >= floor;
}

/**
 * The confidence after somebody confirmed an insight. A supposition becomes certain, and so does what another one had
 * superseded; what was noted gains a tenth, and is shown again however often it was disputed.
 */
export function confirmed(insight: Pick<Insight, 'source' | 'confidence'>): number {
	if (isCandidate(insight) || insight.confidence === 0) return CERTAIN;
	return rounded(Math.min(CERTAIN, Math.max(insight.confidence, SUPPOSED) + STEP));
}

/** The confidence after somebody disputed an insight: half of what it was. */
export function disputed({ confidence }: Pick<Insight, 'confidence'>): number {
	return rounded(confidence / 2);
}

function rounded(score: number): number {
	return Math.round(score * 1e6) / 1e6;
}
