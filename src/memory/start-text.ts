import type { StartSource } from '../config/settings.ts';
import type { Context } from '../context.ts';
import { trace } from '../host/environment.ts';
import type { Session } from '../host/session-id.ts';
import { note } from '../journal/journal.ts';
import { recordFault } from '../state/faults.ts';
import { Fault } from '../store/fault.ts';
import { named } from '../text/one-line.ts';
import { noticeLines } from '../text/phrases.ts';
import { applyStart } from './apply-start.ts';
import { readBundle, storeBundle } from './bundle-files.ts';
import { decideStart, type StartDecision } from './decide-start.ts';
import { type Inheritance, inheritRequest, loadRequested } from './inherit.ts';
import { linkOf } from './links.ts';
import { readSession } from './sessions.ts';
import type { InheritRequest, Occasion, Start, StartFacts } from './start-facts.ts';

/** What a session start shows Claude, and what the session inherits because it was asked to. */
export interface Shown {
	/** `undefined`: only the gates speak. */
	readonly decision: StartDecision | undefined;
	/** The gates with what the user should know. */
	readonly gates: string;
	/** For the user: what happened to an inheritance that they asked for, a sentence each. Mostly nothing. */
	readonly notices: readonly string[];
	readonly inherits?: { readonly request: InheritRequest; readonly inheritance: Inheritance };
	/** Why nothing is inherited. */
	readonly fault?: Fault | undefined;
}

/** On which occasion a start shows something, by its source (D19); `undefined`: only the gates speak. */
export function occasionOf({ source, config }: Pick<Start, 'source' | 'config'>): Occasion['kind'] | undefined {
	const isWanted = config.continuity.injectOn.includes(source as StartSource);
	if (!isWanted) return source === 'resume' ? 'resume' : undefined;
	return source === 'compact' ? 'compact' : 'start';
}

/**
 * What a session that starts is shown: what it was asked to inherit, else what earlier sessions pass on by
 * themselves (D18, D19, D24). Nothing is written: `req session preview` asks the same.
 */
export function decideShown(start: Start, facts: StartFacts, context: Context): Shown {
	const request = inheritRequest(start, facts, context);
	if (request === undefined) return decideUsual(start, facts, context);
	try {
		const inheritance = loadRequested(request, { ...facts, ...start }, context);
		if (inheritance.isKept) return decideUsual(start, facts, context);
		const { bundle, records, warnings } = inheritance;
		const { gates } = start;
		const asked = { kind: 'inherit' as const, gates, records, bundle, warnings };
		const decision = decideStart({ ...asked, isAsked: request.required }, facts);
		return { decision, gates, notices: warnings, inherits: { request, inheritance } };
	} catch (error) {
		if (!(error instanceof Fault)) throw error;
		return decideUsual(start, facts, context, error);
	}
}

/** @param fault why nothing is inherited */
function decideUsual(start: Start, facts: StartFacts, context: Context, fault?: Fault): Shown {
	const notices = fault === undefined ? [] : [uninheritedText(fault)];
	const gates = [start.gates, ...noticeLines(notices)].join('\n');
	const kind = occasionOf(start);
	const shown = { gates, notices, fault };
	if (kind !== 'compact') return { ...shown, decision: kind && decideStart({ kind, gates }, facts) };
	const { place, session } = facts;
	const record = readSession(place, session, context);
	if (session === undefined || record === undefined) return { ...shown, decision: undefined };
	const { inherited, comprehension } = record;
	const bundle = inherited && readBundle(place, session).bundle;
	const isAsked = comprehension?.required === true && !comprehension.present;
	const asked = { kind, gates, records: [record], bundle, isAsked };
	return { ...shown, decision: decideStart(asked, facts) };
}

/**
 * What the gates say, followed by what the session is shown of others. All that it was shown is stored (D12). If an
 * inheritance cannot be had, the user is shown why (N-1).
 */
export async function startText(
	start: Start,
	facts: StartFacts & { readonly session: Session },
	context: Context,
): Promise<{ readonly text: string; readonly notices: readonly string[] }> {
	const { place, session, records } = facts;
	const isNew = start.source !== 'resume' && start.source !== 'compact';
	const { cleared } = start;
	const link = isNew ? linkOf({ place, session, cleared }, records, context) : undefined;
	await note(place, session, { entries: link === undefined ? [] : [link], context });
	let shown = decideShown(start, facts, context);
	const { inherits } = shown;
	const obstacle = inherits && storeBundle(place, session, inherits.inheritance.bundle, context);
	if (obstacle !== undefined) shown = decideUsual(start, facts, context, obstacle);
	const { decision, gates, notices, fault } = shown;
	traceShown(shown, facts, context);
	if (fault !== undefined) {
		const { code, hint = 'req doctor' } = fault;
		recordFault(place, context, { code, message: uninheritedText(fault), hint });
	}
	if (decision === undefined || decision.text === gates) return { text: gates, notices };
	const { request } = shown.inherits ?? {};
	await applyStart(decision, { place, session, request }, context);
	return { text: decision.text, notices };
}

/** Why nothing is inherited, and the next step, in one line. */
function uninheritedText({ message, hint = '' }: Fault): string {
	const step = hint.replaceAll('\n  ', ' ').replaceAll('\n', '; ');
	return `nothing inherited: ${message}${step === '' ? '' : `; ${step}`}`;
}

/** Writes to standard error what a start chose, and why, for debugging (S1-034). */
function traceShown({ decision, inherits, fault }: Shown, facts: StartFacts, context: Context) {
	for (const { record, ...numbers } of facts.candidates)
		trace(context, `session ${record.key}: ${JSON.stringify(numbers)}`);
	if (decision?.restoration !== undefined) {
		const { sources: from, pins, insights } = decision.restoration;
		const { dropped } = decision;
		trace(context, `restored: ${JSON.stringify({ from, pins, insights, dropped })}`);
	}
	const from = named(inherits?.inheritance.bundle.from_session ?? '');
	if (inherits !== undefined) trace(context, `inherits from ${from}: by ${inherits.request.door}`);
	if (fault !== undefined) trace(context, uninheritedText(fault));
}
