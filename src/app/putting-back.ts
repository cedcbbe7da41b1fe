import { type BranchChange, ownerOf } from '../core/branch-state/schema.ts';
import { namedIn } from '../core/config/config.ts';
import {
	bypassedInTurn,
	type JournalLine,
	type LineOf,
	movesInTurn,
	ofKind,
	withoutPutBack,
} from '../core/journal/line.ts';
import { GONE } from '../core/observe/look.ts';
import { bypassedFiles } from '../core/observe/standing-bypass.ts';
import type { Place } from '../core/place/place.ts';
import type { BypassedFiles, Standing } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import { note } from './journaling.ts';
import type { Looks } from './look-ports.ts';
import { differingOnce, guardsUnmet, tipsAt } from './observed-moves.ts';
import type { Ports } from './ports.ts';
import type { WorkedProject } from './worked-projects.ts';

type Bypass = LineOf<'bypassed'>;

/**
 * What got round a gate during this turn and is as before by now arms nothing any more: that is noted, and taken back
 * where the state knows of it already.
 */
export async function afterPuttingBack<Of extends WorkedProject>(
	project: Of,
	session: Session,
	ports: Ports,
): Promise<{
	readonly project: Of;
	readonly changes: BranchChange[];
	readonly guarded: readonly Standing[];
	readonly bypassed: ReadonlyMap<string, BypassedFiles>;
}> {
	const { place, config } = project;
	const lines = withoutPutBack(project.lines);
	const inTurn = bypassedInTurn(lines, place.branch);
	const isAnswered = answersIn(lines);
	const looks = await ports.looks();
	const isBefore = comparison(place, looks);
	const back: Bypass[] = [];
	for (const [index, line] of inTurn.entries()) {
		const earlier = inTurn.slice(0, index).filter((one) => !isAnswered(one, line.at));
		const isBack = line.paths.every((path) => isBefore(path, line, earlier));
		if (line.more === true || !isBack) continue;
		if ((await movedStill(line, place, { looks, ports })).length === 0) back.push(line);
	}
	const moves: Bypass[] = [];
	for (const line of movesInTurn(lines)) {
		const isMoved = (await movedStill(line, place, { looks, ports })).length > 0;
		if (line.more === true || isMoved) moves.push(line);
	}
	const entries = back.map(({ branch, names, at }) => ({
		...{ e: 'put_back' as const, branch, names, of: at },
	}));
	await note(place, session, { entries, ports });
	const at = new Date(ports.now()).toISOString();
	const stamped = entries.map((entry) => ({ ...entry, at, s: session.uuid }));
	const left = withoutPutBack([...project.lines, ...stamped]);
	const standing = inTurn.filter((line) => !back.includes(line));
	return {
		guarded: await guardsPassed(moves, project, { session, ports }),
		bypassed: bypassedFiles(standing, config.requirements),
		project: { ...project, lines: left },
		changes: back.length === 0 ? [] : disarming(project, left, session),
	};
}

/**
 * Takes back what is put back by now, the latest first: what armed a requirement counts only where nothing later got round
 * it, and that may have been put back earlier.
 */
function disarming(
	{ place, config, lines }: WorkedProject,
	left: readonly JournalLine[],
	session: Session,
): BranchChange[] {
	const here = [...ofKind(lines, 'bypassed'), ...ofKind(lines, 'trigger')]
		.filter((line) => line.branch === place.branch && !left.includes(line))
		.sort((one, other) => (one.at < other.at ? 1 : -1));
	return here.map(({ at, names }) => {
		const requirements = config.requirements.filter(({ name }) => names.includes(name));
		return { op: 'disarm', at, ...ownerOf(session), names: namedIn(requirements) };
	});
}

/** Guards of branches that calls of this turn moved while another one was checked out. */
async function guardsPassed(
	lines: readonly Bypass[],
	project: WorkedProject,
	who: { readonly session: Session; readonly ports: Ports },
): Promise<readonly Standing[]> {
	const found: Standing[] = [];
	for (const { refs = [], names, at, branch: from } of lines) {
		const branches = refs.map((ref) => ref.split(' ')[0] ?? '');
		for (const branch of branches.filter((one) => one !== from)) {
			const unmet = await guardsUnmet(project, branch, who);
			const passed = unmet.filter(({ requirement }) => names.includes(requirement.name));
			found.push(...passed.map((one) => ({ ...one, triggered: true, bypassedAt: at })));
		}
	}
	return found;
}

/** Those of some files that stand again as they did before something got round a gate in this turn. */
export function filesPutBack(
	lines: readonly JournalLine[],
	{ place, paths }: { readonly place: Place; readonly paths: readonly string[] },
	looks: Looks,
): readonly string[] {
	const inTurn = bypassedInTurn(withoutPutBack(lines), place.branch);
	return asBefore(paths, inTurn, { lines, place, looks });
}

/** The same of what any session got round a gate with, as long ago as it can be put back. */
export async function filesPutBackEver(
	paths: readonly string[],
	{ place, looks, ports }: LookingAgain & { readonly place: Place },
): Promise<readonly string[]> {
	const { byTime, recentJournals } = await import('./restoring.ts');
	const lines = (await recentJournals(place, ports)).flat().sort(byTime);
	const here = ofKind(withoutPutBack(lines), 'bypassed').filter(
		({ branch }) => branch === place.branch,
	);
	return asBefore(paths, here, { lines, place, looks });
}

function asBefore(
	paths: readonly string[],
	passed: readonly Bypass[],
	at: { readonly lines: readonly JournalLine[]; readonly place: Place; readonly looks: Looks },
): readonly string[] {
	const isAnswered = answersIn(at.lines);
	const standing = passed.filter((line) => !isAnswered(line, undefined));
	const isBefore = comparison(at.place, at.looks);
	return paths.filter((path) =>
		standing.some((line) => line.paths.includes(path) && isBefore(path, line, [])),
	);
}

/**
 * Tells whether a call that got round requirements was answered for until some time, or at all: they were satisfied since.
 * What stood before it is then no longer what is meant to stand.
 */
function answersIn(
	lines: readonly JournalLine[],
): (line: Bypass, until: string | undefined) => boolean {
	const answers = ofKind(lines, 'satisfied');
	return ({ names, at }, until) =>
		names.every((name) =>
			answers.some(
				(one) => one.names.includes(name) && one.at > at && (until === undefined || one.at < until),
			),
		);
}

interface LookingAgain {
	readonly looks: Looks;
	readonly ports: Ports;
}

/** The branches that a call moved and that are not where they were. */
export async function movedStill(
	{ refs = [] }: Bypass,
	place: Place,
	{ looks, ports }: LookingAgain,
): Promise<readonly string[]> {
	if (refs.length === 0) return [];
	const tips = await tipsAt(place, looks, ports);
	const moved = refs
		.map((ref) => ref.split(' '))
		.filter(([name = '', to]) => (tips[name] ?? '') !== to);
	return moved.map(([name = '']) => name);
}

/**
 * Tells whether a file stands as it did before a call, or before an earlier one that got round a gate as well: then
 * nothing of either is left.
 */
export function comparison(
	place: Place,
	looks: Looks,
): (path: string, line: Bypass, earlier: readonly Bypass[]) => boolean {
	const differing = differingOnce(place, looks);
	const isClean = (path: string, commit: string) =>
		differing(commit)?.includes(path) === false && looks.isCompared(place, path);
	const isBefore = (path: string, { paths, was, commit = 'HEAD' }: Bypass) => {
		const before = was[paths.indexOf(path)] ?? '';
		if (before === 'clean') return isClean(path, commit);
		const content = looks.contentOf(place, path);
		return before === 'absent' ? content === GONE : before === `=${content}`;
	};
	return (path, line, earlier) => {
		// A name that was taken for a secret leads nowhere.
		if (path.includes('[redacted:')) return false;
		return [line, ...earlier].some((one) => one.paths.includes(path) && isBefore(path, one));
	};
}
