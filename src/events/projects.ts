import type { Ports } from '../app/ports.ts';
import type { Config, Problem } from '../config/config.ts';
import { currentConfig } from '../config/load-config.ts';
import { Fault } from '../core/fault/fault.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import { isInside, parentOf } from '../core/text/paths.ts';
import { placeAt, placeIfReadable } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import { isPlanFile } from '../host/tools.ts';
import { realPath } from '../store/paths.ts';

/** A configured project in which something happens. */
export interface Project {
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

/** The parts of a tool event that say what is done. */
export interface ToolEvent {
	readonly cwd: string;
	readonly tool_name: string;
	readonly tool_input: Readonly<Record<string, unknown>>;
}

/** The session an event belongs to. Throws `bad_session_id`: nothing is written under an unchecked id (D5). */
export function sessionOf(input: { readonly session_id: string }, ports: Ports): Session {
	const session = parseSessionId(input.session_id, ports.sha256);
	if (session !== undefined) return session;
	throw new Fault('bad_session_id', 'Claude Code sent an invalid session id');
}

/**
 * The project of a directory, or `undefined` where nothing is configured (D34). Sessions are not remembered behind a
 * link: it may lead into another project.
 */
export async function projectAt(place: Place, ports: Ports): Promise<Project | undefined> {
	const { found } = await currentConfig(place, ports.context);
	if (found.kind === 'none') return undefined;
	if (place.link === undefined) return { place, ...found };
	const continuity = { ...found.config.continuity, enabled: false };
	return { place, ...found, config: { ...found.config, continuity } };
}

/**
 * Where a call other than an edit is evaluated: in the repository of `cwd`, and where that has no config,
 * in the project the session started in (D3).
 */
export async function projectOfCall(cwd: string, ports: Ports): Promise<Project | undefined> {
	const here = placeAt(cwd, ports.context);
	const start = startOf(cwd, ports);
	const own = here.git && here.root !== start.root ? await projectAt(here, ports) : undefined;
	return own ?? projectAt(start, ports);
}

/**
 * The project that a command is about, which is where a call is evaluated.
 *
 * @throws Fault `not_configured`
 */
export async function configuredAt(cwd: string, ports: Ports): Promise<Project> {
	const project = await projectOfCall(cwd, ports);
	if (project !== undefined) return project;
	const { root } = placeAt(cwd, ports.context);
	throw new Fault('not_configured', `no requirements are configured in ${root}`, {
		hint: 'req init --preset starter',
	});
}

/**
 * Where an edit is evaluated: in the repository of the file, and where that has no config, in the project
 * the session started in when the file lies inside it. Elsewhere it is not gated (D3).
 *
 * @param path absolute, symlinks resolved
 */
export async function projectOfEdit(
	path: string,
	cwd: string,
	ports: Ports,
): Promise<Project | undefined> {
	const start = startOf(cwd, ports);
	const own = placeIfReadable(parentOf(path), ports.context);
	const isOwn = own?.git === true && own.root !== start.root;
	const project = isOwn ? await projectAt(own, ports) : undefined;
	return project ?? (isInside(path, start.root) ? projectAt(start, ports) : undefined);
}

/** Whether a file belongs to git or to Claude Code: a call touches it in passing, and no requirement asks about it. */
export function isOfGitOrClaudeCode(path: string, configDir: string): boolean {
	return path.includes('/.git/') || path.endsWith('/.git') || isInside(path, configDir);
}

/** Whether a file is a plan of Claude Code. They are Markdown: about any other file its settings need not be asked. */
export function isPlan(path: string, place: Place, ports: Ports): boolean {
	if (!path.endsWith('.md')) return false;
	const where = { configDir: realPath(ports.host.configDir), root: place.root };
	return isPlanFile(path, where, ports.client.plansDirectory(place));
}

/**
 * Where a session is at home: in the project it started in, on the branch of the worktree it stands in
 * now. Work in other repositories does not move it there (D3, D11).
 */
export function homeOf(cwd: string, ports: Ports): Place {
	const start = startOf(cwd, ports);
	const here = placeAt(cwd, ports.context);
	return here.git && here.stateDir === start.stateDir ? here : start;
}

/** The project the session started in. */
export function startOf(cwd: string, ports: Ports): Place {
	return placeAt(ports.host.projectDir ?? cwd, ports.context);
}

/** The root of a project, if commands that are meant for it need a `cd`: Claude's shell is in another one. */
export function checkoutElsewhere({ root }: Place, cwd: string, ports: Ports): string | undefined {
	const roots = [homeOf(cwd, ports).root, placeAt(cwd, ports.context).root];
	return roots.includes(root) ? undefined : root;
}

/** The places, each root once. */
export function distinctPlaces(places: readonly Place[]): Place[] {
	return [...new Map(places.map((place) => [place.root, place])).values()];
}
