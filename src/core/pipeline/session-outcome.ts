import { type Outcome, outcomeOf, type SessionEnd } from '../run/outcome.ts';

/** What became of the session of an iteration: it has worked where it ended by itself and without an error. */
export function sessionOutcome(end: SessionEnd): Outcome {
	const { code, stopped, unstarted, result } = end;
	const isWell = code === 0 && stopped === undefined && unstarted === undefined;
	return outcomeOf(end, { isDone: isWell && result?.isError === false, wasResumed: false });
}
