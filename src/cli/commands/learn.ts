import * as insights from '../../app/commands/insights.ts';
import { importInsights } from '../../app/commands/learn-import.ts';
import { aSentence, learn as keep } from '../../app/commands/learning.ts';
import { judgeBlocker } from '../../app/commands/supposed.ts';
import type { InsightKind } from '../../core/journal/values.ts';
import { isBlockerId, type SupposedBlocker } from '../../core/session-record/insights.ts';
import { quoted } from '../../core/text/one-line.ts';
import {
	type Answer,
	answer,
	type Changing,
	changed,
	type Desk,
	jsonAnswer,
	type Wide,
} from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { insightListJson, insightListText } from '../text/insights.ts';
import { redactedNotes } from '../text/kept.ts';

interface OfSession extends Changing {
	readonly session?: string;
}

interface Listing extends OfSession, Wide {
	readonly kind?: InsightKind;
	readonly all?: true;
}

/** `req learn KIND TEXT`, and `req learn TEXT` */
export async function learn(
	words: readonly string[],
	options: OfSession & { readonly kind: InsightKind; readonly why?: string },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { kind, why } = options;
	const said = words.join(' ');
	const text = kind === 'learning' ? aSentence(said) : said;
	const learnt = await keep({ caller: caller(options.session), kind, text, why }, ports);
	const { id, session, already, redacted } = learnt;
	return changed(
		options,
		`${already ? `known already: ${kind}` : kind} ${id} in session ${session.key}`,
		{ session: session.key, id, kind, already },
		redactedNotes(redacted),
	);
}

/** `req learn import FILE`: 2 where not all of it could be kept. */
export async function importFile(
	file: string,
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const imported = await importInsights({ caller: caller(options.session), file }, ports);
	const { session, kept, known, leftOut, redacted } = imported;
	const said = changed(
		options,
		`${kept} kept in session ${session.key}, ${known} known already`,
		{ session: session.key, kept, known, left_out: leftOut, redacted },
		[
			...(redacted === 0 ? [] : [`a secret was taken out of ${redacted}`]),
			...(leftOut === 0 ? [] : [`${leftOut} left out: empty, too long, or too many`]),
		],
	);
	return { ...said, exit: leftOut === 0 ? EXIT.done : EXIT.warned };
}

/** `req learn list` */
export async function list(options: Listing, desk: Desk): Promise<Answer> {
	return listing(options, 'certain', desk);
}

/** `req learn review` */
export async function review(options: Listing, desk: Desk): Promise<Answer> {
	return listing(options, 'candidates', desk);
}

async function listing(
	options: Listing,
	which: 'candidates' | 'certain',
	{ ports, caller, layout }: Desk,
): Promise<Answer> {
	const { kind, all } = options;
	const filter = { caller: caller(options.session), kind, all: all === true, which };
	const found = await insights.insightList(filter, ports);
	return options.json
		? jsonAnswer(insightListJson(found))
		: answer(insightListText(found, filter, layout(options)));
}

/** `req learn confirm ID` */
export async function confirm(id: string, options: OfSession, desk: Desk): Promise<Answer> {
	return scored({ reference: id, verdict: 'confirmed' }, options, desk);
}

/** `req learn dispute ID` */
export async function dispute(id: string, options: OfSession, desk: Desk): Promise<Answer> {
	return scored({ reference: id, verdict: 'disputed' }, options, desk);
}

async function scored(
	what: { readonly reference: string; readonly verdict: 'confirmed' | 'disputed' },
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), ...what };
	if (isBlockerId(what.reference)) {
		const blocker = await judgeBlocker(request, ports);
		const text = `${what.verdict} ${blocker.id}: ${quoted(blocker.text)}`;
		return changed(options, text, judgedJson({ ...blocker, kind: 'blocker' }));
	}
	const { insight, confidence, isPassedOn } = await insights.score(request, ports);
	const change = `${what.verdict} ${insight.id}: ${insight.confidence} → ${confidence}`;
	const text = isPassedOn ? change : `${change}, not passed on any more`;
	return changed(options, text, judgedJson({ ...insight, confidence, isPassedOn }));
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
		const text = `forgotten: ${blocker.id}, ${quoted(blocker.text)}`;
		return changed(options, text, judgedJson({ ...blocker, kind: 'blocker' }));
	}
	const { insight } = await insights.forget(request, ports);
	const text = `forgotten: ${insight.id}, ${quoted(insight.text)}; its words still count among the topics`;
	return changed(options, text, judgedJson({ ...insight, confidence: null }));
}

/** What was judged, for scripts; what is forgotten is worth nothing, and a blocker has no worth. */
function judgedJson(
	judged: Pick<SupposedBlocker, 'id' | 'text'> & {
		readonly kind: InsightKind | 'blocker';
		readonly confidence?: number | null;
		readonly isPassedOn?: boolean;
	},
): object {
	const { id, kind, text, confidence, isPassedOn } = judged;
	return { id, kind, text, confidence: confidence ?? null, passed_on: isPassedOn ?? null };
}
