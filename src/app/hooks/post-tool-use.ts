import type { BranchChange } from '../../core/branch-state/change.ts';
import { ownerOf } from '../../core/branch-state/session-entries.ts';
import { satisfiedEntries } from '../../core/capture/satisfied-entries.ts';
import type { Requirement } from '../../core/config/config.ts';
import { matching } from '../../core/gate/action.ts';
import { isSpendable } from '../../core/gate/verdict.ts';

import { type JournalEntry, ofKind } from '../../core/journal/line.ts';
import { type BranchName, onBranch, type Place } from '../../core/place/place.ts';
import { isJudged } from '../../core/protocol/gated-tools.ts';

import type { PostToolUseInput } from '../../core/protocol/hook-input.ts';
import { type HookOutput, inform } from '../../core/protocol/hook-output.ts';
import { namedIn } from '../../core/requirement/satisfying.ts';
import type { Session } from '../../core/session/session-id.ts';
import { type Call, readCalls } from '../calls/read-calls.ts';
import { withMemory } from '../continuity/with-memory.ts';
import { journalOf, note, promptOf } from '../journaling.ts';
import { judgeAt } from '../judging.ts';
import { measure } from '../measuring.ts';
import type { Ports } from '../ports.ts';
import { type Granted, satisfactionsOf } from '../satisfactions.ts';
import { saveChanges } from '../saving.ts';
import { type HookEvent, sceneAt, sessionOf, startOf } from '../scene.ts';

/**
 * Records what a successful call means: requirements it arms, the satisfaction it spends, the ones it
 * grants, the ones it makes stale. Within one call: spend first, then satisfy (D31).
 */
export async function postToolUse(
	input: PostToolUseInput,
	ports: Ports,
): Promise<HookOutput | undefined> {
	const event = { input, session: sessionOf(input, ports), ports };
	const answers: (HookOutput | undefined)[] = [];
	const calls = await readCalls({ ...input, ran: true }, ports);
	for (const call of calls) {
		answers.push(await recordCall({ ...event, call }, await satisfactionsOf({ ...event, call })));
	}
	await remember(event);
	const answer = answers.find((one) => one !== undefined);
	return withReceipt(event, calls, answer);
}

/** Every call that ran leaves its receipt here; one that has none was not checked. */
export async function withReceipt(
	event: HookEvent<PostToolUseInput>,
	calls: readonly Call[],
	answer: HookOutput | undefined,
): Promise<HookOutput | undefined> {
	const { input, session, ports } = event;
	const { tool_use_id: id } = input;
	if (id === undefined || !isJudged(input.tool_name)) return answer;
	const receipts = await ports.receipts();
	if (receipts.take(session.uuid, id) !== 'unjudged') return answer;
	const { tellUnchecked } = await import('../guarding.ts');
	return tellUnchecked(event, calls, answer);
}

/** What the gates keep of a call is on disk before anything is made of it for memory, however long that takes. */
async function remember(event: HookEvent<PostToolUseInput>): Promise<void> {
	const { input, session, ports } = event;
	await withMemory(input.cwd, ports, async (home) => {
		const { capturedCall } = await import('../continuity/capture-call.ts');
		await note(home.place, session, { entries: await capturedCall(event, home), ports });
	});
}

/** A call that ran, in the project that judges it. */
export interface PostEvent extends HookEvent<PostToolUseInput> {
	readonly call: Call;
}

/** Keeps what a call means for the gates; `granted`: what it satisfies. */
export async function recordCall(
	event: PostEvent,
	granted: Granted,
): Promise<HookOutput | undefined> {
	const { session, call, ports } = event;
	const spends = await spendsOf(event);
	const uncounted = await uncountedOf(event, granted);
	const satisfied = satisfiedEntries(call.scene.config, granted.changes);
	const gates = [
		...triggerEntries(event, spends.names),
		...granted.entries,
		...uncounted.entries,
		...satisfied,
	];
	await note(call.scene.place, session, { entries: gates, ports });
	await noteElsewhere(event);
	const size = await measure(call, ports);
	const here = [...granted.changes, ...(await staleChanges(event, granted)), ...size.changes];
	const { notice } = await saveChanges(mergePlaces(spends, here, call.scene.place), ports);
	const texts = [...uncounted.texts, ...(size.text === undefined ? [] : [size.text])];
	if (texts.length === 0) return notice;
	const trouble =
		notice !== undefined && 'systemMessage' in notice ? notice.systemMessage : undefined;
	return inform('PostToolUse', texts.join('\n'), trouble);
}

/** Runs that do not count, where their requirement is unmet: each is said at once, and noted for the next refusal. */
async function uncountedOf(
	{ input, session, call, ports }: PostEvent,
	{ uncounted }: Granted,
): Promise<{ readonly texts: readonly string[]; readonly entries: readonly JournalEntry[] }> {
	if (uncounted.length === 0) return { texts: [], entries: [] };
	const { place } = call.scene;
	const requirements = uncounted.map(({ requirement }) => requirement);
	const { standings, paused } = await judgeAt(place, { session, requirements }, ports);
	const unmet = uncounted.filter((_, at) => !paused && standings[at]?.satisfied === false);
	const { uncountedText } = await import('../../core/gate/gate-text.ts');
	const groups = new Map(unmet.map(({ why, run }) => [`${why} ${run}`, { why, run }]));
	const told = [...groups.values()].map(({ why, run }) => {
		const of = unmet.filter((one) => one.why === why && one.run === run);
		return { why, run, names: of.map(({ requirement }): string => requirement.name) };
	});
	return {
		texts: told.map(({ why, run, names }) => uncountedText(names, why, run)),
		entries: told.map(({ why, names }) => ({
			...{ e: 'uncounted' as const, branch: place.branch, names, why },
			...promptOf(input),
		})),
	};
}

interface Spends {
	readonly place: Place;
	readonly names: readonly string[];
	readonly changes: readonly BranchChange[];
}

/** What this call uses up, on the branch on which it was checked: a commit may have left that branch. */
async function spendsOf({ input, session, call, ports }: PostEvent): Promise<Spends> {
	const { place, config } = call.scene;
	const guarded = matching(config.requirements, 'blocks', call.action).filter(
		({ scope }) => scope === 'single_use',
	);
	if (guarded.length === 0) return { place, names: [], changes: [] };
	const lines = await journalOf(place, session, ports);
	const checked = ofKind(lines, 'checked').find((line) => line.call === input.tool_use_id);
	const where = checked === undefined ? place : onBranch(place, checked.branch as BranchName);
	const requirements = guarded.filter(
		({ name }) => checked === undefined || checked.names.includes(name),
	);
	const { standings } = await judgeAt(where, { session, requirements }, ports);
	const spent = standings.filter(isSpendable).map(({ requirement }) => requirement);
	return {
		place: where,
		names: spent.map(({ name }) => name),
		changes: spendChange(spent, session, ports.now()),
	};
}

function spendChange(
	requirements: readonly Requirement[],
	session: Session,
	now: number,
): BranchChange[] {
	if (requirements.length === 0) return [];
	const at = new Date(now).toISOString();
	return [{ op: 'spend', at, ...ownerOf(session), names: namedIn(requirements) }];
}

/**
 * A call that was just spent on does not arm what it spent (D31). What it makes stale is noted as well: the turn has
 * done something, and a satisfaction may be carried to this branch later.
 */
function triggerEntries({ input, call }: PostEvent, spent: readonly string[]): JournalEntry[] {
	const { place, config } = call.scene;
	const namesOf = (list: 'triggers' | 'staleAfter') =>
		matching(config.requirements, list, call.action).map(({ name }): string => name);
	const names = namesOf('triggers').filter((name) => !spent.includes(name));
	const stale = namesOf('staleAfter');
	if (names.length === 0 && stale.length === 0) return [];
	const others = stale.join() === names.join() ? {} : { stale };
	return [{ e: 'trigger', branch: place.branch, names, ...others, ...promptOf(input) }];
}

/**
 * Only a satisfied requirement can become stale: the file is written once, not at every edit (D41). What
 * this call itself proves stands: `npm test > log.txt` writes a file, too.
 */
async function staleChanges(
	{ session, call, ports }: PostEvent,
	{ changes }: Granted,
): Promise<BranchChange[]> {
	const { place, config } = call.scene;
	const proven = changes.flatMap((one) => (one.op === 'satisfy' ? one.names : []));
	const requirements = matching(config.requirements, 'staleAfter', call.action).filter(
		(requirement) => !proven.some(({ name }) => name === requirement.name),
	);
	if (requirements.length === 0) return [];
	const { standings } = await judgeAt(place, { session, requirements }, ports);
	const satisfied = standings.filter(({ reason }) => reason === 'satisfied');
	if (satisfied.length === 0) return [];
	const at = new Date(ports.now()).toISOString();
	const names = namedIn(satisfied.map(({ requirement }) => requirement));
	return [{ op: 'stale', at, ...ownerOf(session), names }];
}

/** Stop looks into other projects only when the session's own journal says that it worked there. */
async function noteElsewhere({ input, session, call, ports }: PostEvent): Promise<void> {
	const start = startOf(input.cwd, ports);
	const { place } = call.scene;
	if (place.stateDir === start.stateDir && place.root === start.root) return;
	if (matching(call.scene.config.requirements, 'triggers', call.action).length === 0) return;
	if ((await sceneAt(start, ports)) === undefined) return;
	await note(start, session, { entries: [{ e: 'elsewhere', root: place.root }], ports });
}

/** Changes by the document they belong to: at most one write each. */
function mergePlaces(
	spends: Spends,
	here: readonly BranchChange[],
	place: Place,
): { place: Place; changes: readonly BranchChange[] }[] {
	if (spends.place.branch === place.branch)
		return [{ place, changes: [...spends.changes, ...here] }];
	return [spends, { place, changes: here }];
}
