import { byWhom } from '../gate/gate-text.ts';
import { branchLabel } from '../git/place.ts';
import type { JournalLine } from '../journal/entries.ts';
import { type AskedBy, askedByIn, auditTrail, type Deed, pauses } from '../state/audit-trail.ts';
import type { StoredBranch } from '../state/branch-files.ts';
import { named, oneLine, quoted, typed } from '../text/one-line.ts';
import { listed } from '../text/phrases.ts';

/** What can happen to a requirement. */
export const KINDS = [
	...(['refused', 'warned', 'kept_open', 'ended_unmet', 'bypassed'] as const),
	...(['satisfied', 'approved', 'stale', 'consumed', 'carried', 'cleared', 'paused'] as const),
];
export type HappeningKind = (typeof KINDS)[number];

/** Something that happened, as `req log --json` prints it; absent values are null (D37). */
export interface Happening {
	/** ISO time. */
	readonly at: string;
	readonly kind: HappeningKind;
	/** Empty if the gates as a whole are meant. */
	readonly requirements: readonly string[];
	readonly branch: string;
	/** Key of the session. */
	readonly session: string | null;
	/** The call, what satisfied it, or what ended that, in one line. */
	readonly text: string;
	/** Of a satisfaction: what satisfied it, and who asked for that. */
	readonly by: string | null;
	readonly asked_by: AskedBy | null;
	readonly metadata: Readonly<Record<string, unknown>> | null;
}

const NONE = { session: null, by: null, asked_by: null, metadata: null };

/** What a session's journal says of gates. @param key of the session */
export function happeningsInJournal(lines: readonly JournalLine[], key: string): Happening[] {
	return lines.flatMap((line): Happening[] => {
		const found = ofLine(line);
		if (found === undefined || !('branch' in line)) return [];
		const requirements = 'names' in line ? (line.names ?? []) : [];
		const branch = line.branch ?? '';
		return [{ ...NONE, at: line.at, ...found, requirements, branch, session: key }];
	});
}

function ofLine(line: JournalLine): Pick<Happening, 'kind' | 'text'> | undefined {
	switch (line.e) {
		case 'refuse': {
			const edit =
				line.path === undefined ? oneLine(line.tool) : `${line.tool} ${named(line.path)}`;
			const text = line.line === undefined ? edit : typed(line.line);
			return { kind: line.warned ? 'warned' : 'refused', text };
		}
		case 'protect': {
			const text = `${oneLine(line.tool)} ${named(line.what)}: only the user may`;
			return line.answer === 'deny' ? { kind: 'refused', text } : undefined;
		}
		case 'stopped':
			return { kind: 'kept_open', text: 'the turn' };
		case 'ended':
			return line.names.length === 0 ? undefined : { kind: 'ended_unmet', text: 'the turn' };
		case 'bypassed': {
			const files = listed(line.paths.map(named));
			const work = files === '' ? `moved ${branchLabel(line.branch)}` : `changed ${files}`;
			return { kind: 'bypassed', text: `${oneLine(line.tool)} ${work}` };
		}
		default:
			return undefined;
	}
}

/** What satisfied requirements of a branch, how that ended, and when its gates were paused. */
export function happeningsOfBranch({ branch, state, history }: StoredBranch): Happening[] {
	const paused = pauses(state, history).map(({ at, by, reason, until }): Happening => {
		const why = reason === undefined ? '' : `, ${quoted(reason)}`;
		const end = until === undefined ? '' : `, until ${until}`;
		const text = `by ${oneLine(by)}${why}${end}`;
		return { ...NONE, at, kind: 'paused', requirements: [], branch, text };
	});
	return [...paused, ...auditTrail(state, history).flatMap((deed) => ofDeed(deed, branch))];
}

/** How a satisfaction ended. Not of one that was replaced, or moved to the history by its age. */
const ENDINGS: Readonly<Record<string, readonly [HappeningKind, string]>> = {
	spent: ['consumed', 'by a call'],
	carried: ['carried', 'to another branch'],
	cleared: ['cleared', 'by the user'],
	session_end: ['cleared', 'at the end of the session'],
	scope: ['cleared', 'its scope in the config changed'],
	pruned: ['cleared', 'its branch was deleted'],
};

function ofDeed(deed: Deed, branch: string): Happening[] {
	const { requirement, session = null, satisfaction, ended } = deed;
	const { satisfied_at, satisfied_by = null, metadata = null } = satisfaction;
	const { stale_since, stale_file, spent_commit: commit } = satisfaction;
	const about = { ...NONE, requirements: [requirement], branch, session };
	const asked = askedByIn(satisfaction) ?? null;
	const evidence = metadata?.['evidence'];
	const parts = [byWhom(satisfaction), asked && `asked by: ${asked}`];
	if (typeof evidence === 'string') parts.push(quoted(evidence));
	const found: Happening[] = [
		{
			...about,
			at: satisfied_at ?? '',
			kind: satisfied_by === 'approval' ? 'approved' : 'satisfied',
			text: parts.filter(Boolean).join(', '),
			by: satisfied_by,
			asked_by: asked,
			metadata,
		},
	];
	if (stale_since !== undefined) {
		const text = `${stale_file === undefined ? 'files' : named(stale_file)} changed`;
		found.push({ ...about, at: stale_since, kind: 'stale', text });
	}
	const ending = ended && ENDINGS[ended.by];
	if (ending !== undefined) {
		const [kind, usual] = ending;
		const text = commit === undefined ? usual : `by commit ${oneLine(commit.slice(0, 7))}`;
		found.push({ ...about, at: ended?.at ?? '', kind, text });
	}
	return found;
}
