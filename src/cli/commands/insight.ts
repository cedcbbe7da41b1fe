import * as insights from '../../app/commands/insights.ts';
import { judgeBlocker } from '../../app/commands/supposed.ts';
import type { InsightKind } from '../../core/journal/values.ts';
import { isBlockerId } from '../../core/session-record/supposed-blockers.ts';
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
	return listing(options, 'certain', desk);
}

/** `req learn review` */
export async function review(options: Listing, desk: Desk): Promise<Answer> {
	return listing(options, 'candidates', desk);
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
	if (isBlockerId(id)) {
		const blocker = await judgeBlocker({ ...request, verdict: 'forgotten' }, ports);
		return answer(`forgotten: ${blocker.id}, ${quoted(blocker.text)}`);
	}
	const { insight } = await insights.forget(request, ports);
	return answer(
		`forgotten: ${insight.id}, ${quoted(insight.text)}; its words still count among the topics`,
	);
}

async function listing(
	options: Listing,
	which: 'candidates' | 'certain',
	{ ports, caller }: Desk,
): Promise<Answer> {
	const filter = {
		caller: caller(options.session),
		kind: options.kind,
		all: options.all === true,
		which,
	};
	const found = await insights.insightList(filter, ports);
	return options.json
		? jsonAnswer(insightListJson(found))
		: answer(insightListText(found, filter, ports.now()));
}

async function scored(
	what: { readonly reference: string; readonly verdict: 'confirmed' | 'disputed' },
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), ...what };
	if (isBlockerId(what.reference)) {
		const blocker = await judgeBlocker(request, ports);
		return answer(`${what.verdict} ${blocker.id}: ${quoted(blocker.text)}`);
	}
	const { insight, confidence, isPassedOn } = await insights.score(request, ports);
	const change = `${what.verdict} ${insight.id}: ${insight.confidence} → ${confidence}`;
	return answer(isPassedOn ? change : `${change}, not passed on any more`);
}
