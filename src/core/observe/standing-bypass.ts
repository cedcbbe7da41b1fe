import type { Requirement } from '../config/config.ts';
import type { LineOf } from '../journal/line.ts';
import { branchLabel } from '../place/place.ts';
import type { BypassedFiles } from '../requirement/standing.ts';
import { named, oneLine } from '../text/one-line.ts';
import { counted, listed, relativeTime } from '../text/phrases.ts';
import { holdsEdit } from './what-to-look-for.ts';

/** A call that got round requirements which nobody satisfied since, and whose change stands. */
export interface StandingBypass {
	readonly at: string;
	/** Key of the session that made it. */
	readonly session: string;
	readonly tool: string;
	/** Requirements that were not satisfied since. */
	readonly names: readonly string[];
	/** Files that are not as they were before it. */
	readonly paths: readonly string[];
	/** Branches that are not where they were before it. */
	readonly branches: readonly string[];
	/** Whether `req restore` can put all of it back. */
	readonly canRestore: boolean;
	/** `src/a.ts changed during a call of Bash by session abc12345, 2 h ago`. */
	readonly text: string;
	/** The way out: `satisfy plan, or …`. */
	readonly way: string;
}

type Bypass = Omit<StandingBypass, 'text' | 'way'>;

/** The same with its words. `now`: milliseconds since the epoch. */
export function standingBypass(bypass: Bypass, now: number): StandingBypass {
	return { ...bypass, text: textOf(bypass, now), way: wayOf(bypass) };
}

function textOf({ at, session, tool, paths, branches }: Bypass, now: number): string {
	const changes = [
		...(paths.length === 0 ? [] : [`${listed(paths.map(named))} changed`]),
		...(branches.length === 0 ? [] : [`${listed(branches.map(branchLabel))} moved`]),
	];
	const what = changes.length === 0 ? 'files changed' : changes.join(' and ');
	return `${what} during a call of ${named(tool)} by session ${oneLine(session)}, ${relativeTime(at, now)}`;
}

function wayOf({ names, canRestore }: Bypass): string {
	const satisfy = `satisfy ${listed(names)}`;
	return canRestore ? `${satisfy}, or \`req restore\`` : `${satisfy}, or put it back as before`;
}

/** One sentence for a session that starts: the latest call, the others counted. */
export function standingBypassNotice(bypasses: readonly StandingBypass[]): string | undefined {
	const last = bypasses.at(-1);
	if (last === undefined) return undefined;
	const { names, text, way } = last;
	const others = bypasses.length - 1;
	const more = others === 0 ? '' : `, and ${counted(others, 'more call')} (\`req status\`)`;
	const them = names.length === 1 ? 'it' : 'them';
	return `a call got round ${listed(names)}, and nothing has satisfied ${them} since: ${text}${more}; ${way}`;
}

/** The files that calls changed past each of some requirements, by its name; none where only branches moved. */
export function bypassedFiles(
	lines: readonly LineOf<'bypassed'>[],
	requirements: readonly Requirement[],
): ReadonlyMap<string, BypassedFiles> {
	const found = new Map<string, BypassedFiles>();
	for (const requirement of requirements) {
		const passed = lines.filter(({ names }) => names.includes(requirement.name));
		const all = passed.flatMap(({ paths }) => paths);
		const paths = [...new Set(all)].filter((path) => holdsEdit(requirement, path));
		if (paths.length > 0)
			found.set(requirement.name, { paths, canRestore: passed.every(isKeptWhole) });
	}
	return found;
}

/** Whether `req restore` can put back all that a call did. */
export function isKeptWhole({
	paths,
	was,
	left = [],
	refs = [],
	more,
}: LineOf<'bypassed'>): boolean {
	const isKept = (index: number) => (was[index] ?? '') !== '' && (left[index] ?? '') !== '';
	return more !== true && refs.length === 0 && paths.every((_, index) => isKept(index));
}
