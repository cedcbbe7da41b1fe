import { type Caller, onlyTheUser } from '../app/commands/caller.ts';
import { isThisSession, memoryIfAny, onlyItsOwn } from '../app/commands/memory-of.ts';
import { storeNotes, theOneNamed } from '../app/commands/noter.ts';
import type { CommandPorts } from '../app/ports.ts';
import type { Continuity } from '../config/settings.ts';
import { quoted } from '../core/text/one-line.ts';
import type { Place } from '../git/place.ts';
import { confirmed, disputed, isPassedOn } from '../memory/confidence.ts';
import { recordEvents } from '../memory/events.ts';
import {
	isInsight,
	type Note,
	type NoteLine,
	noteId,
	readNotes,
	type SaidLine,
	supposedBlockerId,
} from '../memory/notes.ts';
import { CERTAIN, isCandidate, isDoubted, SUPPOSED } from '../memory/record.ts';
import { allSessions } from '../memory/sessions.ts';
import type { Answer } from './command.ts';

/** What somebody says of an insight, or of a blocker, as participles of the answer. */
const VERDICTS = { confirm: 'confirmed', dispute: 'disputed', forget: 'forgotten' } as const;
export type VerdictName = keyof typeof VERDICTS;

/** How insights are spoken of if a reference means none, or several. */
export const INSIGHTS = {
	many: 'insights',
	none: 'nothing that was learned here is',
	list: 'req learn list --all',
};
const BLOCKERS = {
	many: 'blockers',
	none: 'no open blocker is',
	list: 'req learn review --all',
};
/** A reference that can only mean a blocker. */
const BLOCKER_ID = /^b[0-9a-f]{3,8}$/;

/** Something noted, or what a prompt only seemed to say. */
export type Judged = Pick<
	Note,
	'id' | 'kind' | 'text' | 'label' | 'why' | 'at' | 'branch' | 'user'
> & {
	readonly confidence: number;
	readonly source: string;
	/** Full id. */
	readonly session: string | undefined;
	readonly isSupposed: boolean;
	readonly supersededBy?: string | undefined;
};

/** All insights and open blockers of a repository, and what prompts seemed to say that nobody had a word on (D26). */
export function judgedThings(place: Place, ports: CommandPorts): Judged[] {
	const noted = readNotes(place)
		.all.filter((one) => isInsight(one) || (one.kind === 'blocker' && one.ended === undefined))
		.map((one): Judged => ({ ...one, session: one.session, isSupposed: false }));
	const supposed = allSessions(place, ports).flatMap(({ uuid, branch, user, ...record }) => {
		const of = { session: uuid, branch, user, confidence: SUPPOSED, isSupposed: true };
		const insights = record.insights.filter(isCandidate).map((one): Judged => {
			const { id, kind, text, source, created_at: at } = one;
			return { ...of, id, kind, label: undefined, text, why: undefined, source, at };
		});
		const blockers = record.activity.blockers
			.filter(({ source, resolved }) => source === 'prompt' && resolved !== true)
			.map(({ type: label, text, at, source }): Judged => {
				const id = supposedBlockerId({ type: label, text });
				return { ...of, id, kind: 'blocker', label, text, why: undefined, source, at };
			});
		return [...insights, ...blockers];
	});
	// Several sessions may have been told the same.
	const once = new Map(supposed.toReversed().map((one) => [one.id, one]));
	return [...noted, ...once.values()];
}

interface Judging {
	/** An id, or its beginning. */
	readonly reference: string;
	readonly verdict: VerdictName;
	readonly caller: Caller;
}

/**
 * Judges what any session of the repository knows, or what holds one up. It needs no session.
 *
 * @throws Fault `unknown_name`, `unknown_session`, `not_configured`, `refused`
 */
export async function judge(
	{ reference, verdict, caller }: Judging,
	ports: CommandPorts,
): Promise<Answer> {
	const { place, config, session } = await memoryIfAny(caller, ports);
	onlyItsOwn(caller, session, ports);
	const isBlocker = BLOCKER_ID.test(reference.trim().toLowerCase());
	const things = judgedThings(place, ports).filter(
		({ kind }) => (kind === 'blocker') === isBlocker,
	);
	const one = theOneNamed(reference, things, isBlocker ? BLOCKERS : INSIGHTS);
	const { id, text } = one;
	// What another session noted is not the model's to take away.
	const takesAway = verdict === 'forget' || (isBlocker && verdict === 'dispute' && !one.isSupposed);
	if (takesAway && !isThisSession(one.session, ports))
		onlyTheUser(caller, `req learn ${verdict} ${id}`);
	const at = new Date(ports.now()).toISOString();
	const lines = isBlocker
		? blockerLines(one, verdict, at)
		: insightLines(one, verdict, { at, session: session?.uuid });
	await storeNotes({ place }, () => lines, ports);
	if (verdict === 'forget' && !isBlocker && !caller.isModel) {
		const data = { command: 'learn forget', ref: id, by: caller.user };
		const event = { name: 'session_override' as const, session: session?.uuid ?? null, data };
		await recordEvents(place, [event], ports);
	}
	if (verdict === 'forget') {
		const rest = isBlocker ? '' : '; its words still count among the topics';
		return { text: `forgotten: ${id}, ${quoted(text)}${rest}` };
	}
	if (isBlocker) return { text: `${VERDICTS[verdict]} ${id}: ${quoted(text)}` };
	return { text: verdictText(one, verdict, config.continuity.decay) };
}

function scoreAfter(one: Judged, verdict: 'confirm' | 'dispute'): number {
	return verdict === 'confirm' ? confirmed(one) : disputed(one);
}

function verdictText(
	one: Judged,
	verdict: 'confirm' | 'dispute',
	decay: Continuity['decay'],
): string {
	const { id, confidence: old, supersededBy } = one;
	const confidence = scoreAfter(one, verdict);
	const change = old === confidence ? `its confidence stays ${old}` : `${old} → ${confidence}`;
	const isShown = !isDoubted({ confidence }) && isPassedOn(confidence, decay);
	const untold = verdict === 'confirm' ? ', still not passed on' : ', not passed on any more';
	const isBoth = verdict === 'confirm' && old === 0 && supersededBy !== undefined;
	const both = `. ${supersededBy}, which took its place, is told as well: \`req learn forget ${supersededBy}\` if it is wrong`;
	return `${VERDICTS[verdict]} ${id}: ${change}${isShown ? '' : untold}${isBoth ? both : ''}`;
}

function insightLines(
	one: Judged,
	verdict: VerdictName,
	by: Pick<SaidLine, 'at' | 'session'>,
): NoteLine[] {
	const { id, confidence: old } = one;
	if (verdict === 'forget') return [{ ...by, op: 'forget', id }];
	const score: NoteLine = { ...by, op: verdict, id, old, confidence: scoreAfter(one, verdict) };
	const isNoted = one.isSupposed && verdict === 'confirm';
	return isNoted ? [saidLine(one, id, by.at), score] : [score];
}

/** Confirmed, it is a blocker like one that was noted; else it is resolved (D26). */
function blockerLines(one: Judged, verdict: VerdictName, at: string): NoteLine[] {
	const { id, kind, text, label, branch } = one;
	if (verdict === 'forget') return [{ at, op: 'forget', id }];
	const end: NoteLine = { at, op: 'resolve', id, how: 'removed' };
	if (verdict === 'dispute') return [end];
	return one.isSupposed ? [saidLine(one, noteId({ kind, text, label, branch }), at), end] : [];
}

/** What a prompt seemed to say, as a note of its session. */
function saidLine({ kind, text, label, branch, user, session }: Judged, id: string, at: string) {
	const of = { label, session, branch, user };
	return {
		at,
		op: 'note' as const,
		id,
		kind,
		text,
		confidence: CERTAIN,
		source: 'user' as const,
		...of,
	};
}
