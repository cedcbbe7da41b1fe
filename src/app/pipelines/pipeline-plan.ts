import type { Config } from '../../core/config/config.ts';
import type { Selection } from '../../core/inherit/selection.ts';
import type { StageChange } from '../../core/pipeline/going-on.ts';
import type { Place } from '../../core/place/place.ts';
import type { PipelineRun, RunRecord } from '../../core/run/schema.ts';
import type { Caller } from '../commands/caller.ts';
import type { RunListing } from '../run-ports.ts';
import type { ReadyPipeline } from './loading.ts';

/** What `req pipeline run` or `req pipeline loop` was asked. */
export interface PipelineRequest {
	readonly caller: Caller;
	/** As somebody named it; of a loop its prompt. */
	readonly file: string;
	/** What its sessions are called after. */
	readonly name: string;
	readonly resume: boolean;
	/** Somebody read the file: the permissions in it count. */
	readonly trust: boolean;
	/** A session reference; `undefined`: what the file says. */
	readonly inherit: string | undefined;
	readonly select: Selection | undefined;
	/** Milliseconds per session. */
	readonly timeout: number;
	/** What goes to the client untouched. */
	readonly more: readonly string[];
}

/** What a pipeline is going to do. */
export interface PipelinePlan {
	readonly place: Place;
	readonly config: Config;
	readonly request: PipelineRequest;
	readonly pipeline: ReadyPipeline;
	/** The run that goes on, with what it has done; `undefined`: a new one. */
	readonly before: (RunRecord & { readonly pipeline: PipelineRun }) | undefined;
	/** What the file says otherwise than when that run began. */
	readonly changes: readonly StageChange[];
	/** Files among the runs that hold none. */
	readonly unreadable: RunListing['unreadable'];
}
