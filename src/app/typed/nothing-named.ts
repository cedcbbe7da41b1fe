import { Fault } from '../../core/fault/fault.ts';
import { onBranchText } from '../../core/place/branch-text.ts';
import type { Standing } from '../../core/requirement/standing.ts';
import { factOf } from '../../core/requirement-type/type-table.ts';
import type { Caller } from '../commands/caller.ts';
import { statusAtWork } from '../commands/status.ts';
import type { Ports } from '../ports.ts';

/** A command that speaks of requirements. */
type Naming = 'satisfy' | 'approve' | 'clear';

/** Requirements that it could mean, and each line to type. */
const COULD_MEAN: Readonly<
	Record<Naming, { is: (standing: Standing) => boolean; lines: (names: string[]) => string[] }>
> = {
	satisfy: {
		is: ({ satisfied, requirement }) =>
			!satisfied && factOf(requirement) === undefined && requirement.manual !== 'never',
		lines: (names) => [`/req:satisfy ${names.join(' ')}`],
	},
	approve: {
		is: ({ satisfied }) => !satisfied,
		lines: (names) => names.map((name) => `/req:approve ${name} --ttl 1h`),
	},
	clear: {
		is: ({ reason }) => reason === 'satisfied' || reason === 'approved',
		lines: (names) => [`/req:clear ${names.join(' ')}`],
	},
};

const MAX_LINES = 8;

/** What to type instead of a command that names no requirement. */
export async function nothingNamed(verb: Naming, caller: Caller, ports: Ports): Promise<Fault> {
	const { standings, place } = await statusAtWork({ caller, branch: undefined }, ports);
	const { is, lines } = COULD_MEAN[verb];
	const names = standings.filter(is).map(({ requirement }): string => requirement.name);
	if (names.length === 0) {
		const message = `there is nothing to ${verb} ${onBranchText(place.branch)}`;
		return new Fault('usage', message, { hint: '/req:status' });
	}
	const hint = lines(names).slice(0, MAX_LINES).join('\n');
	return new Fault('usage', `/req:${verb} names no requirement; it could be:`, { hint });
}
