import * as z from '../document/shape.ts';
import type { ACTIVITY_ENTRIES } from './activity-entries.ts';
import { CALL_ENTRIES } from './call-entries.ts';
import type { Fields, Row } from './entry-row.ts';

type Rows = typeof CALL_ENTRIES & typeof ACTIVITY_ENTRIES;
type Kind = keyof Rows;
type EntryOf<E extends Kind> = { e: E } & z.output<z.ObjectShape<Rows[E]['fields']>>;

export type JournalEntry = { [E in Kind]: EntryOf<E> }[Kind];

/** One line of `sessions/<key>.jsonl` (D9). `at`: ISO time, `s`: full session id. */
export type JournalLine = { readonly at: string; readonly s: string } & JournalEntry;

/** A line of one kind. */
export type LineOf<E extends Kind> = Extract<JournalLine, { e: E }>;

/** What a call asks for of the lines of one session; torn, foreign and unknown lines cost only themselves. */
export function linesOf(raw: readonly unknown[], uuid: string): JournalLine[] {
	return linesOfAll(raw.filter((line) => (line as { s?: unknown } | null)?.s === uuid));
}

/** The same of whatever sessions share the file. */
export function linesOfAll(raw: readonly unknown[]): JournalLine[] {
	return raw.flatMap((line) => lineIn(line, CALL_ENTRIES) ?? []);
}

/** Shapes are made when they are first asked for: few hooks read lines of more than some kinds. */
const shapes = new Map<unknown, z.Shape<object>>();

/** A raw line as one of these kinds. */
export function lineIn(
	raw: unknown,
	kinds: Readonly<Record<string, Pick<Row<Fields>, 'fields'>>>,
): JournalLine | undefined {
	const { at, s, e } = (raw ?? {}) as Record<string, unknown>;
	if (typeof at !== 'string' || typeof s !== 'string' || typeof e !== 'string') return undefined;
	const fields = Object.hasOwn(kinds, e) ? kinds[e]?.fields : undefined;
	if (fields === undefined) return undefined;
	const shape = shapes.get(e) ?? z.object(fields);
	shapes.set(e, shape);
	const entry = shape.safeParse(raw);
	return entry.success ? ({ at, s, e, ...entry.data } as JournalLine) : undefined;
}

/** Lines of one kind, in their order. */
export function ofKind<E extends Kind>(lines: readonly JournalLine[], kind: E): LineOf<E>[] {
	return lines.filter((line): line is LineOf<E> => line.e === kind);
}

/** How a call was let through: on the branch it ran on, where the line went to several, else on the one it left since. */
export function checkedOf(
	lines: readonly JournalLine[],
	call: string | undefined,
	branch: string,
): LineOf<'checked'> | undefined {
	const own = ofKind(lines, 'checked').filter((line) => line.call === call);
	return own.find((line) => line.branch === branch) ?? own[0];
}

/** What arms requirements. */
const WORK = ['trigger', 'unchecked', 'bypassed'] as const;

/** Requirements that something was said about on a branch, during a prompt. */
interface Said {
	readonly branch: string;
	readonly prompt: string | undefined;
	readonly names: readonly string[];
}

/** Whether a stop was already held on this branch for this prompt and exactly these requirements (D32). */
export function wasStopped(lines: readonly JournalLine[], held: Said): boolean {
	return ofKind(lines, 'stopped').some((line) => isOf(line, held));
}

/** Whether the model was already warned of exactly these requirements on this branch during this prompt. */
export function wasWarned(lines: readonly JournalLine[], of: Said): boolean {
	return ofKind(lines, 'refuse').some((line) => line.warned === true && isOf(line, of));
}

function isOf({ branch, p, names }: LineOf<'stopped' | 'refuse'>, said: Said): boolean {
	const isSame =
		names.length === said.names.length && names.every((one) => said.names.includes(one));
	return branch === said.branch && p === said.prompt && isSame;
}

/**
 * Whether nothing that arms a requirement happened on this branch since a turn was last held or ended there: whoever only
 * asks a question after that is not held for earlier work again.
 */
export function isIdle(lines: readonly JournalLine[], branch: string): boolean {
	return !hasHappened(ofBranch(lines, branch), WORK, ['stopped', 'ended']);
}

/** Whether the end of this turn is news: there was work, or a held stop, since the last turn that ended on the branch. */
export function isNews(lines: readonly JournalLine[], branch: string): boolean {
	return hasHappened(ofBranch(lines, branch), [...WORK, 'stopped'], ['ended']);
}

/** The calls since a turn last ended on this branch that nobody had checked, or that got round a gate. */
export function roundInTurn<E extends 'unchecked' | 'bypassed'>(
	lines: readonly JournalLine[],
	branch: string,
	kind: E,
): LineOf<E>[] {
	const here = ofBranch(lines, branch);
	const last = here.findLastIndex(({ e }) => e === 'ended');
	return ofKind(here.slice(last + 1), kind);
}

/** The calls since a turn last ended on any branch that moved branches round a gate: whichever is checked out by now. */
export function movesInTurn(lines: readonly JournalLine[]): LineOf<'bypassed'>[] {
	const last = lines.findLastIndex(({ e }) => e === 'ended');
	return ofKind(lines.slice(last + 1), 'bypassed').filter(({ refs = [] }) => refs.length > 0);
}

/** The lines without those of what got round a gate and was put back since, and without what that alone had armed. */
export function withoutPutBack(lines: readonly JournalLine[]): readonly JournalLine[] {
	const back = ofKind(lines, 'put_back');
	if (back.length === 0) return lines;
	const isBack = ({ branch, at }: LineOf<'bypassed'>) =>
		back.some((one) => one.branch === branch && one.of === at);
	const gone = ofKind(lines, 'bypassed').filter(isBack);
	const calls = gone.flatMap(({ call }) => call ?? []);
	return lines.filter((line) => {
		if (line.e === 'trigger') return !calls.includes(line.call ?? '');
		return line.e !== 'bypassed' || !gone.includes(line);
	});
}

function ofBranch(lines: readonly JournalLine[], branch: string): JournalLine[] {
	return lines.filter((line) => 'branch' in line && line.branch === branch);
}

/** True as well where nothing of `since` ever happened. */
function hasHappened(
	lines: readonly JournalLine[],
	what: readonly JournalLine['e'][],
	since: readonly JournalLine['e'][],
): boolean {
	const last = lines.findLastIndex(({ e }) => since.includes(e));
	return last < 0 || lines.slice(last + 1).some(({ e }) => what.includes(e));
}

/** Whether a session began as a fork of another. */
export function isFork(lines: readonly JournalLine[]): boolean {
	return ofKind(lines, 'start').some(({ source }) => source === 'fork');
}
