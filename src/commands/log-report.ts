import { minute } from '../text/local-time.ts';
import { oneLine } from '../text/one-line.ts';
import { counted, spanText } from '../text/phrases.ts';
import { compareTexts } from '../text/strings.ts';
import type { Happening, HappeningKind } from './log-lines.ts';

/** What one session did in the time of a report: turns, and test runs that passed or failed. */
export interface SessionCounts {
	readonly turns: number;
	readonly green: number;
	readonly red: number;
}

/** How often each kind happened to one requirement. */
interface Row extends Readonly<Record<Exclude<HappeningKind, 'paused'>, number>> {
	readonly name: string;
	/** What satisfied it, and how often. */
	readonly satisfied_by: Readonly<Record<string, number>>;
	/** From the first refusal in a session to what satisfied it there; null if that never happened. */
	readonly median_seconds_to_satisfied: number | null;
}

/** What `req log --report --json` prints; times are ISO. */
export interface Report {
	readonly since: string;
	readonly until: string;
	readonly sessions: number;
	readonly turns: number;
	readonly tests: { readonly green: number; readonly red: number };
	readonly paused: number;
	readonly requirements: readonly Row[];
}

/**
 * Counts what happened, for each requirement.
 *
 * @param happenings oldest first
 * @param sessions one for each session
 */
export function makeReport(
	happenings: readonly Happening[],
	sessions: readonly SessionCounts[],
	{ since, until }: Pick<Report, 'since' | 'until'>,
): Report {
	const sum = (of: keyof SessionCounts) => sessions.reduce((all, one) => all + one[of], 0);
	const names = new Set(happenings.flatMap(({ requirements }) => requirements));
	const rows = [...names].map((name) => {
		return rowOf(
			name,
			happenings.filter(({ requirements }) => requirements.includes(name)),
		);
	});
	const weight = ({ refused, warned }: Row) => refused + warned;
	return {
		since,
		until,
		sessions: sessions.length,
		turns: sum('turns'),
		tests: { green: sum('green'), red: sum('red') },
		paused: happenings.filter(({ kind }) => kind === 'paused').length,
		requirements: rows.sort((one, other) => weight(other) - weight(one) || compareTexts(one.name, other.name)),
	};
}

function rowOf(name: string, own: readonly Happening[]): Row {
	const count = (kind: HappeningKind) => own.filter((one) => one.kind === kind).length;
	const ways = own.flatMap(({ kind, by }) => (kind === 'satisfied' ? [by ?? '?'] : []));
	const counts = [...new Set(ways)].map((way) => [way, ways.filter((one) => one === way).length]);
	return {
		name,
		refused: count('refused'),
		warned: count('warned'),
		kept_open: count('kept_open'),
		satisfied: count('satisfied'),
		satisfied_by: Object.fromEntries(counts),
		approved: count('approved'),
		stale: count('stale'),
		consumed: count('consumed'),
		carried: count('carried'),
		cleared: count('cleared'),
		bypassed: count('bypassed'),
		ended_unmet: count('ended_unmet'),
		median_seconds_to_satisfied: medianWait(own),
	};
}

/** Seconds. @param own of one requirement, oldest first */
function medianWait(own: readonly Happening[]): number | null {
	const refusedAt = new Map<string | null, number>();
	const waits: number[] = [];
	for (const { at, kind, session } of own) {
		const time = Date.parse(at);
		const since = refusedAt.get(session);
		if (kind === 'refused' && since === undefined) refusedAt.set(session, time);
		if (kind !== 'satisfied' || since === undefined) continue;
		waits.push((time - since) / 1_000);
		refusedAt.delete(session);
	}
	const sorted = waits.sort((one, other) => one - other);
	const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
	return low === undefined || high === undefined ? null : Math.round((low + high) / 2);
}

/** The columns of the report. */
const COLUMNS: Readonly<Record<string, (row: Row) => string | number>> = {
	requirement: ({ name }) => oneLine(name),
	refused: ({ refused }) => refused,
	warned: ({ warned }) => warned,
	'kept open': ({ kept_open }) => kept_open,
	satisfied: ({ satisfied }) => satisfied,
	by: ({ satisfied_by }) =>
		Object.entries(satisfied_by)
			.map(([way, count]) => `${oneLine(way)} ${count}`)
			.join(', '),
	'refusal to satisfied': ({ median_seconds_to_satisfied: seconds }) =>
		seconds === null ? '' : (spanText(seconds * 1_000) ?? '< 1 minute'),
	consumed: ({ consumed }) => consumed,
	approved: ({ approved }) => approved,
	bypassed: ({ bypassed }) => bypassed,
	'ended unmet': ({ ended_unmet }) => ended_unmet,
};

/** A report as Markdown, for a pull request or a page. */
export function reportText({ since, until, sessions, turns, tests, ...more }: Report): string {
	const { paused, requirements } = more;
	const cells = (row: Row) => Object.values(COLUMNS).map((cell) => String(cell(row) || '–'));
	const rows = [Object.keys(COLUMNS), Object.keys(COLUMNS).map(() => '---'), ...requirements.map(cells)];
	const runs = `${counted(tests.green, 'test run')} passed, ${tests.red} failed`;
	const pauses = paused === 0 ? '' : `; gates paused: ${paused}`;
	const hasWarned = requirements.some(({ warned }) => warned > 0);
	return [
		`### req, ${minute(since)} to ${minute(until)}`,
		'',
		`${counted(sessions, 'session')}, ${counted(turns, 'turn')}; ${runs}${pauses}`,
		...(requirements.length === 0
			? []
			: ['', ...rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)]),
		...(hasWarned ? ['', '`warned`: calls that `enforce: deny` would have refused, counted once per prompt.'] : []),
	].join('\n');
}
