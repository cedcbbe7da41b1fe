import type { BranchState } from '../core/branch-state/schema.ts';
import type { Requirement } from '../core/config/config.ts';
import { type LineOf, ofKind, withoutPutBack } from '../core/journal/line.ts';
import {
	isKeptWhole,
	type StandingBypass,
	standingBypass,
} from '../core/observe/standing-bypass.ts';
import type { Place } from '../core/place/place.ts';
import { auditTrail } from '../core/requirement/audit-trail.ts';
import { parseSessionId } from '../core/session/session-id.ts';
import type { Ports } from './ports.ts';
import { comparison, movedStill } from './putting-back.ts';
import { byTime, recentJournals } from './restoring.ts';

/** Whose bypasses are asked for. */
export interface Asked {
	readonly place: Place;
	readonly requirements: readonly Requirement[];
	readonly state: BranchState | undefined;
}

/**
 * The calls of any session that got round requirements of this branch, oldest first, as far as nobody has answered for
 * them: until each requirement is satisfied or approved here, or all is as it was before. Older than a snapshot none is.
 */
export async function standingBypasses(
	{ place, requirements, state }: Asked,
	ports: Ports,
): Promise<readonly StandingBypass[]> {
	const history = await ports.branchState.history(place);
	const trail = auditTrail(state, history);
	const isAnswered = (name: string, at: string) =>
		trail.some(
			({ requirement, satisfaction: { satisfied, satisfied_at = '' } }) =>
				requirement === name && satisfied === true && satisfied_at > at,
		);
	const lines = withoutPutBack((await recentJournals(place, ports)).flat().sort(byTime));
	const branches: string[] = [place.branch, ...place.renamedFrom()];
	const here = ofKind(lines, 'bypassed').filter(({ branch }) => branches.includes(branch));
	const looks = await ports.looks();
	const isBefore = comparison(place, looks);
	const found: StandingBypass[] = [];
	for (const [index, line] of here.entries()) {
		const open = requirements
			.map(({ name }): string => name)
			.filter((name) => line.names.includes(name));
		const names = open.filter((name) => !isAnswered(name, line.at));
		if (names.length === 0) continue;
		// Before what was answered for stood what is no longer meant to stand.
		const isOpen = (one: LineOf<'bypassed'>) =>
			names.some((name) => one.names.includes(name) && !isAnswered(name, one.at));
		const earlier = here.slice(0, index).filter(isOpen);
		const paths = line.paths.filter((path) => !isBefore(path, line, earlier));
		const moved = await movedStill(line, place, { looks, ports });
		const bypass = { ...madeBy(line, ports), names, paths, branches: moved };
		if (paths.length + moved.length > 0 || line.more === true)
			found.push(standingBypass(bypass, ports.now()));
	}
	return found;
}

function madeBy(line: LineOf<'bypassed'>, { sha256 }: Ports) {
	const { at, s, tool } = line;
	const session = parseSessionId(s, sha256)?.key ?? s;
	return { at, session, tool, canRestore: isKeptWhole(line) };
}
