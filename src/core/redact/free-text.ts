import type { ActivityEntry } from '../journal/activity.ts';
import type { JournalEntry } from '../journal/line.ts';

export type Entry = JournalEntry | ActivityEntry;
type TextsOf<E extends Entry['e']> = readonly Exclude<keyof Extract<Entry, { e: E }>, 'e'>[];

/** The fields of each kind of line in which a person's, a model's or a program's words may stand (D30). */
const FREE_TEXTS: { readonly [E in Entry['e']]: TextsOf<E> } = {
	start: [],
	trigger: [],
	refuse: ['path'],
	protect: ['what'],
	checked: [],
	skill: ['skill'],
	uncounted: ['why'],
	unchecked: ['tool'],
	stopped: [],
	ended: [],
	elsewhere: [],
	end: ['reason'],
	prompt: ['terms'],
	tool: [],
	file: ['path'],
	fn: ['names', 'path'],
	test: ['command'],
	failed: ['command'],
	commit: ['subject'],
	task: ['id', 'title', 'stage'],
	pin: ['label', 'content'],
	unpin: ['label'],
	insight: ['text', 'why', 'tags'],
	score: ['reason'],
	forget: [],
	next: ['text'],
	block: ['type', 'text'],
	turn: ['text'],
	note: ['text'],
	name: ['name'],
	phase: ['phase'],
	complete: [],
	satisfied: [],
	link: [],
	restore: ['pins'],
	continued: [],
	told: [],
	inherit: [],
	ack: ['text'],
	unacknowledged: [],
	crashed: [],
};

/** The names of those fields; none of a kind that a newer build wrote. */
export function freeTextsOf(entry: Entry): readonly string[] {
	return FREE_TEXTS[entry.e] ?? [];
}

/** Whether such a field holds more than short words: only then are the rules worth loading. */
export function mayHoldSecret(entry: Entry): boolean {
	const fields: Readonly<Record<string, unknown>> = entry;
	return freeTextsOf(entry).some((name) =>
		MORE_THAN_WORDS.test(JSON.stringify(fields[name]) ?? ''),
	);
}

/**
 * What every secret has: a sign that something is given a value, or some length without a joint that is not all
 * in small letters. Most paths and names of tasks have neither. The look ahead ends where that length does: to the
 * end of a long name, from each of its letters, it would take minutes.
 */
const MORE_THAN_WORDS = /[=\s]|:[^"]|(?=[a-z_-]{0,15}[A-Z\d+~])[^\s/."':,[\]{}]{16}/;
