import type { Context } from '../context.ts';
import { statusesOf } from '../gate/statuses.ts';
import { placeAt } from '../git/find-place.ts';
import type { Session } from '../host/session-id.ts';
import type { JournalLine } from '../journal/entries.ts';
import { journalOf, note } from '../journal/journal.ts';
import { ofKind } from '../journal/lines.ts';
import { compareTexts } from '../text/strings.ts';
import {
	distinctPlaces,
	type HookEvent,
	homeOf,
	type Project,
	projectAt,
	startOf,
} from './projects.ts';
import { readState } from './stored-state.ts';

/** A configured project a session worked in, and its journal there. */
export interface WorkedProject extends Project {
	readonly lines: readonly JournalLine[];
}

/**
 * The projects a session worked in: where it is at home, where it is now, and those that its journal names; the home
 * first. Places without a config are left out (D34).
 */
export async function projectsWorkedIn(
	session: Session,
	cwd: string,
	context: Context,
): Promise<WorkedProject[]> {
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
