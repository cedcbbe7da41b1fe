import { oneLine } from '../core/text/one-line.ts';
import type { Insight, SessionRecord } from './record.ts';
import { isCandidate } from './record.ts';
import { chunksOf, splitChunk, stemOf } from './terms.ts';

/** Codes are read in this order. */
const CODE_ORDER = ['meta', 'files', 'functions', 'decisions', 'blockers', 'next'] as const;
export type CodeSection = (typeof CODE_ORDER)[number];

/** What is most worth its room first. */
export const CODE_WORTH: readonly CodeSection[] = [
	'meta',
	'next',
	'blockers',
	'decisions',
	'files',
	'functions',
];

/** The codes of one or more sessions by section, each complete (`impl:…`), oldest first. */
export type CodeSections = Readonly<Record<CodeSection, readonly string[]>>;

/** A value for each section. */
export function bySection<Value>(of: (section: CodeSection) => Value): Record<CodeSection, Value> {
	const values = CODE_ORDER.map((section) => [section, of(section)]);
	return Object.fromEntries(values) as Record<CodeSection, Value>;
}

/**
 * What sessions did, as codes: `proj:`, `impl:`, `dec:`, `block:`, `next:`. Each once, at its first place; what was
 * done since is no next step (D27), and what a prompt only seemed to say is none of them (D26).
 *
 * @param records oldest first
 */
export function codeSections(records: readonly SessionRecord[]): CodeSections {
	const each = (codes: (record: SessionRecord) => readonly string[]) => [
		...new Set(records.flatMap(codes)),
	];
	return {
		meta: each(({ project }) => [code('proj', project)]),
		files: fileCodes(pathsOf(records)),
		functions: each(({ activity }) => activity.functions.map((name) => code('impl', name))),
		decisions: each(({ insights }) =>
			insights
				.filter((insight) => insight.kind === 'decision' && !isCandidate(insight))
				.map(decisionCode),
		),
		blockers: each(({ activity }) =>
			activity.blockers
				.filter(({ resolved, source }) => resolved !== true && source !== 'prompt')
				.map(({ type, text }) => code('block', `${type}:${text}`)),
		),
		next: nextCodes(records, false),
	};
}

/** So many files and functions say where the work was: the seed's scenario has twenty. */
const MOST_TOLD = 20;

/**
 * The codes a start tells: of files those changed most, then last; of functions the last. How many more there are is a code
 * of its own, after them; the records keep them all.
 *
 * @param records oldest first
 */
export function toldCodes(records: readonly SessionRecord[]): CodeSections {
	const { files, functions, ...rest } = codeSections(records);
	const worked = mostWorked(records);
	const told = fileCodes(pathsOf(records).filter((path) => worked.has(path)));
	return {
		...rest,
		files: [...told, ...more(files.length - told.length, 'files')],
		functions: [...functions.slice(-MOST_TOLD), ...more(functions.length - MOST_TOLD, 'functions')],
	};
}

/** Next steps that something done since has cancelled (D27), as codes. */
export function cancelledNext(records: readonly SessionRecord[]): readonly string[] {
	const stands = new Set(nextCodes(records, false));
	return nextCodes(records, true).filter((line) => !stands.has(line));
}

export function codeLines(sections: CodeSections): readonly string[] {
	return CODE_ORDER.flatMap((section) => sections[section]);
}

/** What is exported of a session: `req session export --format codes-json`. */
interface CodesJson {
	readonly session_id: string;
	readonly project: string;
	readonly timestamp: string;
	readonly files: readonly string[];
	readonly functions: readonly string[];
	readonly decisions: readonly string[];
	readonly blockers: readonly string[];
	readonly next_actions: readonly string[];
	readonly metadata: { readonly expires_at: string };
}

/** A session's codes in the seed's own shape, every one of them. Its open tasks are next steps. */
export function codesJson(record: SessionRecord): CodesJson {
	const { meta: _, next, ...codes } = codeSections([withOpenTasks(record)]);
	return {
		session_id: record.uuid,
		project: record.project,
		timestamp: record.last_activity,
		...codes,
		next_actions: next,
		metadata: { expires_at: record.expires_at },
	};
}

/** The record with its open tasks among the next steps: where codes stand alone, they are the only place for them. */
export function withOpenTasks(record: SessionRecord): SessionRecord {
	const titles = record.pending_tasks.map(({ title }) => title);
	const { activity } = record;
	const nextActions = [...activity.next_actions, ...titles];
	return { ...record, activity: { ...activity, next_actions: nextActions } };
}

/** What was decided, and why. */
export function decisionCode({ text, why }: Pick<Insight, 'text' | 'why'>): string {
	return code('dec', why === undefined ? text : `${text}-${why}`);
}

/** A code has no blanks, and its prefix once. */
export function code(prefix: string, text: string): string {
	const flat = oneLine(text);
	const bare = flat.startsWith(`${prefix}:`) ? flat.slice(prefix.length + 1).trim() : flat;
	return oneLine(`${prefix}:${bare.replaceAll(' ', '-')}`);
}

function nextCodes(records: readonly SessionRecord[], cancelled: boolean): readonly string[] {
	const done = records.flatMap(completionsOf);
	const steps = records.flatMap(nextStepsOf).filter((step) => isDone(step, done) === cancelled);
	return [...new Set(steps.map(({ text }) => code('next', text)))];
}

function pathsOf(records: readonly SessionRecord[]): readonly string[] {
	return [...new Set(records.flatMap(({ activity }) => activity.files.map(({ path }) => path)))];
}

/** A file is told by its base name where no other one has it, else by its path. */
function fileCodes(paths: readonly string[]): readonly string[] {
	const bearers = new Map<string, number>();
	for (const path of paths) bearers.set(baseName(path), (bearers.get(baseName(path)) ?? 0) + 1);
	const nameOf = (path: string) => (bearers.get(baseName(path)) === 1 ? baseName(path) : path);
	return [...new Set(paths.map((path) => code('impl', nameOf(path))))];
}

function baseName(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

function mostWorked(records: readonly SessionRecord[]): ReadonlySet<string> {
	const edits = new Map<string, number>();
	for (const file of records.flatMap(({ activity }) => activity.files)) {
		const before = edits.get(file.path) ?? 0;
		edits.delete(file.path);
		edits.set(file.path, before + file.edits);
	}
	const latest = [...edits].reverse().sort(([, one], [, other]) => other - one);
	return new Set(latest.slice(0, MOST_TOLD).map(([path]) => path));
}

function more(count: number, what: string): readonly string[] {
	return count > 0 ? [code('impl', `+${count} more ${what}`)] : [];
}

/** Share of a next step's words that a done item must have (D27). */
const DONE_SHARE = 0.6;

/** A next step, or something that was brought to an end, and when. */
interface Dated {
	/** `test:npm`, `commit:<subject>`, `task:<title>`, `done:<next step>`; of a next step with or without `next:`. */
	readonly text: string;
	/** ISO time. */
	readonly at: string;
}

/**
 * Whether something that was brought to an end since says that a next step is done: it has at least 60 % of its words
 * (D27). What kind of thing it was is none of them.
 */
export function isDone(action: Dated, completed: readonly Dated[]): boolean {
	const words = wordsOf(action.text);
	if (words.size === 0) return false;
	return completed.some(({ text, at }) => {
		if (!(at > action.at)) return false;
		const done = wordsOf(text);
		const shared = [...words].filter((word) => done.has(word)).length;
		return shared / words.size >= DONE_SHARE;
	});
}

type Activity = Pick<SessionRecord, 'activity' | 'started_at' | 'last_activity'>;

/** What a session brought to an end. Where nobody noted when, it was at the session's end. */
function completionsOf({ activity, last_activity }: Activity): readonly Dated[] {
	const { completed, completed_at: times } = activity;
	return completed.map((text, index) => ({ text, at: times?.[index] || last_activity }));
}

/** The next steps of a session. Where nobody noted since when, it was from the session's start. */
function nextStepsOf({ activity, started_at }: Activity): readonly Dated[] {
	const { next_actions: actions, next_actions_at: times } = activity;
	return actions.map((text, index) => ({ text, at: times?.[index] || started_at }));
}

const KIND = /^(?:\s*(?:next|test|commit|task|done):)+/i;

function wordsOf(text: string): ReadonlySet<string> {
	const chunks = chunksOf(text.replace(KIND, ''));
	return new Set(chunks.flatMap(({ written }) => splitChunk(written)).map(stemOf));
}
