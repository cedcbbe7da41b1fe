import { satisfiedEntries, satisfyChanges } from '../gate/satisfy.ts';
import type { Place } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import { isEmptyPlan, planPath } from '../host/tools.ts';
import type { JournalEntry } from '../journal/entries.ts';
import { journalOf, note, promptOf, readJournal } from '../journal/journal.ts';
import { type LineOf, ofKind } from '../journal/lines.ts';
import { member, textIn } from '../store/foreign-json.ts';
import { sha256 } from '../store/hashes.ts';
import { textOrNothing } from '../store/read-file.ts';
import { typed } from '../text/one-line.ts';
import { type HookEvent, homeOf, type Project, projectAt } from './projects.ts';
import { saveChanges } from './stored-state.ts';

/** A plan is prose. A longer one is not compared. */
const MAX_BYTES = 256 * 1024;

interface PlanCall {
	readonly cwd: string;
	readonly prompt_id?: string | undefined;
	readonly permission_mode?: string | undefined;
	readonly tool_input?: unknown;
	readonly tool_response?: unknown;
}

type Step = LineOf<'plan'>['step'];

/** The journal line of a plan, with its file as it is now. */
export function planEntry(step: Step, { branch }: Place, call: PlanCall): JournalEntry {
	const path = planPath(call.tool_input, call.tool_response);
	const plan = path === undefined ? '' : textOrNothing(path, MAX_BYTES);
	const file = plan === '' ? {} : { path, hash: sha256(plan) };
	return { e: 'plan', step, branch, ...file, ...promptOf(call) };
}

/** Notes that Claude asks the user to approve a plan. */
export async function notePlan(event: HookEvent<PlanCall>): Promise<undefined> {
	const { input, session, context } = event;
	const home = await plannedHome(event);
	if (home === undefined || isEmptyPlan(input.tool_input)) return;
	await note(home.place, session, { entries: [planEntry('asked', home.place, input)], context });
}

/**
 * The plan that a session may have begun by. "Yes, clear context" at a plan ends the session and starts another one, and no
 * event reports the approval. A rejected plan and `/clear` look the same, until the new session works without a prompt.
 */
export async function pendingPlan(before: Session, { place, config }: Project): Promise<readonly JournalEntry[]> {
	if (!config.requirements.some(({ plan }) => plan)) return [];
	// Lines of every kind: nothing came between the question and the end.
	const lines = readJournal(place, before.uuid).filter((line) => textIn(line, 's') === before.uuid);
	const end = lines.findLastIndex((line) => member(line, 'e') === 'end');
	const [asked] = ofKind(lines.slice(end - 1, end) as LineOf<'plan'>[], 'plan');
	if (asked?.step !== 'asked') return [];
	const { branch, path, hash } = asked;
	return [{ e: 'plan', step: 'pending', branch, path, hash }];
}

/**
 * Satisfies requirements by the plan that the session began by, at its first tool call or stop: an approved plan goes on by
 * itself, so its events have no prompt id. After a prompt, or in plan mode, nothing was approved.
 */
export async function approvePendingPlan(event: HookEvent<PlanCall>): Promise<void> {
	const { input, session, context } = event;
	if (input.prompt_id !== undefined || input.permission_mode === 'plan') return;
	const home = await plannedHome(event);
	if (home === undefined) return;
	const { place, config } = home;
	const lines = await journalOf(place, session);
	const last = ofKind(lines, 'plan').at(-1);
	const since = last === undefined ? [] : lines.slice(lines.indexOf(last));
	if (last?.step !== 'pending' || since.some((line) => 'p' in line)) return;
	const planned = config.requirements.filter(({ plan }) => plan);
	const changes = satisfyChanges(planned, { session, at: context.now(), by: 'plan', metadata: {} });
	const { docs } = await saveChanges([{ place, changes }], context);
	if (docs[0] === undefined) return;
	const call = { cwd: input.cwd, tool_input: { planFilePath: last.path } };
	const entries = [planEntry('approved', place, call), ...satisfiedEntries(config, changes)];
	await note(place, session, { entries, context });
}

/** What the model is shown, once, if the plan file is no longer what the user approved. */
export async function changedPlan(event: HookEvent<PlanCall>): Promise<readonly string[]> {
	const { session, context } = event;
	const home = await plannedHome(event);
	const lines = home === undefined ? [] : await journalOf(home.place, session);
	const last = ofKind(lines, 'plan').at(-1);
	if (home === undefined || last?.step !== 'approved' || last.path === undefined) return [];
	const { path, hash, branch } = last;
	const plan = textOrNothing(path, MAX_BYTES);
	if (plan === '' || sha256(plan) === hash) return [];
	await note(home.place, session, { entries: [{ e: 'plan', step: 'changed', branch }], context });
	return [`req: the plan ${typed(path)} has changed since the user approved it. Tell the user what changed.`];
}

/** The project where the session is at home, if a plan satisfies something there. */
async function plannedHome({ input, context }: HookEvent<PlanCall>): Promise<Project | undefined> {
	const home = await projectAt(homeOf(input.cwd, context), context);
	const isPlanned = home?.config.enabled && home.config.requirements.some(({ plan }) => plan);
	return isPlanned ? home : undefined;
}
