import type { Bundle } from '../../core/inherit/bundle.ts';
import type { NextIteration } from '../../core/pipeline/progress.ts';

/** An iteration that is about to begin. */
export interface Iteration extends NextIteration {
	/** Of its item, and of its folder. */
	readonly key: string;
	readonly title: string;
	readonly prompt: string;
	/** Milliseconds. */
	readonly started: number;
}

/** What its session inherits, and where that lies. */
export interface StageBundle {
	readonly path: string;
	readonly bundle: Bundle;
}
