import * as insights from '../../app/commands/insights.ts';
import type { InsightKind } from '../../core/journal/activity.ts';
import { isPassedOn } from '../../core/session-record/confidence.ts';
import { quoted } from '../../core/text/one-line.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { insightListJson, insightListText } from '../text/insights.ts';

interface OfSession {
	readonly session?: string;
}

interface Listing extends OfSession {
	readonly kind?: InsightKind;
	readonly all?: true;
	readonly json?: true;
}

/** `req learn list` */
export async function list(options: Listing, desk: Desk): Promise<Answer> {
	return listing(options, false, desk);
}

/** `req learn review` */
export async function review(options: Listing, desk: Desk): Promise<Answer> {
	return listing(options, true, desk);
}

/** `req learn confirm ID` */
export async function confirm(id: string, options: OfSession, desk: Desk): Promise<Answer> {
	return scored({ reference: id, verdict: 'confirmed' }, options, desk);
}

/** `req learn dispute ID` */
export async function dispute(id: string, options: OfSession, desk: Desk): Promise<Answer> {
	return scored({ reference: id, verdict: 'disputed' }, options, desk);
}

/** `req learn forget ID` */
export async function forget(
	id: string,
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), reference: id };
	const { insight } = await insights.forget(request, ports);
	return answer(`forgotten: ${insight.id}, ${quoted(insight.text)}`);
}

async function listing(
	options: Listing,
	candidates: boolean,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const filter = {
		caller: caller(options.session),
		kind: options.kind,
		all: options.all === true,
		candidates,
	};
	const found = await insights.insightList(filter, ports);
	return options.json
		? jsonAnswer(insightListJson(found.insights))
		: answer(insightListText(found, filter, ports.now()));
}

async function scored(
	what: { readonly reference: string; readonly verdict: 'confirmed' | 'disputed' },
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), ...what };
	const { insight, confidence } = await insights.score(request, ports);
	const change = `${what.verdict} ${insight.id}: ${insight.confidence} → ${confidence}`;
	return answer(isPassedOn(confidence) ? change : `${change}, not passed on any more`);
}
