import type { Insight } from './schema.ts';

/** Confidence of what somebody noted by hand, and the most there is (D22). */
export const CERTAIN = 1;
/** Less is not passed on (D22). */
const LEAST = 0.3;
const STEP = 0.1;
const HALF = 0.5;

/** Whether an insight is a supposition that waits for somebody's word (D26). */
export function isCandidate({
	source,
	confidence,
}: Pick<Insight, 'source' | 'confidence'>): boolean {
	return source === 'prompt' && confidence < CERTAIN && isPassedOn(confidence);
}

/** Whether later sessions can be told of it at all. */
export function isPassedOn(confidence: number): boolean {
	return confidence >= LEAST;
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
