import * as z from '../../store/shape.ts';
import { oneLine } from '../text/one-line.ts';
import type { ACTIVITY_ENTRIES } from './activity-entries.ts';
import {
	active,
	byItself,
	type Fields,
	mayFlag,
	mayNumber,
	mayText,
	names,
	ofIt,
	p,
	type Row,
	text,
} from './entry-row.ts';

/** Names that a stranger's journal may hold more of. */
const MOST_UNMET = 20;
const MOST_FAILED = 5;

/** The kinds of lines that a call reads or leaves, one row each. Apart from the others, which no hook of a call need know. */
export const CALL_ENTRIES = {
	/** SessionStart was seen: the gates are armed in this session. */
	start: active({
		fields: {
			...{ source: text, branch: text, cwd: text },
			...{ pid: mayNumber, pid_started: mayText, host: mayText },
			/** Where sessions are remembered: whose session it is, in which project, in which kind of client (D11). */
			...{ user: mayText, root: mayText, channel: mayText },
		},
	}),
	/**
	 * A matching call ran and armed these requirements (D31); `stale`: those it makes stale, where they are others; `paths`:
	 * the files, if only edits armed them.
	 */
	trigger: byItself({
		fields: { branch: text, names, stale: z.optional(names), paths: z.optional(names), p },
		texts: ['paths'],
	}),
	/** A call was refused, or let through with a warning; `why`: the obstacle to storing anything, if that was the reason. */
	refuse: byItself({
		fields: {
			...{ branch: text, names, tool: text, path: mayText, warned: mayFlag, why: mayText, p },
			/** `tool_use_id`, and the subagent that called. */
			...{ call: mayText, agent: mayText },
			/** For `req explain`: the working tree, the start of the command line, and a line for each requirement in `names`. */
			...{ root: mayText, line: mayText, trace: z.optional(names) },
		},
		texts: ['tool', 'path', 'why', 'line', 'trace'],
		cuts: { line: oneLine },
		adds: ({ shown }, { at, names: refused, tool }) => {
			const open = shown.filter((one) => !one.acknowledged && one.tool_call === tool);
			// Shown again before it was followed, it is the same.
			for (const name of refused.filter((one) => !open.some(({ sop_path }) => sop_path === one)))
				shown.push({ sop_path: name, injected_at: at, acknowledged: false, tool_call: tool });
		},
	}),
	/** A call would have opened a gate (D36): `what` it would have changed or run, and the answer. */
	protect: byItself({
		fields: { branch: text, tool: text, what: text, answer: z.enum(['deny', 'ask']), p },
		texts: ['tool', 'what'],
	}),
	/**
	 * A call was allowed that consumes these satisfactions if it succeeds (D31), or that may commit. `branch`, `commit`: where it
	 * was checked; `tip`: the branch's own commit, to which HEAD returns if a rebase is aborted; `failed`: a later line of the
	 * call, which has moved no branch.
	 */
	checked: byItself({
		fields: { branch: text, names, call: text, commit: mayText, tip: mayText, failed: mayFlag },
	}),
	/**
	 * The branch moved between these commits while a call of the session ran, and nothing says that another call or session
	 * moved it.
	 */
	moved: byItself({ fields: { branch: text, from: text, to: text, call: mayText } }),
	/** A call used satisfactions up to this ISO time, which the state could not store. */
	spent: byItself({ fields: { branch: text, names, until: text } }),
	/** A skill was invoked; `by`: the model's call or the user's typing. */
	skill: byItself({
		fields: { skill: text, by: z.enum(['model', 'user']), p },
		texts: ['skill'],
		adds: ({ skills }, { skill }) => void skills.add(skill),
	}),
	/**
	 * Requirements were satisfied: what had been shown of them counts as followed. `by`: how, as
	 * the branch state names it.
	 */
	satisfied: ofIt({
		fields: { names, by: text, p },
		adds: (draft, line) => {
			draft.unmet = draft.unmet.filter((name) => !line.names.includes(name));
			for (const [index, one] of draft.shown.entries())
				if (line.names.includes(one.sop_path)) draft.shown[index] = { ...one, acknowledged: true };
		},
	}),
	/**
	 * Claude asked the user to approve a plan; the session may have begun by it (`pending`), and the user may have approved it.
	 * `path`, `hash`: the plan file as it was then. `changed`: the file differs now, and the model was shown that.
	 */
	plan: byItself({
		fields: {
			branch: text,
			step: z.enum(['asked', 'pending', 'approved', 'changed']),
			...{ path: mayText, hash: mayText, p },
		},
		texts: ['path'],
	}),
	/** What these requirements ask for ran and does not count; `why`, as half a sentence; empty: something failed. `failed`: it did. */
	uncounted: byItself({
		fields: { branch: text, names, why: text, failed: mayFlag, p },
		texts: ['why'],
	}),
	/** A call of this tool changed these files, or moved these branches, round these requirements. */
	bypassed: byItself({
		fields: { branch: text, names, tool: text, paths: names, refs: z.optional(names), p },
		texts: ['tool', 'paths'],
		adds: ({ files, workedOn }, { at, paths }) => {
			for (const path of paths) {
				const known = files.get(path) ?? { path, edits: 1, bypassed: at };
				workedOn({ ...known, last: at });
			}
		},
	}),
	/** The edits or the bypass of that time are over for these: none of the files differs from what is committed. */
	settled: byItself({
		fields: { branch: text, names, of: text, p },
		adds: ({ files }, { of }) => {
			for (const { path, bypassed } of files.values()) if (bypassed === of) files.delete(path);
		},
	}),
	/** A run of tests that failed; nothing of what it printed. */
	failed: byItself({
		fields: { runner: text, command: text, p },
		texts: ['command'],
		cuts: { command: oneLine },
		adds: (draft, { command }) => {
			const others = draft.failed.filter((one) => one !== command);
			draft.failed = [...others, command].slice(-MOST_FAILED);
		},
	}),
	/** A stop was held (D32). */
	stopped: byItself({ fields: { branch: text, names, p } }),
	/** A turn ended in which requirements were armed: `names` are those that were unmet then; `why`: as above. */
	ended: byItself({
		fields: { branch: text, names, why: mayText, p },
		texts: ['why'],
		adds: (draft, line) => {
			draft.unmet = line.names.slice(0, MOST_UNMET);
		},
	}),
	/** Work of this session armed requirements of another project. */
	elsewhere: byItself({
		fields: { root: text },
		adds: (draft, { root }) => draft.workedIn(root),
	}),
	end: active({ fields: { reason: text, pid: mayNumber }, texts: ['reason'] }),
	/** The model, or a subagent, was told of these lessons, each by `Lesson.same`; a start tells them by the last part of `Lesson.id`. */
	lessons: byItself({ fields: { told: names, agent: mayText, p } }),
};

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

/** A raw line as one of these kinds. */
export function lineIn(
	raw: unknown,
	kinds: Readonly<Record<string, Pick<Row<Fields>, 'shape'>>>,
): JournalLine | undefined {
	const { at, s, e } = (raw ?? {}) as Record<string, unknown>;
	if (typeof at !== 'string' || typeof s !== 'string' || typeof e !== 'string') return undefined;
	const isKnown = Object.hasOwn(kinds, e) && kinds[e]?.shape.fits(raw) === true;
	return isKnown ? (raw as JournalLine) : undefined;
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
const WORK = ['trigger', 'bypassed'] as const;

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

/**
 * Whether an earlier call of the prompt was refused for the same requirements, and no step towards them was taken since:
 * its text need not be repeated. A subagent has not read what the session read.
 */
export function isRepeated(lines: readonly JournalLine[], refusal: EntryOf<'refuse'>): boolean {
	const { p: prompt, names, branch, call, agent } = refusal;
	if (prompt === undefined || call === undefined) return false;
	const step = lines.findLastIndex(({ e }) => STEPS.includes(e));
	const first = ofKind(lines.slice(step + 1), 'refuse').find(
		(line) => !line.warned && line.agent === agent && isOf(line, { branch, prompt, names }),
	);
	return first !== undefined && first.call !== call;
}

const STEPS: readonly JournalLine['e'][] = ['skill', 'satisfied', 'uncounted', 'failed'];

/** Requirements that only warned on a branch since a turn last ended there. */
export function warnedNames(lines: readonly JournalLine[], branch: string): string[] {
	const own = ofBranch(lines, branch);
	const turn = own.slice(own.findLastIndex(({ e }) => e === 'ended') + 1);
	return [...new Set(warningsOn(turn, branch).flatMap((line) => line.names))];
}

/** Calls that were allowed with a warning because their requirements only warn. */
export function warningsOn(lines: readonly JournalLine[], branch: string): LineOf<'refuse'>[] {
	return ofKind(lines, 'refuse').filter(
		(line) => line.warned === true && line.why === undefined && line.branch === branch,
	);
}

/** Whether the session was already shown this obstacle to storing anything. */
export function isTold(lines: readonly JournalLine[], obstacle: string): boolean {
	return lines.some((line) => (line.e === 'refuse' || line.e === 'ended') && line.why === obstacle);
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

/** The calls since a turn last ended on any branch that moved branches round a gate: whichever is checked out by now. */
export function movesInTurn(lines: readonly JournalLine[]): LineOf<'bypassed'>[] {
	const last = lines.findLastIndex(({ e }) => e === 'ended');
	return ofKind(lines.slice(last + 1), 'bypassed').filter(({ refs = [] }) => refs.length > 0);
}

/** The lines without the requirements for which the work that armed them is over, and without lines that name no others. */
export function withoutSettled(lines: readonly JournalLine[]): readonly JournalLine[] {
	const settled = ofKind(lines, 'settled');
	if (settled.length === 0) return lines;
	return lines.flatMap((line): JournalLine[] => {
		if (line.e !== 'bypassed' && line.e !== 'trigger') return [line];
		const over = settled.filter(({ branch, of }) => branch === line.branch && of === line.at);
		const names = line.names.filter((name) => !over.some((one) => one.names.includes(name)));
		return names.length === 0 ? [] : [{ ...line, names }];
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
