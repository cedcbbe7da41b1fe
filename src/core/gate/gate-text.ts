import { onBranchText } from '../place/place.ts';
import type { Standing } from '../requirement/standing.ts';
import { counted, listed } from '../text/counted.ts';
import { typed } from '../text/one-line.ts';
import { firstStep, unmetLines, wayOutLines } from './unmet-text.ts';

/** The call a gate speaks about. */
export interface Held {
	readonly branch: string;
	/** `edit`, `command` or `call`: what waits. */
	readonly what: string;
}

/**
 * Why a call was refused, and the shortest way on. Facts, no orders. The first line names what is unmet:
 * of a refused command the client's terminal shows no other.
 */
export function refusalText(unmet: readonly Standing[], held: Held): string {
	const head = `req: this ${held.what} waits for ${counted(unmet.length, 'requirement')} ${onBranchText(held.branch)}: ${listed(namesOf(unmet))}.`;
	return [head, ...unmetLines(unmet), ...wayOutLines(unmet)].join('\n');
}

/** The same for a call that goes through all the same: `enforce: warn`, or a state nobody could change. */
export function warningText(
	unmet: readonly Standing[],
	held: Held & { readonly why: string },
): string {
	const head = `req: this ${held.what} goes through without ${counted(unmet.length, 'requirement')} ${onBranchText(held.branch)} (${held.why}).`;
	return [head, ...unmetLines(unmet), ...wayOutLines(unmet)].join('\n');
}

/** What the model is told of a run that does not count, and what to run instead; `undefined`: just that was run. */
export function uncountedText(
	names: readonly string[],
	why: string,
	run: string | undefined,
): string {
	const next = run === undefined ? '' : `; run ${typed(run)}`;
	return `req: this run does not count for ${names.join(', ')}: ${why}${next}.`;
}

/** Why the turn does not end yet. */
export function stopText(unmet: readonly Standing[], branch: string): string {
	const head = `req: this session's work ${onBranchText(branch)} still waits for ${counted(unmet.length, 'requirement')}.`;
	return [head, ...unmetLines(unmet), ...wayOutLines(unmet)].join('\n');
}

/** What the user is told when a turn ends all the same: one line. */
export function endedText(unmet: readonly Standing[]): string {
	const names = namesOf(unmet);
	const step = unmet.length === 1 ? firstStep(unmet) : 'see `/req:status`';
	return `req: this turn ended with ${listed(names)} unmet${step === undefined ? '' : ` (${step})`}`;
}

function namesOf(unmet: readonly Standing[]): string[] {
	return unmet.map(({ requirement }) => requirement.name);
}
