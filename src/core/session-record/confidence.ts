import type { Continuity } from '../config/continuity.ts';
import type { Insight } from './schema.ts';

/** Confidence of what somebody noted by hand, and the most there is (D22). */
export const CERTAIN = 1;
const STEP = 0.1;
const HALF = 0.5;

/** Whether an insight is a supposition: a prompt's, that nobody has confirmed (D26). */
export function isCandidate({
	source,
	confidence,
}: Pick<Insight, 'source' | 'confidence'>): boolean {
	return source === 'prompt' && confidence < CERTAIN;
}

/** Whether later sessions can be told of it at all (D22). */
export function isPassedOn(confidence: number, { floor }: Continuity['decay']): boolean {
	return confidence >= floor;
}

/** A supposition becomes certain; what was noted gains a tenth (S2-009). */
export function confirmed(insight: Pick<Insight, 'source' | 'confidence'>): number {
	if (isCandidate(insight)) return CERTAIN;
	return rounded(Math.min(CERTAIN, insight.confidence + STEP));
}

/** Half of what it was (S2-009). */
export function disputed({ confidence }: Pick<Insight, 'confidence'>): number {
	return rounded(confidence * HALF);
}

function rounded(score: number): number {
	return Math.round(score * 1e6) / 1e6;
}
