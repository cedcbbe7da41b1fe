import type { History } from '../../app/commands/history.ts';
import { onBranchText } from '../../core/place/branch-text.ts';
import { askedByIn, type Deed } from '../../core/requirement/audit-trail.ts';
import { oneLine, quoted } from '../../core/text/one-line.ts';
import type { Layout } from '../desk.ts';
import { byWhom } from './by-whom.ts';
import { columns } from './columns.ts';

const HEAD = ['SATISFIED', 'REQUIREMENT', 'SESSION', 'BY', 'ASKED', 'ENDED'];

/** The audit trail of a branch as a table, newest first; evidence stands below its row. */
export function historyText({ place, deeds }: History, layout: Layout): string {
	if (deeds.length === 0) return `nothing was satisfied yet ${onBranchText(place.branch)}`;
	const [head, ...rows] = columns([HEAD, ...deeds.map((deed) => row(deed, layout))], layout.width);
	const below = rows.flatMap((text, index) => [text, ...evidenceLines(deeds[index])]);
	return [head, ...below].join('\n');
}

function row(deed: Deed, { when }: Layout): string[] {
	const { requirement, session, satisfaction, ended, uncheckedAt } = deed;
	const isSatisfied = satisfaction.satisfied === true;
	return [
		isSatisfied ? when(satisfaction.satisfied_at) : 'never',
		oneLine(requirement),
		oneLine(session ?? '-'),
		[
			...(isSatisfied ? [byWhom(satisfaction)] : []),
			...(uncheckedAt === undefined ? [] : [`a call ran unchecked ${when(uncheckedAt)}`]),
		].join('; '),
		askedByIn(satisfaction) ?? '-',
		ended === undefined ? '-' : `${oneLine(ended.by)} ${when(ended.at)}`,
	];
}

function evidenceLines(deed: Deed | undefined): string[] {
	const evidence = deed?.satisfaction.metadata?.['evidence'];
	return typeof evidence === 'string' ? [`  ${quoted(evidence)}`] : [];
}

/** The same for scripts; absent values are null (D37). */
export function historyJson({ deeds }: History): object[] {
	return deeds.map(({ requirement, scope, session, satisfaction, ended, uncheckedAt }) => ({
		requirement,
		scope,
		session: session ?? null,
		satisfied_at: satisfaction.satisfied_at ?? null,
		satisfied_by: satisfaction.satisfied_by ?? null,
		asked_by: askedByIn(satisfaction) ?? null,
		expires_at: satisfaction.expires_at ?? null,
		stale_since: satisfaction.stale_since ?? null,
		ended_at: ended?.at ?? null,
		ended_by: ended?.by ?? null,
		metadata: satisfaction.metadata ?? null,
		...(uncheckedAt === undefined ? {} : { unchecked_at: uncheckedAt }),
	}));
}
