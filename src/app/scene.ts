import type { Config, Problem } from '../core/config/config.ts';
import { Fault } from '../core/fault/fault.ts';
import { absolutePath, isInside, parentOf, relativeTo } from '../core/place/paths.ts';
import type { Place } from '../core/place/place.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import type { Ports } from './ports.ts';

/** A configured project in which something happens. */
export interface Scene {
	readonly place: Place;
	readonly config: Config;
	readonly problems: readonly Problem[];
}

/** One hook event, as every part of its use case sees it. */
export interface HookEvent<Input> {
	readonly input: Input;
	readonly session: Session;
	readonly ports: Ports;
}

/** The session an event belongs to. Throws `bad_session_id`: nothing is written under an unchecked id (D5). */
export function sessionOf(input: { readonly session_id: string }, ports: Ports): Session {
	const session = parseSessionId(input.session_id, ports.sha256);
	if (session !== undefined) return session;
	throw new Fault('bad_session_id', 'the host sent a session id that is none');
}

/** The project of a directory, or `undefined` where nothing is configured (D34). */
export async function sceneAt(place: Place, ports: Ports): Promise<Scene | undefined> {
	const found = await ports.config.load(place);
	return found.kind === 'none' ? undefined : { place, ...found };
}

/**
 * Where a call other than an edit is judged: in the repository of `cwd`, and where that has no config,
 * in the project the session started in (D3).
 */
export async function sceneOfCall(cwd: string, ports: Ports): Promise<Scene | undefined> {
	const here = ports.places.at(cwd);
	const start = startOf(cwd, ports);
	const places = here.git && here.root !== start.root ? [here, start] : [start];
	return firstConfigured(places, ports);
}

/** An edit's project, and the file as it really is: absolute, symlinks resolved. */
export interface EditScene extends Scene {
	readonly path: string;
}

/**
 * Where an edit is judged: in the repository of the file, and where that has no config, in the project
 * the session started in when the file lies inside it. Elsewhere it is not gated (D3).
 */
export async function sceneOfEdit(
	file: string,
	cwd: string,
	ports: Ports,
): Promise<EditScene | undefined> {
	const path = ports.places.realPath(absolutePath(file, cwd));
	const start = startOf(cwd, ports);
	const own = ports.places.ifReadable(parentOf(path)) ?? start;
	const outer = await cutFrom(own, ports);
	const candidates =
		outer === undefined && own.git && own.root !== start.root ? [own, start] : [outer ?? start];
	const inside = candidates.filter((place) => isInside(path, place.root));
	const scene = await firstConfigured(inside, ports);
	return scene === undefined ? undefined : { ...scene, path };
}

/**
 * The place a session began in, where a repository or working tree within it was made of a folder that was
 * committed there: what lies in that folder is still judged there (ADR 15).
 */
async function cutFrom(
	own: Place,
	{ ground, baselines, places }: Ports,
): Promise<Place | undefined> {
	const root = ground?.baseline.root;
	if (ground === undefined || root === undefined) return undefined;
	if (!own.git || own.root === root || !isInside(own.root, root)) return undefined;
	const stored = await baselines.stored();
	const wasFolder = stored.hadFolder(ground.baseline, relativeTo(root, own.root));
	return wasFolder ? places.at(root) : undefined;
}

/**
 * Where a session is at home: in the project it started in, on the branch of the worktree it stands in
 * now. Work in other repositories does not move it there (D3, D11).
 */
export function homeOf(cwd: string, ports: Ports): Place {
	const start = startOf(cwd, ports);
	const here = ports.places.at(cwd);
	return here.git && here.stateDir === start.stateDir ? here : start;
}

/** The project the session started in. */
export function startOf(cwd: string, ports: Ports): Place {
	return ports.places.at(ports.host.projectDir ?? cwd);
}

async function firstConfigured(places: readonly Place[], ports: Ports): Promise<Scene | undefined> {
	for (const place of places) {
		const scene = await sceneAt(place, ports);
		if (scene !== undefined) return scene;
	}
	return undefined;
}
