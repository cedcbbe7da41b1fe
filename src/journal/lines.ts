import { ENTRIES, type JournalLine, type Kind } from './entries.ts';

/** A line of one kind. */
export type LineOf<E extends Kind> = Extract<JournalLine, { e: E }>;

/** The lines of a session; torn, foreign and unknown lines cost only themselves. @param uuid its full id */
export function linesOf(raw: readonly unknown[], uuid: string): JournalLine[] {
	return raw.filter((line): line is JournalLine => {
		const { at, s, e } = (line ?? {}) as Record<string, unknown>;
		if (s !== uuid || typeof at !== 'string' || typeof e !== 'string') return false;
		return Object.hasOwn(ENTRIES, e) && ENTRIES[e as Kind].shape.fits(line);
	});
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

/** Requirements that a stop or a warning names on a branch, during a prompt. */
interface Naming {
	readonly branch: string;
	readonly prompt: string | undefined;
	readonly names: readonly string[];
}

/** Whether a stop was already kept open on this branch for this prompt and exactly these requirements (D32). */
export function wasStopped(lines: readonly JournalLine[], held: Naming): boolean {
	return ofKind(lines, 'stopped').some((line) => isOf(line, held));
}

/** Whether the model was already warned of exactly these requirements on this branch during this prompt. */
export function wasWarned(lines: readonly JournalLine[], of: Naming): boolean {
	return ofKind(lines, 'refuse').some((line) => line.warned === true && isOf(line, of));
}

/**
 * Whether an earlier call of the prompt was refused for the same requirements, and no step towards them was taken since:
 * its text need not be repeated. A subagent has not read what the session read.
 */
export function isRepeated(lines: readonly JournalLine[], refusal: Omit<LineOf<'refuse'>, 'at' | 's'>): boolean {
	const { p: prompt, names, branch, call, agent } = refusal;
	if (prompt === undefined || call === undefined) return false;
	const steps: readonly Kind[] = ['skill', 'satisfied', 'uncounted', 'failed'];
	const step = lines.findLastIndex(({ e }) => steps.includes(e));
	const first = ofKind(lines.slice(step + 1), 'refuse').find(
		(line) => !line.warned && line.agent === agent && isOf(line, { branch, prompt, names }),
	);
	return first !== undefined && first.call !== call;
}

/** Requirements that only warned on a branch since a turn last ended there. */
export function warnedNames(lines: readonly JournalLine[], branch: string): string[] {
	const own = ofBranch(lines, branch);
	const turn = own.slice(own.findLastIndex(({ e }) => e === 'ended') + 1);
	return [...new Set(warningsOn(turn, branch).flatMap((line) => line.names))];
}

/** Calls that were allowed with a warning because their requirements only warn. */
function warningsOn(lines: readonly JournalLine[], branch: string): LineOf<'refuse'>[] {
	return ofKind(lines, 'refuse').filter(
		(line) => line.warned === true && line.why === undefined && line.branch === branch,
	);
}

/** Whether the session was already shown this obstacle to storing anything. */
export function isTold(lines: readonly JournalLine[], obstacle: string): boolean {
	return lines.some((line) => (line.e === 'refuse' || line.e === 'ended') && line.why === obstacle);
}

function isOf({ branch, p, names }: LineOf<'stopped' | 'refuse'>, of: Naming): boolean {
	const isSame = names.length === of.names.length && names.every((one) => of.names.includes(one));
	return branch === of.branch && p === of.prompt && isSame;
}

/**
 * Whether nothing that arms a requirement happened on this branch since a turn was last kept open or ended there: a
 * question after that does not keep the turn open for earlier work again.
 */
export function isIdle(lines: readonly JournalLine[], branch: string): boolean {
	return !hasHappened(ofBranch(lines, branch), ['trigger', 'bypassed'], ['stopped', 'ended']);
}

/** Whether there was work, or a stop kept open, since the last turn that ended on the branch. */
export function isNews(lines: readonly JournalLine[], branch: string): boolean {
	return hasHappened(ofBranch(lines, branch), ['trigger', 'bypassed', 'stopped'], ['ended']);
}

function ofBranch(lines: readonly JournalLine[], branch: string): JournalLine[] {
	return lines.filter((line) => 'branch' in line && line.branch === branch);
}

/** True as well where nothing of `since` ever happened. */
function hasHappened(lines: readonly JournalLine[], what: readonly Kind[], since: readonly Kind[]): boolean {
	const last = lines.findLastIndex(({ e }) => since.includes(e));
	return last < 0 || lines.slice(last + 1).some(({ e }) => what.includes(e));
}

/** Whether a session began as a fork of another. */
export function isFork(lines: readonly JournalLine[]): boolean {
	return ofKind(lines, 'start').some(({ source }) => source === 'fork');
}
