import { unknownName } from '../config/closest-word.ts';
import { projectOfCall } from '../events/projects.ts';
import { readState } from '../events/stored-state.ts';
import { byWhom } from '../gate/gate-text.ts';
import { placeAt } from '../git/find-place.ts';
import { onBranchText, type Place } from '../git/place.ts';
import { journalOf, recentJournals } from '../journal/journal.ts';
import { type LineOf, warningsOn } from '../journal/lines.ts';
import { sessionNamed } from '../memory/known-sessions.ts';
import { askedByIn, auditTrail, type Deed, timeOf } from '../state/audit-trail.ts';
import { branchHistory } from '../state/branch-files.ts';
import { localOffset } from '../text/local-time.ts';
import { oneLine, quoted } from '../text/one-line.ts';
import { askedStretch } from './asked-time.ts';
import { command, TABLE_OPTIONS } from './command.ts';
import { type Cells, type Layout, layoutOf, table } from './layout.ts';

/** `req log [NAME]`: a name counts that is configured, or that the trail itself holds. */
export const log = command({
	about:
		'Shows every satisfaction of this branch, newest first: who asked for it (typed into Claude Code, in a terminal, or the model), with what evidence, and how it ended. Then what only warned, and when.',
	words: { '[name]': 'only this requirement' },
	options: {
		'--since <when>': 'only what is not older, such as 2026-11-20, 7d, yesterday',
		'--session <ref>': 'only of this session',
		...TABLE_OPTIONS,
	},
	examples: ['req log', 'req log commit_plan --since 7d', 'req log --session 1a2b --json'],
	run: async ({ name, since, session: reference, wide }, context) => {
		const cwd = context.cwd();
		const project = await projectOfCall(cwd, context);
		const place = project?.place ?? placeAt(cwd, context);
		const { state } = await readState(place, context);
		const all = auditTrail(state, branchHistory(place, context));
		const named = all.filter(({ requirement }) => name === undefined || requirement === name);
		const asked = { since, until: undefined };
		const { from } = askedStretch(asked, { now: context.now(), offset: localOffset });
		const session = reference === undefined ? undefined : sessionNamed(reference, place, context);
		const deeds = named.filter(
			(deed) =>
				!(Date.parse(timeOf(deed)) < from) &&
				(session === undefined || deed.session === session.key),
		);
		const known = (project?.config.requirements ?? []).map((one): string => one.name);
		if (name !== undefined && named.length === 0 && !known.includes(name)) {
			const names = [...new Set([...known, ...all.map(({ requirement }) => requirement)])];
			throw unknownName('requirement', name, names);
		}
		const isNarrowed = since !== undefined || session !== undefined;
		const none = isNarrowed
			? 'nothing of that time or session'
			: `nothing was satisfied yet ${onBranchText(place.branch)}`;
		const after = Number.isFinite(from) ? from : 0;
		const warnings = readWarnings(place, after).filter(
			(one) =>
				(name === undefined || one.names.includes(name)) &&
				(session === undefined || one.s === session.uuid),
		);
		const layout = layoutOf({ wide }, context);
		const trail = deeds.length === 0 ? none : trailText(deeds, layout);
		const warned = warnings.length === 0 ? [] : ['', warningsText(warnings, layout)];
		return {
			text: () => [trail, ...warned].join('\n'),
			json: () => [...deeds.map(deedJson), ...warnings.map(warningJson)],
		};
	},
});

/** What warned and blocked nothing, newest first. `after`: milliseconds since the epoch. */
function readWarnings(place: Place, after: number): Warning[] {
	const found = recentJournals(place, after).flatMap((session) =>
		warningsOn(journalOf(place, session), place.branch),
	);
	return found
		.filter(({ at }) => Date.parse(at) >= after)
		.sort((one, other) => (one.at < other.at ? 1 : -1));
}

type Warning = LineOf<'refuse'>;

function warningsText(warnings: readonly Warning[], layout: Layout): string {
	const cells: Cells<Warning> = {
		WARNED: ({ at }) => layout.when(at),
		REQUIREMENT: ({ names }) => oneLine(names.join(', ')),
		SESSION: ({ s }) => oneLine(s.slice(0, 8)),
		CALL: ({ tool, path }) => oneLine(path === undefined ? tool : `${tool} ${path}`),
	};
	return table(warnings, cells, layout);
}

function warningJson({ at, s, names, tool, path }: Warning): object {
	return { warned_at: at, requirements: names, session: s, tool, path: path ?? null };
}

/** A table, with evidence below its row. */
function trailText(deeds: readonly Deed[], layout: Layout): string {
	const { when } = layout;
	const cells: Cells<Deed> = {
		SATISFIED: ({ satisfaction: { satisfied_at } }) => when(satisfied_at),
		REQUIREMENT: ({ requirement }) => oneLine(requirement),
		SESSION: ({ session }) => oneLine(session ?? '-'),
		BY: ({ satisfaction }) => byWhom(satisfaction),
		ASKED: ({ satisfaction }) => askedByIn(satisfaction) ?? '-',
		ENDED: ({ ended }) => (ended === undefined ? '-' : `${oneLine(ended.by)} ${when(ended.at)}`),
	};
	const [head, ...rows] = table(deeds, cells, layout).split('\n');
	const below = rows.flatMap((row, index) => {
		const evidence = deeds[index]?.satisfaction.metadata?.['evidence'];
		return typeof evidence === 'string' ? [row, `  ${quoted(evidence)}`] : [row];
	});
	return [head, ...below].join('\n');
}

/** For scripts; absent values are null (D37). */
function deedJson(deed: Deed): object {
	const { requirement, scope, session = null, satisfaction, ended } = deed;
	const { satisfied_at = null, satisfied_by = null, expires_at = null } = satisfaction;
	const { stale_since = null, metadata = null } = satisfaction;
	return {
		...{ requirement, scope, session, satisfied_at, satisfied_by },
		asked_by: askedByIn(satisfaction) ?? null,
		...{ expires_at, stale_since, ended_at: ended?.at ?? null, ended_by: ended?.by ?? null },
		metadata,
	};
}
