import { unknownName } from '../config/closest-word.ts';
import type { CommandContext } from '../context.ts';
import { projectOfCall } from '../events/projects.ts';
import { placeAt } from '../git/find-place.ts';
import { branchLabel, type Place } from '../git/place.ts';
import type { Session } from '../host/session-id.ts';
import type { JournalLine, Kind } from '../journal/entries.ts';
import { storedSessions } from '../journal/files.ts';
import { readJournal } from '../journal/journal.ts';
import { linesOf, ofKind } from '../journal/lines.ts';
import { sessionNamed } from '../memory/known-sessions.ts';
import { storedBranches } from '../state/branch-files.ts';
import { withLocalTimes } from '../text/local-time.ts';
import { oneLine } from '../text/one-line.ts';
import { compareTexts } from '../text/strings.ts';
import { askedStretch } from './asked-time.ts';
import { command, TABLE_OPTIONS } from './command.ts';
import { type Cells, type Layout, layoutOf, table } from './layout.ts';
import { type Happening, happeningsInJournal, happeningsOfBranch, KINDS } from './log-lines.ts';
import { makeReport, reportText, type SessionCounts } from './log-report.ts';

/** What is shown if `--since` is not given. */
const USUAL = '7d';

/** `req log [NAME]`: a name counts that is configured, or that something happened to. */
export const log = command({
	about: 'show what happened to requirements, or a report',
	details:
		'Newest first, in all sessions and worktrees: what was blocked, what satisfied it, who asked for that, with what evidence, and how it ended. With --report it prints the numbers as Markdown.',
	words: { '[name]': 'only this requirement' },
	options: {
		'--since <when>': `only what is not older, such as 2026-11-20, 30d, yesterday; default: ${USUAL}`,
		'--session <ref>': 'only of this session',
		'--kind <kinds>': `only these, separated by commas: ${KINDS.join(', ')}`,
		'--report': 'counts for each requirement, as Markdown: what was refused, or only warned',
		...TABLE_OPTIONS,
	},
	examples: [
		'req log',
		'req log commit_plan --since 30d',
		'req log --kind refused,bypassed --json',
		'req log --report --since 30d',
	],
	run: async ({ name, since = USUAL, session: reference, kind, report, wide }, context) => {
		const kinds = kind?.split(',').map((one) => one.trim()) ?? [];
		const unknown = kinds.find((one) => !KINDS.some((known) => known === one));
		if (unknown !== undefined) throw unknownName('kind', unknown, KINDS);
		const cwd = context.cwd();
		const project = await projectOfCall(cwd, context);
		const place = project?.place ?? placeAt(cwd, context);
		const now = context.now();
		const { from } = askedStretch({ since }, now);
		const only = reference === undefined ? undefined : sessionNamed(reference, place, context);
		const { happenings, sessions } = readSince(from, { place, only }, context);
		const configured = (project?.config.requirements ?? []).map((one): string => one.name);
		const known = [...configured, ...happenings.flatMap((one) => one.requirements)];
		if (name !== undefined && !known.includes(name)) throw unknownName('requirement', name, [...new Set(known)]);
		const asked = happenings.filter(
			(one) =>
				(name === undefined || one.requirements.includes(name)) && (kinds.length === 0 || kinds.includes(one.kind)),
		);
		if (report === true) {
			const stretch = { since: new Date(from).toISOString(), until: new Date(now).toISOString() };
			const made = makeReport(asked, sessions, stretch);
			return { text: () => reportText(made), json: () => made };
		}
		const newest = asked.toReversed();
		const none = `nothing to show with --since ${oneLine(since)}`;
		const layout = layoutOf({ wide }, context);
		return {
			text: () => (newest.length === 0 ? none : table(newest, cellsOf(layout), layout)),
			json: () => newest,
		};
	},
});

function cellsOf({ when }: Layout): Cells<Happening> {
	return {
		WHEN: ({ at }) => when(at),
		WHAT: ({ kind }) => kind.replace('_', ' '),
		REQUIREMENT: ({ requirements }) => oneLine(requirements.join(', ')),
		BRANCH: ({ branch }) => branchLabel(branch),
		SESSION: ({ session }) => oneLine(session ?? '-'),
		HOW: ({ text }) => withLocalTimes(text, undefined),
	};
}

/**
 * What happened since a time (milliseconds since the epoch), oldest first: by the journals of all sessions of the
 * repository, whose worktrees share them, and by what is stored of each branch.
 *
 * @param only of this session
 */
function readSince(
	from: number,
	{ place, only }: { readonly place: Place; readonly only: Session | undefined },
	context: CommandContext,
): { readonly happenings: readonly Happening[]; readonly sessions: readonly SessionCounts[] } {
	const isAsked = ({ at }: { readonly at: string }) => Date.parse(at) >= from;
	const journals = [false, true].flatMap((isArchived) =>
		storedSessions(place, isArchived)
			.filter(({ uuid, written }) => written >= from && (!only || uuid === only.uuid))
			.map(({ key, uuid }) => {
				const lines = linesOf(readJournal(place, uuid, isArchived), uuid);
				return { key, lines: lines.filter(isAsked) };
			}),
	);
	const keys: readonly (string | null)[] | undefined = only && [only.key, only.longKey];
	const ofBranches = storedBranches(place, context)
		.flatMap(happeningsOfBranch)
		.filter((one) => isAsked(one) && (!keys || keys.includes(one.session)));
	const ofJournals = journals.flatMap(({ lines, key }) => happeningsInJournal(lines, key));
	const count = (lines: readonly JournalLine[], kind: Kind) => ofKind(lines, kind).length;
	return {
		happenings: [...ofJournals, ...ofBranches].sort((one, other) => compareTexts(one.at, other.at)),
		sessions: journals
			.filter(({ lines }) => lines.length > 0)
			.map(({ lines }) => ({
				// One that was kept open ends twice.
				turns: new Set(ofKind(lines, 'turn').map(({ at, p = at }) => p)).size,
				green: count(lines, 'test'),
				red: count(lines, 'failed'),
			})),
	};
}
