import type { Config } from '../core/config/config.ts';
import { matching } from '../core/gate/action.ts';
import { onFailureOf, refusedUnchecked } from '../core/guard/on-failure.ts';
import { uncheckedText } from '../core/guard/unchecked-text.ts';
import type { Place } from '../core/place/place.ts';
import type { PostToolUseInput } from '../core/protocol/hook-input.ts';
import { deny, type HookOutput } from '../core/protocol/hook-output.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import type { Call } from './calls/read-calls.ts';
import { note, promptOf } from './journaling.ts';
import { standingsOf } from './judging.ts';
import type { Ports } from './ports.ts';
import { type HookEvent, sceneOfCall } from './scene.ts';
import { readState } from './state-reading.ts';

/**
 * From now on the calls of a session leave receipts, and the guard knows what must not run unchecked.
 *
 * @returns false where nothing is configured
 */
export async function beginCalls(cwd: string, session: Session, ports: Ports): Promise<boolean> {
	const scene = await sceneOfCall(cwd, ports);
	if (scene === undefined) return false;
	const { state } = await readState(scene.place, ports);
	await beginWith(
		session.uuid,
		{ config: scene.config, isPaused: state?.paused !== undefined },
		ports,
	);
	return true;
}

/** The same where the gates are known. */
export async function beginWith(
	session: string,
	{ config, isPaused }: { readonly config: Config; readonly isPaused: boolean },
	ports: Ports,
): Promise<void> {
	const isOff = isPaused || !config.enabled;
	const receipts = await ports.receipts();
	receipts.begin(session, isOff ? undefined : onFailureOf(config.requirements));
}

/** The same for every session at work in a project, whose gates were switched on or off. */
export async function followGates(
	place: Place,
	gates: { readonly config: Config; readonly isPaused: boolean },
	ports: Ports,
): Promise<void> {
	const all = (await ports.baselines.stored()).all();
	const receipts = await ports.receipts();
	for (const { session, state_dir, root } of all) {
		// Working trees of one repository share its state, but each has a branch of its own.
		const isOfPlace = state_dir === place.stateDir && root === place.root;
		const isHere = isOfPlace && receipts.isBegun(session);
		if (isHere) await beginWith(session, gates, ports);
	}
}

/** What PreToolUse answers where something went wrong in it: nothing, unless the team says otherwise (`on_failure`). */
export async function answerToFailure(
	event: unknown,
	ports: Ports,
): Promise<HookOutput | undefined> {
	const { session_id, tool_name: tool } = (event ?? {}) as Record<string, unknown>;
	const session = parseSessionId(session_id ?? ports.host.sessionId, ports.sha256);
	if (session === undefined) return undefined;
	const onFailure = (await ports.receipts()).onFailure(session.uuid);
	const why = refusedUnchecked(onFailure, typeof tool === 'string' ? tool : undefined);
	return why === undefined ? undefined : deny(why);
}

/**
 * A call ran that nobody had checked: what it should have waited for is armed by it and holds the end of the turn, and
 * the model and the user are told at once. Not while the gates are paused: that is a way out which refusals name.
 *
 * @returns what they are told, project by project
 */
export async function noteUnchecked(
	{ input, session, ports }: HookEvent<PostToolUseInput>,
	calls: readonly Call[],
): Promise<string[]> {
	const texts: string[] = [];
	for (const { scene, action } of calls) {
		const { place, config } = scene;
		const { branch } = place;
		const { state } = await readState(place, ports);
		if (state?.paused !== undefined) continue;
		const requirements = matching(config.requirements, 'blocks', action).filter(
			({ enforce }) => enforce === 'deny',
		);
		const names = standingsOf(state, { place, session, requirements }, ports.now())
			.filter(({ satisfied }) => !satisfied)
			.map(({ requirement }): string => requirement.name);
		const { tool_name: tool } = input;
		const entry = { e: 'unchecked' as const, branch, names, tool, ...promptOf(input) };
		await note(place, session, { entries: [entry], ports });
		texts.push(uncheckedText(tool, { names, branch }));
	}
	return texts;
}
