import { matchesCommand } from '../../core/command/match-command.ts';
import type { Requirement } from '../../core/config/config.ts';
import { ANY_FILE, heldEdit, matches, matching } from '../../core/gate/action.ts';
import { withUncounted } from '../../core/gate/uncounted.ts';
import { usedUnseen } from '../../core/gate/used-unseen.ts';
import { isSpendable, judge, type Verdict } from '../../core/gate/verdict.ts';
import { wasWarned } from '../../core/journal/ledger.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import { EDIT_TOOLS, SHELL_TOOLS } from '../../core/protocol/gated-tools.ts';
import type { PreToolUseInput } from '../../core/protocol/hook-input.ts';
import {
	alsoTell,
	deny,
	type HookOutput,
	inform,
	isDenial,
	type Notice,
} from '../../core/protocol/hook-output.ts';
import { isNeverSatisfied, type Standing } from '../../core/requirement/standing.ts';
import { named } from '../../core/text/one-line.ts';
import { type Call, readCalls } from '../calls/read-calls.ts';
import { carryOverFork } from '../carrying.ts';
import { journalOf, note, promptOf } from '../journaling.ts';
import { type Judged, judgeAt } from '../judging.ts';
import type { Ports } from '../ports.ts';
import { protect } from '../protection/protect.ts';
import { leaveReceipt } from '../receipts.ts';
import { saveChanges } from '../saving.ts';
import { type HookEvent, sessionOf } from '../scene.ts';

/**
 * Holds a call back that would open a gate (D36), or while a requirement it waits for is not satisfied
 * (D31, D33, D35). A refusal comes before a question, a question before a warning.
 */
export async function preToolUse(
	input: PreToolUseInput,
	ports: Ports,
): Promise<HookOutput | undefined> {
	const session = sessionOf(input, ports);
	const answers = [await protect({ input, session, ports })];
	for (const call of answers.some(isDenial) ? [] : await readCalls(input, ports)) {
		answers.push(await judgeCall({ input, session, call, ports }));
		if (answers.some(isDenial)) break;
	}
	const denial = answers.find(isDenial);
	const answer = answers.find((one) => one !== undefined);
	return denial ?? leaveReceipt({ input, session, ports }, answer);
}

/** Answers where this hook itself failed, or is late. */
export async function answerToFailure(
	event: unknown,
	ports: Ports,
): Promise<HookOutput | undefined> {
	const { answerToFailure: answer } = await import('../guarding.ts');
	return answer(event, ports);
}

interface Event extends HookEvent<PreToolUseInput> {
	readonly call: Call;
}

async function judgeCall(event: Event): Promise<HookOutput | undefined> {
	const { session, call, ports } = event;
	const { place, config } = call.scene;
	const requirements = matching(config.requirements, 'blocks', call.action);
	if (requirements.length === 0) {
		await noteChecked([], event);
		return undefined;
	}
	const judged = await judgeAt(place, { session, requirements }, ports);
	const { paused, obstacle, news } = judged;
	if (place.unreadable !== undefined) return paused ? undefined : refuseUnread(requirements);
	const { standings, notice } = paused ? NOTHING : await withCarried(judged, event);
	const verdict = judge(await withUses(standings, event));
	if (verdict.decision !== 'deny') await noteChecked(verdict.spends, event);
	const answer = await answerTo(verdict, event, obstacle);
	const told = [notice?.systemMessage, await news()].filter((text) => text !== undefined);
	return told.length === 0 ? answer : alsoTell(answer, told.join('\n'));
}

/** Nobody can tell which branch is checked out, so nothing that was satisfied counts. The reason is told with it (ADR 15). */
function refuseUnread(requirements: readonly Requirement[]): HookOutput | undefined {
	const names = requirements.filter(({ enforce }) => enforce === 'deny').map(({ name }) => name);
	return names.length === 0 ? undefined : deny(`req: held back for ${names.join(', ')}.`);
}

async function answerTo(
	verdict: Verdict,
	event: Event,
	obstacle: Judged['obstacle'],
): Promise<HookOutput | undefined> {
	if (verdict.decision === 'allow') return undefined;
	if (verdict.decision === 'warn') return warnOnce(verdict, event, undefined);
	const why = obstacle();
	return why === undefined ? refuse(verdict, event) : warnOnce(verdict, event, why);
}

/** A fork takes its parent's satisfactions along where the requirement says so, just before it is refused. */
async function withForksDue(
	{ standings, state }: Judged,
	{ input, session, call, ports }: Event,
): Promise<readonly Standing[]> {
	const isDue = standings.some((one) => !one.satisfied && one.requirement.carry.includes('fork'));
	if (!isDue) return standings;
	const { place, config } = call.scene;
	const lines = await journalOf(place, session, ports);
	const fork = { place, session, config, state, transcript: input.transcript_path, lines };
	const changes = await carryOverFork(fork, ports);
	if (changes.length === 0) return standings;
	await saveChanges([{ place, changes }], ports);
	const requirements = standings.map(({ requirement }) => requirement);
	return (await judgeAt(place, { session, requirements }, ports)).standings;
}

interface Rejudged {
	readonly standings: readonly Standing[];
	/** What could not be written, for the user. */
	readonly notice?: Notice | undefined;
}
const NOTHING: Rejudged = { standings: [] };

/**
 * What is carried from the session's other branches, just before something is refused, or warned of, for want of it.
 * What holds the end of the turn only is looked for then.
 */
async function withCarried(judged: Judged, event: Event): Promise<Rejudged> {
	const standings = await withForksDue(judged, event);
	const verdict = judge(standings);
	if (!verdict.unmet.some(isNeverSatisfied)) return { standings };
	if (verdict.decision === 'warn' && (await wasSaid(verdict, event))) return { standings };
	const { session, call, ports } = event;
	const { place, config } = call.scene;
	const { carryToBranch } = await import('../branch-carrying.ts');
	const { state } = judged;
	const { batches, heldOn } = await carryToBranch({ place, session, config, state }, ports);
	if (batches.length === 0) return { standings: standings.map(heldOn) };
	const { notice } = await saveChanges(batches, ports);
	const requirements = standings.map(({ requirement }) => requirement);
	const now = await judgeAt(place, { session, requirements }, ports);
	return { standings: now.standings.map(heldOn), notice };
}

/** Whether the model was warned of exactly this during the prompt. */
async function wasSaid(verdict: Verdict, { input, session, call, ports }: Event): Promise<boolean> {
	const { place } = call.scene;
	const lines = await journalOf(place, session, ports);
	const { branch } = place;
	return wasWarned(lines, { branch, prompt: input.prompt_id, names: namesOf(verdict) });
}

/** Only a call that would spend something asks the journal whether it was spent before. */
async function withUses(
	standings: readonly Standing[],
	event: Event,
): Promise<readonly Standing[]> {
	if (!standings.some(isSpendable)) return standings;
	const { input, session, call, ports } = event;
	const { place } = call.scene;
	const lines = await journalOf(place, session, ports);
	const { branch } = place;
	const commit = ports.places.commit(place);
	return usedUnseen(standings, lines, { call: input.tool_use_id, branch, commit });
}

/**
 * Notes on which branch a call was judged that will spend satisfactions if it succeeds (D31), and where the branch
 * stood: should the line fail after a commit, that tells it from one that was not made.
 */
async function noteChecked(spends: readonly string[], event: Event): Promise<void> {
	const { call, input, ports } = event;
	const id = input.tool_use_id;
	if (id === undefined || (spends.length === 0 && !countsCommit(call))) return;
	const { place } = call.scene;
	const commit = ports.places.commit(place);
	const where = commit === undefined ? {} : { commit };
	const entry = { e: 'checked' as const, branch: place.branch, names: [...spends], call: id };
	await noteEvent(event, { ...entry, ...where });
}

/** Whether the call may commit, and a commit arms a requirement or makes one stale. */
function countsCommit({ scene, action }: Call): boolean {
	const { command } = action;
	if (command === undefined || !matchesCommand(command, 'git commit')) return false;
	return scene.config.requirements.some(({ triggers, staleAfter }) =>
		[...triggers, ...staleAfter].some((one) => one.on === 'command' && matches(one, action)),
	);
}

/** A disk that takes no journal line takes no satisfaction either (D7). */
async function refuse(verdict: Verdict, event: Event): Promise<HookOutput | undefined> {
	const isKept = await noteEvent(event, refusalEntry(verdict, event));
	// A link in place of the state is no obstacle of the user's.
	const isLinked = verdict.unmet.some(({ reason }) => reason === 'linked');
	if (!isKept && !isLinked) return warnOnce(verdict, event, 'nothing can be written here');
	const { refusalText } = await import('../../core/gate/gate-text.ts');
	return deny(refusalText(await withLastRuns(verdict.unmet, event), heldBy(verdict, event)));
}

/** Only a refusal that waits for a command asks the journal what became of its last run. */
async function withLastRuns(
	unmet: readonly Standing[],
	{ session, call, ports }: Event,
): Promise<readonly Standing[]> {
	if (unmet.every(({ requirement }) => requirement.commands.length === 0)) return unmet;
	const { place } = call.scene;
	const lines = await journalOf(place, session, ports);
	return withUncounted(unmet, lines, place.branch);
}

/** A warning is worth its tokens once per prompt. `obstacle`: why a refusal became one, for the user too. */
async function warnOnce(
	verdict: Verdict,
	event: Event,
	obstacle: string | undefined,
): Promise<HookOutput | undefined> {
	if (await wasSaid(verdict, event)) return undefined;
	if (obstacle === undefined)
		await noteEvent(event, { ...refusalEntry(verdict, event), warned: true });
	const { warningText } = await import('../../core/gate/gate-text.ts');
	const text = warningText(verdict.unmet, {
		...heldBy(verdict, event),
		why: obstacle ?? 'it only warns',
	});
	return inform('PreToolUse', text, obstacle === undefined ? undefined : text);
}

function refusalEntry(verdict: Verdict, { input, call }: Event): JournalEntry & { e: 'refuse' } {
	const path = editHeld(verdict, call);
	return {
		e: 'refuse',
		branch: call.scene.place.branch,
		names: namesOf(verdict),
		tool: input.tool_name,
		...(path === undefined ? {} : { path }),
		...promptOf(input),
	};
}

async function noteEvent({ call, session, ports }: Event, entry: JournalEntry): Promise<boolean> {
	return note(call.scene.place, session, { entries: [entry], ports });
}

function heldBy(verdict: Verdict, { call }: Event): { branch: string; what: string } {
	const { action, scene } = call;
	const { branch } = scene.place;
	const path = editHeld(verdict, call);
	if (path !== undefined && Object.hasOwn(EDIT_TOOLS, action.tool)) return { branch, what: 'edit' };
	const what = SHELL_TOOLS.includes(action.tool) ? 'command' : 'call';
	if (path === undefined) return { branch, what };
	const changes = path === ANY_FILE ? 'it may change any file' : `it changes ${named(path)}`;
	const why = action.unread ? 'it is too long to read: split it' : changes;
	return { branch, what: `${what} (${why})` };
}

function editHeld({ unmet }: Verdict, { action }: Call): string | undefined {
	return heldEdit(
		unmet.map(({ requirement }) => requirement),
		action,
	);
}

function namesOf({ unmet }: Verdict): string[] {
	return unmet.map(({ requirement }) => requirement.name);
}
