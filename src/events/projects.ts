import { type Config, type Problem, remembers } from '../config/config.ts';
import { currentConfig } from '../config/load-config.ts';
import type { Context } from '../context.ts';
import { statusesOf } from '../gate/statuses.ts';
import { placeAt, placeIfReadable } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import { plansDirectory } from '../host/client-settings.ts';
import { environmentOf } from '../host/environment.ts';
import { parseSessionId, type Session } from '../host/session-id.ts';
import { isPlanFile } from '../host/tools.ts';
import type { JournalLine } from '../journal/entries.ts';
import { journalOf, note } from '../journal/journal.ts';
import { ofKind } from '../journal/lines.ts';
import { recordOnFailure } from '../state/faults.ts';
import { Fault } from '../store/fault.ts';
import { realPath } from '../store/paths.ts';
import { isInside, parentOf } from '../text/paths.ts';
import { compareTexts } from '../text/strings.ts';
import { readState } from './stored-state.ts';

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
	readonly context: Context;
}

/** The parts of a tool event that say what is done. */
export interface ToolEvent {
	readonly cwd: string;
	readonly tool_name: string;
	readonly tool_input: Readonly<Record<string, unknown>>;
}

/** The session an event belongs to. Throws `bad_session_id`: nothing is written under an unchecked id (D5). */
export function sessionOf(input: { readonly session_id: string }): Session {
	const session = parseSessionId(input.session_id);
	if (session !== undefined) return session;
	throw new Fault('bad_session_id', 'Claude Code sent an invalid session id');
}

/**
 * The project of a directory, or `undefined` where nothing is configured (D34). Sessions are not remembered behind a
 * link: it may lead into another project.
 */
export async function projectAt(place: Place, context: Context): Promise<Project | undefined> {
	const { found } = await currentConfig(place, context);
	if (found.kind === 'none') return undefined;
	if (place.link === undefined) return { place, ...found };
	const continuity = { ...found.config.continuity, enabled: false };
	return { place, ...found, config: { ...found.config, continuity } };
}

/**
 * Where a call other than an edit is evaluated: in the repository of `cwd`, and where that has no config,
 * in the project the session started in (D3).
 */
export async function projectOfCall(cwd: string, context: Context): Promise<Project | undefined> {
	const here = placeAt(cwd, context);
	const start = startOf(cwd, context);
	const own = here.git && here.root !== start.root ? await projectAt(here, context) : undefined;
	return own ?? projectAt(start, context);
}

/**
 * The project that a command is about, which is where a call is evaluated.
 *
 * @throws Fault `not_configured`
 */
export async function configuredAt(cwd: string, context: Context): Promise<Project> {
	const project = await projectOfCall(cwd, context);
	if (project !== undefined) return project;
	const { root } = placeAt(cwd, context);
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
export async function projectOfEdit(path: string, cwd: string, context: Context): Promise<Project | undefined> {
	const start = startOf(cwd, context);
	const own = placeIfReadable(parentOf(path), context);
	const isOwn = own?.git === true && own.root !== start.root;
	const project = isOwn ? await projectAt(own, context) : undefined;
	return project ?? (isInside(path, start.root) ? projectAt(start, context) : undefined);
}

/** Whether a file belongs to git or to Claude Code: a call touches it in passing, and no requirement asks about it. */
export function isOfGitOrClaudeCode(path: string, configDir: string): boolean {
	return path.includes('/.git/') || path.endsWith('/.git') || isInside(path, configDir);
}

/** Whether a file is a plan of Claude Code. They are Markdown: about any other file its settings need not be asked. */
export function isPlan(path: string, place: Place, context: Context): boolean {
	if (!path.endsWith('.md')) return false;
	const where = { configDir: realPath(context.configDir), root: place.root };
	return isPlanFile(path, where, plansDirectory(place, context));
}

/**
 * Where a session is at home: in the project it started in, on the branch of the worktree it is in
 * now. Work in other repositories does not move it there (D3, D11).
 */
export function homeOf(cwd: string, context: Context): Place {
	const start = startOf(cwd, context);
	const here = placeAt(cwd, context);
	return here.git && here.stateDir === start.stateDir ? here : start;
}

/** The project the session started in. */
export function startOf(cwd: string, context: Context): Place {
	return placeAt(environmentOf(context).projectDir ?? cwd, context);
}

/** The root of a project, if commands that are meant for it need a `cd`: Claude's shell is in another one. */
export function checkoutElsewhere({ root }: Place, cwd: string, context: Context): string | undefined {
	const roots = [homeOf(cwd, context).root, placeAt(cwd, context).root];
	return roots.includes(root) ? undefined : root;
}

/** The places, each root once. */
export function distinctPlaces(places: readonly Place[]): Place[] {
	return [...new Map(places.map((place) => [place.root, place])).values()];
}

/**
 * Does its work where the session has its journal, when sessions of that project are remembered. What fails
 * there is one fault line and costs no answer (D35).
 */
export async function withMemory<Value>(
	cwd: string,
	context: Context,
	work: (home: Project) => Promise<Value>,
): Promise<Value | undefined> {
	const home = await projectAt(homeOf(cwd, context), context);
	if (home === undefined || !remembers(home.config)) return undefined;
	const what = 'what happened could not be remembered';
	return recordOnFailure(() => work(home), { place: home.place, what, context });
}

/** A configured project a session worked in, and its journal there. */
export interface WorkedProject extends Project {
	readonly lines: readonly JournalLine[];
}

/**
 * The projects a session worked in: where it is at home, where it is now, and those that its journal names; the home
 * first. Places without a config are left out (D34).
 */
export async function projectsWorkedIn(session: Session, cwd: string, context: Context): Promise<WorkedProject[]> {
	const start = startOf(cwd, context);
	const here = placeAt(cwd, context);
	const journal = await journalOf(start, session);
	const elsewhere = ofKind(journal, 'elsewhere').map(({ root }) => placeAt(root, context));
	const all = [homeOf(cwd, context), ...(here.git ? [here] : []), start, ...elsewhere];
	const projects: WorkedProject[] = [];
	for (const place of distinctPlaces(all)) {
		const project = await projectAt(place, context);
		const isShared = place.stateDir === start.stateDir;
		const lines = isShared || !project ? journal : await journalOf(place, session);
		if (project !== undefined) projects.push({ ...project, lines });
	}
	return projects;
}

/** Notes at the start of a session that it worked in another project, for `projectsWorkedIn`. */
export async function noteElsewhere(
	{ place }: Project,
	{ input, session, context }: HookEvent<{ readonly cwd: string }>,
): Promise<void> {
	const start = startOf(input.cwd, context);
	if (place.stateDir === start.stateDir && place.root === start.root) return;
	if ((await projectAt(start, context)) === undefined) return;
	await note(start, session, { entries: [{ e: 'elsewhere', root: place.root }], context });
}

/**
 * Where the session was blocked last, if the requirements of that are unmet still: what the user types next is about the
 * branch there, which may be that of another working tree.
 *
 * @returns the root of that place; `cwd` if there is none, or the session is at home there
 */
export async function blockedAt(session: Session, cwd: string, context: Context): Promise<string> {
	const projects = await projectsWorkedIn(session, cwd, context);
	const blocked = projects.flatMap((project) =>
		[...ofKind(project.lines, 'stopped'), ...ofKind(project.lines, 'refuse')]
			.filter((line) => line.branch === project.place.branch)
			.filter((line) => line.e === 'stopped' || line.warned !== true)
			.map(({ at, names }) => ({ ...project, at, names })),
	);
	const last = blocked.sort((one, other) => compareTexts(one.at, other.at)).at(-1);
	if (last === undefined || last.place === projects[0]?.place) return cwd;
	const { place, config, names } = last;
	const { state } = await readState(place, context);
	const requirements = config.requirements.filter(({ name }) => names.includes(name));
	const statuses = statusesOf(state, { place, session, requirements }, context.now());
	return statuses.some(({ satisfied }) => !satisfied) ? place.root : cwd;
}
