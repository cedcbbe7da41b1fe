import { type Problem, problemText } from '../../config/config.ts';
import type { Status } from '../../gate/status.ts';
import type { Answer } from '../../host/messages.ts';
import type { Obstacle } from '../../store/obstacle.ts';
import type { Fault, FaultLine } from '../fault/fault.ts';
import { oneLine, typed, typedForm } from '../text/one-line.ts';
import {
	afterGates,
	GATES,
	type GatesState,
	noticeLines,
	requirementLines,
} from './status-text.ts';

/** A command as it stood in the prompt: `/req:satisfy commit_plan`. */
export interface Typed {
	readonly line: string;
	/** False: the client was started by another client's command, so that no user typed it (D36). */
	readonly byUser: boolean;
	/** Whether the prompt is the command alone: then its answer asks no model. */
	readonly isAlone: boolean;
}

/**
 * Shown to the user, and told to the model as what has happened.
 *
 * @param context what the model alone is told after it, which takes a turn
 */
export function answered(command: Typed, told: string, context: string | undefined): Answer {
	const isTold = context !== undefined && context !== '';
	if (command.isAlone && !isTold)
		return { decision: 'halt', text: `req answered ${nameOf(command)}:\n${told}` };
	const more = isTold ? `\n\n${context}` : '';
	const text = `req: ${whoTyped(command)}; req answered:\n${told}${more}`;
	return { text, notice: `req: ${told}` };
}

/** Why nothing was done, and what to type instead. */
export function refused(command: Typed, { message, hint }: Fault): Answer {
	// A line that says what to type names the terminal's form beside it.
	const form = (line: string) => (line.includes('/req:') ? line : typedForm(line));
	const lines = [message, ...(hint ?? '').split('\n')].map((line) => oneLine(form(line)));
	const told = lines.filter((line) => line !== '').join('\n');
	if (command.isAlone)
		return { decision: 'halt', text: `req did nothing for ${nameOf(command)}:\n${told}` };
	const text = `req: ${whoTyped(command)}. Nothing was done:\n${told}`;
	return { text, notice: `req: ${told}` };
}

function nameOf({ line, byUser }: Typed): string {
	return byUser ? typed(line) : `${typed(line)} of another client's command`;
}

function whoTyped({ line, byUser }: Typed): string {
	const who = byUser ? 'the user typed' : "another client's command started this client with";
	return `${who} ${typed(line)}`;
}

/** Where the gates stand, as the use case tells it. */
export interface GateFacts {
	/** `on branch main` */
	readonly on: string;
	readonly gates: GatesState;
	/** Why they do not stand, or not fully. */
	readonly reasons: readonly string[];
	/** Why nothing can be stored. */
	readonly obstacle: Obstacle | undefined;
	readonly statuses: readonly Status[];
	readonly problems: readonly Problem[];
	readonly faults: readonly FaultLine[];
	/** Milliseconds since the epoch. */
	readonly now: number;
}

/** The answer of `/req:status`: whether the gates stand, each requirement, the ways out. */
export function gateLines(facts: GateFacts): string[] {
	const { on, gates, statuses, problems, faults } = facts;
	const [first, ...others] = facts.reasons.map((reason) => oneLine(typedForm(reason)));
	const isBare = gates === 'off' && statuses.length === 0;
	return [
		gatesSentence(facts, first),
		...(isBare ? [] : requirementLines(on, facts)),
		...noticeLines([...others, ...problems.map(problemText), ...faults.map(faultText)]),
	];
}

function gatesSentence({ gates, obstacle }: GateFacts, reason: string | undefined): string {
	if (gates !== 'only_warn' || obstacle === undefined)
		return `the gates are ${GATES[gates]}${afterGates(gates, reason)}`.replace(/\.?$/, '.');
	const what = `nothing can be stored: ${oneLine(obstacle.what)}`;
	const fix = typedForm(obstacle.fix);
	return `the gates only warn, because ${what}. ${fix.charAt(0).toUpperCase()}${fix.slice(1)}.`;
}

function faultText({ at, message }: FaultLine): string {
	return `a fault at ${oneLine(at)}: ${oneLine(message)}`;
}
