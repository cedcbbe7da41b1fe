import { type BranchChange, ownerOf } from '../core/branch-state/schema.ts';
import { namedIn } from '../core/config/config.ts';
import {
	type JournalLine,
	type LineOf,
	movesInTurn,
	ofKind,
	roundInTurn,
	withoutPutBack,
} from '../core/journal/line.ts';
import { bypassedFiles } from '../core/observe/bypassed-files.ts';
import { GONE } from '../core/observe/look.ts';
import type { Place } from '../core/place/place.ts';
import type { BypassedFiles, Standing } from '../core/requirement/standing.ts';
import type { Session } from '../core/session/session-id.ts';
import { note } from './journaling.ts';
import type { Looks } from './look-ports.ts';
import { guardsUnmet, tipsAt } from './observed-moves.ts';
import type { Ports } from './ports.ts';
import type { Workplace } from './workplaces.ts';

type Bypass = LineOf<'bypassed'>;

/**
 * What got round a gate during this turn and is as before by now arms nothing any more: that is noted, and taken back
 * where the state knows of it already.
 */
export async function afterPuttingBack<Of extends Workplace>(
	workplace: Of,
	session: Session,
	ports: Ports,
): Promise<{
	readonly workplace: Of;
	readonly changes: BranchChange[];
	readonly guarded: readonly Standing[];
	readonly bypassed: ReadonlyMap<string, BypassedFiles>;
}> {
	const { place, config } = workplace;
	const lines = withoutPutBack(workplace.lines);
	const inTurn = roundInTurn(lines, place.branch, 'bypassed');
	const looks = await ports.looks();
	const back: Bypass[] = [];
	for (const line of inTurn) if (await isAsBefore(line, place, { looks, ports })) back.push(line);
	const moves: Bypass[] = [];
	for (const line of movesInTurn(lines))
		if (line.more === true || (await isMoved(line, place, { looks, ports }))) moves.push(line);
	const entries = back.map(({ branch, names, at }) => ({
		...{ e: 'put_back' as const, branch, names, of: at },
	}));
	await note(place, session, { entries, ports });
	const at = new Date(ports.now()).toISOString();
	const stamped = entries.map((entry) => ({ ...entry, at, s: session.uuid }));
	const standing = inTurn.filter((line) => !back.includes(line));
	return {
		guarded: await guardsPassed(moves, workplace, { session, ports }),
		bypassed: bypassedFiles(standing, config.requirements),
		workplace: { ...workplace, lines: withoutPutBack([...lines, ...stamped]) },
		changes: back
			.flatMap((line) => [line, ...armedBeside(lines, line)])
			.map(({ at, names }) => {
				const requirements = config.requirements.filter(({ name }) => names.includes(name));
				return { op: 'disarm', at, ...ownerOf(session), names: namedIn(requirements) };
			}),
	};
}

/** What a call armed only by what it changed round a gate. */
function armedBeside(lines: readonly JournalLine[], { call }: Bypass): LineOf<'trigger'>[] {
	return ofKind(lines, 'trigger').filter((one) => call !== undefined && one.call === call);
}

/** Guards of branches that calls of this turn moved while another one was checked out. */
async function guardsPassed(
	lines: readonly Bypass[],
	workplace: Workplace,
	who: { readonly session: Session; readonly ports: Ports },
): Promise<readonly Standing[]> {
	const found: Standing[] = [];
	for (const { refs = [], names, at, branch: from } of lines) {
		const branches = refs.map((ref) => ref.split(' ')[0] ?? '');
		for (const branch of branches.filter((one) => one !== from)) {
			const unmet = await guardsUnmet(workplace, branch, who);
			const passed = unmet.filter(({ requirement }) => names.includes(requirement.name));
			found.push(...passed.map((one) => ({ ...one, triggered: true, bypassedAt: at })));
		}
	}
	return found;
}

/** Those of some files that stand again as they did before something got round a gate. */
export async function filesPutBack(
	lines: readonly JournalLine[],
	{ place, paths }: { readonly place: Place; readonly paths: readonly string[] },
	looks: Looks,
): Promise<readonly string[]> {
	const standing = roundInTurn(withoutPutBack(lines), place.branch, 'bypassed');
	const back = standing.flatMap((line) => {
		const known = line.paths.filter((path) => paths.includes(path));
		return known.length === 0
			? []
			: filesAsBefore(line, place, looks).filter((path) => known.includes(path));
	});
	return [...new Set(back)];
}

interface LookingAgain {
	readonly looks: Looks;
	readonly ports: Ports;
}

async function isAsBefore(line: Bypass, place: Place, again: LookingAgain): Promise<boolean> {
	if (line.more === true || (await isMoved(line, place, again))) return false;
	return filesAsBefore(line, place, again.looks).length === line.paths.length;
}

/** Whether a branch that a call moved is not where it was. */
async function isMoved(
	{ refs = [] }: Bypass,
	place: Place,
	{ looks, ports }: LookingAgain,
): Promise<boolean> {
	if (refs.length === 0) return false;
	const tips = await tipsAt(place, looks, ports);
	return refs.some((ref) => {
		const [name = '', commit] = ref.split(' ');
		return (tips[name] ?? '') !== commit;
	});
}

function filesAsBefore({ paths, was, commit }: Bypass, place: Place, looks: Looks): string[] {
	const isAmongClean = was.includes('clean');
	const differing = isAmongClean ? looks.differing(place, commit ?? 'HEAD', undefined) : [];
	return paths.filter((path, index) => {
		// A name that was taken for a secret leads nowhere.
		if (path.includes('[redacted:')) return false;
		const before = was[index] ?? '';
		if (before === 'clean') return differing !== undefined && !differing.includes(path);
		const content = looks.contentOf(place, path);
		return before === 'absent' ? content === GONE : before === `=${content}`;
	});
}
