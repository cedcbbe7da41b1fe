import type { Config } from '../core/config/config.ts';
import { onFailureOf, refusedUnchecked } from '../core/guard/guard.ts';
import { absolutePath, type Place, parentOf } from '../core/place/place.ts';
import {
	deny,
	type HookAnswer,
	type PostToolUseInput,
	type PreToolUseInput,
} from '../core/protocol/hook-messages.ts';
import { parseSessionId } from '../core/session/session-id.ts';
import type { ProjectCall } from './calls/read-calls.ts';
import { note, promptOf } from './journaling.ts';
import type { Ports } from './ports.ts';
import { distinctPlaces, type HookEvent, projectOfCall, startOf } from './projects.ts';
import { readState, standingsOf } from './stored-state.ts';

/**
 * From now on the calls of a session leave receipts, and the guard knows what must not run unchecked.
 *
 * @returns where nothing is configured, the files that could change that
 */
export async function beginOrFree(
	{ input, session, ports }: HookEvent<PreToolUseInput>,
	calls: readonly ProjectCall[],
): Promise<{ readonly free?: readonly string[] }> {
	const project = (await projectOfCall(input.cwd, ports)) ?? calls[0]?.project;
	if (project === undefined) return { free: await configFilesOf(input, ports) };
	const { state } = await readState(project.place, ports);
	await beginWith(
		session.uuid,
		{ config: project.config, isPaused: state?.paused !== undefined },
		ports,
	);
	return {};
}

/** Wherever a config of the call could be. */
async function configFilesOf({ cwd, ...input }: PreToolUseInput, ports: Ports): Promise<string[]> {
	const { editedPath } = await import('../core/gate/verdict.ts');
	const { places } = ports;
	const file = editedPath(input.tool_name, input.tool_input);
	const edited =
		file === undefined ? undefined : parentOf(places.realPath(absolutePath(file, cwd)));
	const own = edited === undefined ? undefined : places.ifReadable(edited);
	const all = [startOf(cwd, ports), places.at(cwd), ...(own === undefined ? [] : [own])];
	const roots = all.flatMap((place) => [
		place,
		...(place.mainRoot === undefined ? [] : [places.at(place.mainRoot)]),
	]);
	const files = distinctPlaces(roots).flatMap((place) => ports.config.sources(place));
	return [...new Set(files.map(({ path }) => path))];
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
export async function answerUnchecked(event: unknown, ports: Ports): Promise<HookAnswer> {
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
	calls: readonly ProjectCall[],
): Promise<string[]> {
	const { matching } = await import('../core/gate/verdict.ts');
	const { uncheckedText } = await import('../core/guard/unchecked-text.ts');
	const texts: string[] = [];
	for (const { project, action } of calls) {
		const { place, config } = project;
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
