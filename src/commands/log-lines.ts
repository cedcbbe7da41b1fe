import { AskedBy } from '../events/caller.ts';
import { byWhom } from '../gate/gate-text.ts';
import { branchLabel } from '../git/place.ts';
import type { JournalLine } from '../journal/entries.ts';
import type { StoredBranch } from '../state/branch-files.ts';
import { type BranchState, Paused, type SessionEntry } from '../state/branch-state.ts';
import { HistoryLine, UNPAUSED } from '../state/history.ts';
import * as z from '../store/shape.ts';
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
	/** Empty if the gates as a whole are meant, or none was the reason. */
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
			const edit = line.path === undefined ? oneLine(line.tool) : `${line.tool} ${named(line.path)}`;
			const text = line.line === undefined ? edit : typed(line.line);
			return { kind: line.warned ? 'warned' : 'refused', text };
		}
		case 'protect': {
			const text = `${oneLine(line.tool)} ${named(line.what)}: only the user may`;
			return line.answer === 'deny' ? { kind: 'refused', text } : undefined;
		}
		case 'forbidden':
			return { kind: 'refused', text: `${typed(line.line)}: a warning forbids it` };
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

/** What satisfied requirements of a branch, how that ended, and when its gates were paused; in no order. */
export function happeningsOfBranch({ branch, state, history }: StoredBranch): Happening[] {
	const past = history.filter(HistoryLine.fits);
	const pauses = past
		.filter(({ ended_by }) => ended_by === UNPAUSED)
		.map(({ at, entry }) => ({ paused: entry['paused'], until: at }));
	const satisfactions = new Map<string, HistoryLine>();
	for (const line of [...presentLines(state), ...past]) {
		const { requirement, session, entry } = line;
		// One that was only moved to the history, and came back, counts once.
		const id = JSON.stringify([requirement, session, entry.satisfied_at]);
		if (entry.satisfied === true && !satisfactions.has(id)) satisfactions.set(id, line);
	}
	return [
		...[...pauses, { paused: state?.paused, until: '' }].flatMap((one) => ofPause(one, branch)),
		...[...satisfactions.values()].flatMap((line) => ofSatisfaction(line, branch)),
	];
}

function ofPause({ paused, until }: { readonly paused: unknown; readonly until: string }, branch: string): Happening[] {
	if (!Paused.fits(paused)) return [];
	const { at, by, reason } = paused;
	const why = reason === undefined ? '' : `, ${quoted(reason)}`;
	const text = `by ${oneLine(by)}${why}${until && `, until ${until}`}`;
	return [{ ...NONE, at, kind: 'paused', requirements: [], branch, text }];
}

/** What the state holds, as lines of a history that have not ended. */
function presentLines(state: BranchState | undefined): HistoryLine[] {
	return Object.entries(state?.requirements ?? {}).flatMap(([requirement, stored]) => {
		const about = { at: '', requirement, scope: stored.scope, ended_by: '' };
		const entries = Object.entries(stored.sessions).map(([session, entry]) => {
			return { ...about, session, entry };
		});
		return [{ ...about, session: stored.session, entry: stored }, ...entries];
	});
}

/** How a satisfaction ended. Not of one that was replaced, or moved to the history by its age. */
const ENDINGS: Readonly<Record<string, readonly [HappeningKind, string]>> = {
	spent: ['consumed', 'by a call'],
	carried: ['carried', 'to another branch'],
	cleared: ['cleared', 'by the user'],
	session_end: ['cleared', 'at the end of the session'],
	scope: ['cleared', 'its scope in the config changed'],
};

function ofSatisfaction(line: HistoryLine, branch: string): Happening[] {
	const { requirement, session = null, entry, at, ended_by } = line;
	const { satisfied_at = '', satisfied_by: by = null, metadata = null } = entry;
	const { stale_since, stale_file, spent_commit: commit } = entry;
	const about = { ...NONE, requirements: [requirement], branch, session };
	const asked_by = askedByIn(entry) ?? null;
	const evidence = metadata?.['evidence'];
	const parts = [byWhom(entry), asked_by && `asked by: ${asked_by}`];
	if (typeof evidence === 'string') parts.push(quoted(evidence));
	const text = parts.filter(Boolean).join(', ');
	const kind = by === 'approval' ? 'approved' : 'satisfied';
	const found: Happening[] = [{ ...about, at: satisfied_at, kind, text, by, asked_by, metadata }];
	if (stale_since !== undefined) {
		const file = stale_file === undefined ? 'files' : named(stale_file);
		found.push({ ...about, at: stale_since, kind: 'stale', text: `${file} changed` });
	}
	const [ending, usual = ''] = ENDINGS[ended_by] ?? [];
	if (ending !== undefined) {
		const how = commit === undefined ? usual : `by commit ${oneLine(commit.slice(0, 7))}`;
		found.push({ ...about, at, kind: ending, text: how });
	}
	return found;
}

/** `undefined`: nobody asked, as if a command succeeded, or the entry is from before this was kept. */
function askedByIn({ satisfied_by, metadata }: SessionEntry): AskedBy | undefined {
	const kept = z.valueIn(AskedBy, metadata?.['asked_by']);
	if (kept !== undefined) return kept;
	const invoker = metadata?.['invoked_by'];
	if (satisfied_by === 'agent' || invoker === 'model') return 'model';
	return invoker === 'user' ? 'typed' : undefined;
}
