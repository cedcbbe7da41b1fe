import { foldWithSources } from '../app/continuity/fold-session.ts';
import { linkFork } from '../app/continuity/records.ts';
import { orNothing } from '../app/faults.ts';
import { note } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { unregister } from '../app/register-session.ts';
import { remembers } from '../config/config.ts';
import { isFork } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import { journalChanges } from '../gate/statuses.ts';
import { forgetCalls } from '../git/call-marks.ts';
import { type HookAnswer, SessionEndInput } from '../host/hook-messages.ts';
import type { BranchChange } from '../state/changes.ts';
import { updateRegistry } from '../state/registry.ts';
import { withoutSessions } from '../state/registry-kind.ts';
import { attempt } from '../store/errors.ts';
import type { Hook } from './hook.ts';
import { type HookEvent, sessionOf } from './projects.ts';
import { readState, saveChanges } from './stored-state.ts';
import { projectsWorkedIn, type WorkedProject } from './worked-projects.ts';

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
 * Stamps the end, folds what the journal still holds, takes the session out of the registry, and
 * forgets its own state where the config says so. A session nobody knows leaves no
 * trace.
 */
async function sessionEnd(input: SessionEndInput, ports: Ports): Promise<HookAnswer> {
	const event = { input, session: sessionOf(input, ports), ports };
	await apply(await read(event), event);
	return undefined;
}

/** A project that the session leaves. */
interface Left extends WorkedProject {
	/** What its branch's state gets. */
	readonly changes: readonly BranchChange[];
}

/** The session's home first. */
async function read({ input, session, ports }: Event): Promise<readonly Left[]> {
	const projects = await projectsWorkedIn(session, input.cwd, ports);
	const left = projects.map(async (project) => ({
		...project,
		changes: await closingChanges(project, session, ports),
	}));
	return Promise.all(left);
}

async function closingChanges(
	{ place, config, lines }: WorkedProject,
	session: Session,
	ports: Ports,
): Promise<BranchChange[]> {
	if (config.sessionEnd.clearSessionState) {
		return [{ op: 'forget', session, at: new Date(ports.now()).toISOString() }];
	}
	if (!config.enabled || lines.length === 0) return [];
	const { state } = await readState(place, ports);
	return journalChanges({ place, session, config, state, lines });
}

/** Little time is left here, so the stamp comes first. */
async function apply(left: readonly Left[], { input, session, ports }: Event): Promise<void> {
	const stamp = { e: 'end' as const, reason: input.reason ?? 'other', pid: ports.host.clientPid };
	for (const { place, lines } of left) {
		if (lines.length > 0) await note(place, session, { entries: [stamp], ports });
	}
	// What is left of them, prune removes.
	await attempt(async () => {
		ports.live.removeLine(session.uuid);
		forgetCalls({ session: session.uuid, context: ports.context });
	});
	// Before the registry: a session that is left over there is found dead anyway.
	await saveChanges(left, ports);
	// Only a configured project takes note of a fault (D34).
	if (left[0] !== undefined) await unregister(left[0].place, session, ports);
	else await updateRegistry((all) => withoutSessions(all, [session.uuid]), ports.context);
	if (left[0] !== undefined) await remember(left[0], { input, session, ports });
}

/** The session's record gets the rest of what it did, and its end. */
async function remember(
	{ place, config, lines }: WorkedProject,
	{ input, session, ports }: Event,
): Promise<void> {
	if (!remembers(config) || lines.length === 0) return;
	const work = async () => {
		if (isFork(lines)) {
			// Its only stop may have come before the messages that tell its parent were in the transcript.
			await linkFork({ place, session, transcript: input.transcript_path }, ports);
		}
		await foldWithSources({ place, config }, session, ports);
	};
	await orNothing(work, { place, what: 'the end of the session could not be remembered', ports });
}
