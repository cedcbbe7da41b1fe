import type { RunItem } from '../../core/run/schema.ts';
import type { RunPlan } from './planning.ts';
import type { RunLedger } from './run-ledger.ts';
import type { Stops } from './stopping.ts';

/** A run at work. */
export interface RunAtWork {
	readonly plan: RunPlan;
	readonly ledger: RunLedger;
	readonly stops: Stops;
	readonly tell: (progress: Progress) => void;
}

/** What a session of a run works on. */
export interface WorkNamed {
	readonly id: string;
	readonly title: string;
}

/** What a run tells while it goes on. */
export type Progress =
	| {
			readonly kind: 'begun';
			readonly work: WorkNamed;
			readonly number: number;
			readonly of: number;
	  }
	| {
			readonly kind: 'turn';
			readonly turns: number;
			/** The last tool it called. */
			readonly tool: string | undefined;
	  }
	| { readonly kind: 'resuming' | 'warning'; readonly text: string }
	| { readonly kind: 'ended'; readonly item: RunItem }
	/** `now`: the session is stopped; else the run ends with the session at work. */
	| { readonly kind: 'stopping'; readonly now: boolean };
