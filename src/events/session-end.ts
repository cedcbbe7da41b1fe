import { remembers } from '../config/config.ts';
import type { Context } from '../context.ts';
import { journalChanges } from '../gate/statuses.ts';
import { environmentOf } from '../host/environment.ts';
import { removeLine } from '../host/kept-line.ts';
import { type HookAnswer, SessionEndInput } from '../host/messages.ts';
import { note } from '../journal/journal.ts';
import { isFork } from '../journal/lines.ts';
import { linkFork } from '../memory/links.ts';
import { recordEnd } from '../memory/recover.ts';
import { forgetCalls } from '../state/call-marks.ts';
import { recordOnFailure } from '../state/faults.ts';
import { unregister } from '../state/registry.ts';
import { attempt } from '../store/errors.ts';
import type { Batch } from './carry-over.ts';
import type { Hook } from './hook.ts';
import { type HookEvent, projectsWorkedIn, sessionOf, type WorkedProject } from './projects.ts';
import { readState, saveChanges } from './stored-state.ts';

type Event = HookEvent<SessionEndInput>;

export const hook: Hook<SessionEndInput> = {
	event: 'SessionEnd',
	about: 'Closes the session: its record, its place in the registry, its own state if you say so.',
	// Claude Code kills all hooks of this event together after about 1.5 s.
	timeout: 2,
	patience: { locksMs: 700, deadlineMs: 1_200 },
	input: SessionEndInput,
	answer: sessionEnd,
};

/**
 * Stamps the end, stores the record, takes the session out of the registry, and forgets its own state if
 * the config says so. A session that is not known leaves no trace.
 */
async function sessionEnd(input: SessionEndInput, context: Context): Promise<HookAnswer> {
	const event = { input, session: sessionOf(input), context };
	const projects = await projectsWorkedIn(event.session, input.cwd, context);
	const batches = await Promise.all(projects.map((project) => readBatch(project, event)));
	await apply(projects, batches, event);
	return undefined;
}

/** What the state of a project's branch gets. */
async function readBatch(project: WorkedProject, { session, context }: Event): Promise<Batch> {
	const { place, config, lines } = project;
	if (config.sessionEnd.clearSessionState) {
		const at = new Date(context.now()).toISOString();
		return { place, changes: [{ op: 'forget', session, at }] };
	}
	if (!config.enabled || lines.length === 0) return { place, changes: [] };
	const { state } = await readState(place, context);
	return { place, changes: journalChanges({ place, session, config, state, lines }) };
}

/** Little time is left here, so the stamp comes first. */
async function apply(
	projects: readonly WorkedProject[],
	batches: readonly Batch[],
	{ input, session, context }: Event,
): Promise<void> {
	const stamp = {
		e: 'end' as const,
		reason: input.reason ?? 'other',
		pid: environmentOf(context).clientPid,
	};
	for (const { place, lines } of projects)
		if (lines.length > 0) await note(place, session, { entries: [stamp], context });
	// If this fails, `req prune` removes the files later.
	await attempt(async () => {
		removeLine(context.configDir, session.uuid);
		forgetCalls({ session, context });
	});
	// Before the registry, whose entry of a process that is gone the next start removes.
	await saveChanges(batches, context);
	const [home] = projects;
	if (home === undefined) return;
	const { place, config, lines } = home;
	await unregister(place, session, context);
	if (!remembers(config) || lines.length === 0) return;
	const work = async () => {
		// Its only stop may have come before the messages that tell its parent were in the transcript.
		if (isFork(lines)) await linkFork({ place, session, transcript: input.transcript_path }, context);
		await recordEnd({ place, config }, session, context);
	};
	await recordOnFailure(work, {
		place,
		what: 'the end of the session could not be remembered',
		context,
	});
}
