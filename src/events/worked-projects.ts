import { journalOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { type JournalLine, ofKind } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import { compareTexts } from '../core/text/strings.ts';
import { statusesOf } from '../gate/statuses.ts';
import { placeAt } from '../git/find-place.ts';
import { distinctPlaces, homeOf, type Project, projectAt, startOf } from './projects.ts';
import { readState } from './stored-state.ts';

/** A configured project a session worked in, and its journal there. */
export interface WorkedProject extends Project {
	readonly lines: readonly JournalLine[];
}

/**
 * Where a session is at home, where it stands, and wherever else its journal says that its work armed
 * requirements; the home first. Places without a config are left out (D34).
 */
export async function projectsWorkedIn(
	session: Session,
	cwd: string,
	ports: Ports,
): Promise<WorkedProject[]> {
	const start = startOf(cwd, ports);
	const here = placeAt(cwd, ports.context);
	const journal = await journalOf(start, session, ports);
	const elsewhere = ofKind(journal, 'elsewhere').map(({ root }) => placeAt(root, ports.context));
	const projects: WorkedProject[] = [];
	const all = [homeOf(cwd, ports), ...(here.git ? [here] : []), start, ...elsewhere];
	for (const place of distinctPlaces(all)) {
		const project = await projectAt(place, ports);
		if (project === undefined) continue;
		const isShared = place.stateDir === start.stateDir;
		projects.push({
			...project,
			lines: isShared ? journal : await journalOf(place, session, ports),
		});
	}
	return projects;
}

/**
 * Where a session was held last, if it waits there still: a refusal names what to type as the way out, and means the
 * branch that it is about, which may be that of another working tree.
 *
 * @returns the root of that place; `cwd` where nothing waits, or the session is at home there
 */
export async function heldAt(session: Session, cwd: string, ports: Ports): Promise<string> {
	const [home, ...others] = await projectsWorkedIn(session, cwd, ports);
	if (home === undefined || others.length === 0) return cwd;
	const held = [home, ...others].flatMap((project) =>
		project.lines
			.filter((line) => line.e === 'stopped' || (line.e === 'refuse' && line.warned !== true))
			.filter((line) => 'branch' in line && line.branch === project.place.branch)
			.map((line) => ({ ...project, line })),
	);
	const last = held.sort((one, other) => compareTexts(one.line.at, other.line.at)).at(-1);
	if (last === undefined || last.place === home.place) return cwd;
	const { place, config, line } = last;
	const { state } = await readState(place, ports);
	const named = 'names' in line ? line.names : [];
	const requirements = config.requirements.filter(({ name }) => named?.includes(name));
	const statuses = statusesOf(state, { place, session, requirements }, ports.now());
	return statuses.some(({ satisfied }) => !satisfied) ? place.root : cwd;
}
