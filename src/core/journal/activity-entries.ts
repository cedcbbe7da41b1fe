import * as z from '../../store/shape.ts';
import { clipped } from '../capture/captured-text.ts';
import type { Draft } from '../session-record/draft.ts';
import { oneLine } from '../text/one-line.ts';
import { active, amount, byItself, mayFlag, mayText, names, ofIt, p, text } from './entry-row.ts';
import { Importance, InsightKind, TaskStatus } from './enums.ts';

/** Who said it: a command, or a prompt, whose sentences are candidates only (D26). */
const source = z.enum(['user', 'agent', 'prompt', 'import']);

/** Characters that are stored of a turn's last message, of a subagent's, and of other progress (D29). */
const MAX_TURN = 2_000;
const MAX_AGENT = 500;
const MAX_NOTE = 4_000;
/** Most failures of commands that a record keeps. */
const MOST_FAILURES = 12;
/** Pins that were taken away: more than anybody takes away; the oldest are forgotten first. */
const MOST_UNPINNED = 50;
/** So few words of a prompt only go on with what was asked before. */
const FEW_WORDS = 4;
const MISSING = 'Agent did not acknowledge inherited context';
/** How much a word counts, by what it stands in: what was said deliberately more than what was mentioned (D28). */
const PINNED = 3;
const SAID = 2;
/** A log in a prompt says one thing, however often it repeats it. */
const MOST_IN_PROMPT = 3;

const cutTurn = (said: string) => clipped(said, MAX_TURN);

/** What a session did beyond what gates ask for, one row for each kind of line. */
export const ACTIVITY_ENTRIES = {
	/**
	 * The user's prompt: how often each term occurs (D26), and its first words. `aside`: it was a command of ours, and
	 * what is said in answer is nothing of the work.
	 */
	prompt: byItself({
		fields: { terms: z.record(text, amount), asked: mayText, aside: mayFlag, p },
		texts: ['terms', 'asked'],
		adds: (draft, line) => {
			for (const [term, count] of Object.entries(line.terms))
				draft.terms.push([term, Math.min(count, MOST_IN_PROMPT)]);
			draft.aside = line.aside === true ? line.p : undefined;
			const { asked = '' } = line;
			if (asked === '' || line.aside === true) return;
			if (draft.asked === undefined) draft.asked = { first: asked };
			else if (saysMore(asked)) draft.asked = { ...draft.asked, last: asked };
		},
	}),
	/**
	 * A tool call that succeeded. `project`: where it worked, when that is not the session's own project. `key`: which
	 * command it was (`commandKey`).
	 */
	tool: byItself({
		fields: { name: text, project: mayText, key: mayText, p },
		texts: ['name'],
		adds: (draft, { at, name, project, key }) => {
			draft.tools.set(name, (draft.tools.get(name) ?? 0) + 1);
			if (key !== undefined && draft.failures.some((one) => one.key === key && !one.fixed))
				draft.failures = draft.failures.map((one) =>
					one.key === key ? { ...one, fixed: one.fixed ?? at } : one,
				);
			if (project !== undefined) draft.workedIn(project);
		},
	}),
	/** A command failed: how, and which (`Failure.same`, `commandKey`). Nothing of what it printed. */
	failure: byItself({
		fields: { same: text, key: text, p },
		/** What failed again has failed since the first time. */
		adds: (draft, { at, same, key }) => {
			const since = draft.failures.find((one) => one.same === same)?.at ?? at;
			const others = draft.failures.filter((one) => one.same !== same);
			draft.failures = [...others, { same, key, at: since }].slice(-MOST_FAILURES);
		},
	}),
	/** A file changed: relative to the root of `project`, else of the session's project; `worktree`: of this linked working tree. */
	file: byItself({
		fields: { path: text, project: mayText, worktree: mayText, p },
		texts: ['path'],
		adds: (draft, { at, path, project }) => {
			const { files, projects, workedOn } = draft;
			const name = project === undefined ? path : `${project}:${path}`;
			const edits = (files.get(name)?.edits ?? 0) + 1;
			workedOn({ path: name, edits, last: at });
			const home = PACKAGE.exec(path)?.[1];
			if (project !== undefined) draft.workedIn(project);
			else if (home !== undefined) projects.add(home);
		},
	}),
	/** Functions and methods that a change defined. */
	fn: byItself({
		fields: { names, path: text, p },
		texts: ['names', 'path'],
		adds: ({ functions }, line) => addAll(functions, line.names),
	}),
	/** Tests that ran and passed: `runner` as in `test:<runner>`, and the command as typed. */
	test: byItself({
		fields: { runner: text, command: text, p },
		texts: ['command'],
		cuts: { command: oneLine },
		adds: (draft, { at, runner, command }) => {
			draft.completed.set(`test:${runner}`, at);
			draft.failed = draft.failed.filter((one) => one !== command);
		},
	}),
	commit: byItself({
		fields: { subject: text, sha: mayText, branch: text, p },
		texts: ['subject'],
		cuts: { subject: oneLine },
		adds: (draft, { at, subject, sha }) => {
			const { commits, completed } = draft;
			draft.mention(subject, SAID);
			completed.set(`commit:${subject}`, at);
			if (sha === undefined) commits.push({ subject, at });
			else if (!commits.some((one) => one.sha === sha)) commits.push({ subject, sha, at });
		},
	}),
	/** A task as somebody left it. Absent fields keep what was known. */
	task: active({
		fields: {
			...{ id: text, title: mayText, status: z.optional(TaskStatus), stage: mayText },
			...{ flagged: mayFlag, source: z.enum(['client', 'todo', 'req']), branch: mayText, p },
		},
		texts: ['id', 'title', 'stage'],
		cuts: { title: oneLine },
		adds: (draft, line) => draft.changeTask(line),
	}),
	pin: active({
		fields: { label: text, content: text, importance: Importance, p },
		texts: ['label', 'content'],
		adds: (draft, { at, label, content, importance }) => {
			draft.mention(`${label}\n${content}`, PINNED);
			const others = draft.pins.filter((pin) => pin.label !== label);
			draft.keepPins([...others, { label, content, importance, pinned_at: at }]);
			draft.flagUndone(`${label} ${content}`, at);
		},
	}),
	unpin: ofIt({
		fields: { label: text },
		texts: ['label'],
		adds: (draft, { at, label }) => {
			const gone = draft.pins.find((pin) => pin.label === label);
			if (gone === undefined) return;
			draft.pins = draft.pins.filter((pin) => pin !== gone);
			draft.unpinned.push({ label, session: gone.origin?.session ?? draft.key, at });
			draft.unpinned.splice(0, draft.unpinned.length - MOST_UNPINNED);
		},
	}),
	insight: active({
		fields: {
			...{ id: text, kind: InsightKind, text, why: mayText, confidence: amount, source },
			...{ tags: z.optional(names), p },
		},
		texts: ['text', 'why', 'tags'],
		adds: (draft, line) => {
			draft.mention([line.text, ...(line.tags ?? [])].join('\n'), SAID);
			draft.keepInsight(line);
		},
	}),
	/**
	 * Somebody confirmed or disputed an insight: a line in the journal of the session in which they did,
	 * and one in that of the session the insight is of. `by`, in the latter: key of the former. Each changes
	 * the insight where the session has it; without `by` it is one of the session's own updates.
	 */
	score: ofIt({
		fields: { id: text, old: amount, new: amount, reason: text, by: mayText },
		texts: ['reason'],
		/** It changes an insight where it is at home; what this session said of insights stands apart. */
		adds: ({ insights, scores }, { at, id, old, new: now, reason, by }) => {
			const known = insights.get(id);
			if (known !== undefined) insights.set(id, { ...known, confidence: now, ...wordOf(reason) });
			if (by !== undefined) return;
			scores.push({ memory_id: id, old_score: old, new_score: now, reason, timestamp: at });
		},
	}),
	/** Nobody is told any more what was learned. */
	forget: ofIt({
		fields: { id: text },
		adds: ({ insights }, { id }) => {
			insights.delete(id);
		},
	}),
	/**
	 * What is to be done next. `done` ends the one with the same text: it is something completed then; `removed`
	 * only takes it away.
	 */
	next: active({
		fields: { text, done: mayFlag, removed: mayFlag, p },
		texts: ['text'],
		adds: ({ next, completed }, { at, text: said, done, removed }) => {
			const action = said.replace(/^(?:\s*next:)+\s*/i, '');
			if (done === true) completed.set(`done:${said}`, at);
			if (done === true || removed === true) next.delete(action);
			else if (action !== '') next.set(action, at);
		},
	}),
	/** A blocker; `resolved` ends the one with the same type and text. A prompt's is a candidate (D26). */
	block: active({
		fields: { type: text, text, source, resolved: mayFlag, p },
		texts: ['type', 'text'],
		/** What a prompt let suppose is certain once somebody says it, too (D26). */
		adds: ({ blockers }, { at, type, text: said, source: by, resolved }) => {
			const key = JSON.stringify([type, said]);
			const known = blockers.get(key);
			if (resolved === true) {
				if (known !== undefined) blockers.set(key, { ...known, resolved });
			} else if (known === undefined || known.resolved === true) {
				blockers.set(key, { type, text: said, at, source: by });
			} else if (known.source === 'prompt') blockers.set(key, { ...known, source: by });
		},
	}),
	/** The turn ended, on this branch, with this message (D29). */
	turn: byItself({
		fields: { branch: text, text: mayText, p },
		texts: ['text'],
		cuts: { text: cutTurn },
		adds: (draft, line) => {
			draft.turns += 1;
			const { at, text: said = '' } = line;
			if (said === '' || isAside(draft, line.p)) return;
			const before = draft.notes.at(-1);
			const isSame = line.p !== undefined && before?.held === line.p;
			// The work was told of before the stop was held; after it, often only that it is done.
			if (isSame && before.text.length >= said.length) return;
			if (isSame) draft.notes.pop();
			draft.notes.push({ at, from: 'turn', text: said });
		},
	}),
	/** What the model said before a stop was held, in the same turn: mostly more than it says at the end (D29). */
	held: byItself({
		fields: { text, p },
		texts: ['text'],
		cuts: { text: cutTurn },
		adds: (draft, line) => {
			if (isAside(draft, line.p)) return;
			const held = line.p === undefined ? {} : { held: line.p };
			draft.notes.push({ at: line.at, from: 'turn', text: line.text, ...held });
		},
	}),
	/** Progress text that is no turn: a compaction's summary, a subagent's last message, `req session capture`. */
	note: active({
		fields: { from: z.enum(['compaction', 'agent', 'user']), text },
		texts: ['text'],
		cuts: { text: (said, { from }) => clipped(said, from === 'agent' ? MAX_AGENT : MAX_NOTE) },
		adds: ({ notes }, { at, from, text: said }) => void notes.push({ at, from, text: said }),
	}),
	/** An empty name takes it away. */
	name: ofIt({
		fields: { name: text },
		texts: ['name'],
		adds: (draft, { name }) => draft.rename(name),
	}),
	phase: ofIt({
		fields: { phase: text },
		texts: ['phase'],
		adds: (draft, { phase }) => {
			draft.phase = phase;
		},
	}),
	/** `req session complete`: its codes are not passed on any more. */
	complete: ofIt({
		fields: {},
		adds: (draft) => {
			draft.closed = true;
		},
	}),
	/**
	 * The sessions this one follows (D12), by key. `lineage`: all ancestors, oldest first, the parent last.
	 * Of several lines the first `previous` and the last `parent` hold.
	 */
	link: ofIt({
		fields: { previous: z.nullable(text), parent: z.nullable(text), lineage: z.optional(names) },
		adds: (draft, line) => {
			const [previous, parent] = [line.previous, line.parent].map((key) => another(draft, key));
			const told = (line.lineage ?? []).filter((key) => key !== draft.key);
			draft.previous ??= previous ?? null;
			draft.parent = parent ?? draft.parent;
			const first = parent ?? previous;
			if (told.length > 0) draft.lineage = [...new Set(told)];
			else if (draft.lineage.length === 0 && first !== undefined) draft.lineage = [first];
		},
	}),
	/** Context of another session came in (D12). */
	restore: byItself({
		fields: {
			...{ from: text, score: amount, mode: z.enum(['auto', 'explicit']) },
			pins: z.array(
				z.object({
					...{ label: text, content: text, importance: Importance, pinned_at: text },
					origin: z.object({ session: text, at: text }),
				}),
			),
		},
		texts: ['pins'],
		adds: (draft, { at, from, score, mode, pins }) => {
			draft.restorations.push({ from, at, score, mode });
			// A session that the user asked for takes the place of those that gave pins before it (D24).
			const staying = draft.pins.filter(
				({ origin }) => mode !== 'explicit' || origin === undefined,
			);
			const known = new Set(staying.map(({ label }) => label));
			// What is there under a label stays.
			const more = pins.filter(({ label }) => !known.has(label) && known.add(label));
			draft.keepPins([...staying, ...more]);
		},
	}),
	/**
	 * The session inherited on somebody's word: its bundle is written. `from`: key of the source.
	 * `door`: how it was asked for. `select`: as `readSelection` reads it. `required`: it has to say what it understood.
	 */
	inherit: active({
		fields: {
			...{ from: text, door: z.enum(['command', 'environment', 'clear', 'config', 'pipeline']) },
			...{ select: text, required: z.boolean(), sha256: text },
		},
		adds: (draft, { at, from, door, select, required }) => {
			draft.inherited ??= { from, at, door, select };
			const said = draft.comprehension;
			if (said !== undefined)
				draft.comprehension = { ...said, required: said.required || required };
			else if (required) draft.comprehension = { required, present: false, warning: null, at };
		},
	}),
	/** What the session says it understood of what it inherited. */
	ack: active({
		fields: { text, p },
		texts: ['text'],
		adds: (draft, { at, text: said }) => {
			const required = draft.comprehension?.required === true;
			draft.comprehension = { required, present: true, text: said, warning: null, at };
		},
	}),
	/** A turn ended without that word although it is required: the user was told. */
	unacknowledged: active({
		fields: {},
		adds: (draft, { at }) => {
			const { required = false, present = false } = draft.comprehension ?? {};
			if (!present) draft.comprehension = { required, present, warning: MISSING, at };
		},
	}),
	/** In the journal of the earlier session: `by` goes on with it. `seen`: that one's last activity as `by` was told of it. */
	continued: ofIt({
		fields: { by: text, seen: mayText },
		adds: (draft, { by, seen }) => {
			addAll(draft.continuations, [another(draft, by) ?? []].flat());
			if (seen !== undefined && seen > (draft.toldUntil ?? '')) draft.toldUntil = seen;
		},
	}),
	/**
	 * A start is about to be told of earlier sessions; the first such line of one start speaks (D19).
	 * `client`: which process started, `by`: the hook's own process.
	 */
	told: byItself({ fields: { source: text, client: text, by: amount, p } }),
	/** Found dead by a later session (D13). The session ended with its last sign of life. */
	crashed: ofIt({ fields: {} }),
};

/** "Yes, go on" names no work. */
function saysMore(asked: string): boolean {
	return asked.split(' ').length > FEW_WORDS;
}

/** What is said in answer to a command of ours is nothing of the work. */
function isAside({ aside }: Draft, prompt: string | undefined): boolean {
	return prompt !== undefined && prompt === aside;
}

/** The key of another session; a session is none of its own. */
function another({ key: own }: Draft, key: string | null): string | undefined {
	return key === null || key === own ? undefined : key;
}

function addAll(all: Set<string>, more: readonly string[]): void {
	for (const one of more) all.add(one);
}

/** Where workspaces keep their packages. */
const PACKAGE = /^(?:packages|apps|libs|services|crates|modules|plugins)\/([^/]+)\/./;

/** What the reason of a score says for good. */
function wordOf(reason: string): { readonly superseded_by?: string } {
	const newer = /^superseded by (i[0-9a-f]{8})$/.exec(reason)?.[1];
	return newer === undefined ? {} : { superseded_by: newer };
}
