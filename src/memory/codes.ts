import type { Continuity } from '../config/settings.ts';
import { oneLine } from '../text/one-line.ts';
import { expiresAt, type SessionRecord } from './record.ts';
import { chunksOf, splitChunk, stemOf } from './terms.ts';

/** Codes are read in this order. */
const CODE_ORDER = ['meta', 'files', 'functions', 'decisions', 'blockers', 'next'] as const;
/** What is most worth its room first. */
const CODE_WORTH = ['meta', 'next', 'blockers', 'decisions', 'files', 'functions'] as const;

/** The activity summary of sessions: codes by section, each complete (`impl:…`), oldest first. */
export type CodeSections = Readonly<Record<(typeof CODE_ORDER)[number], readonly string[]>>;

/**
 * What sessions did, as codes: `proj:`, `impl:`, `dec:`, `block:`, `next:`. Each once, at its first place; what was
 * done since is no next step (D27), and what a prompt only seemed to say is none of them (D26).
 *
 * @param records oldest first
 */
export function codeSections(records: readonly SessionRecord[]): CodeSections {
	const each = (codes: (record: SessionRecord) => readonly string[]) => distinct(records.flatMap(codes));
	const { files, functions } = worked(records);
	// If no time was noted, a step was set at its session's start.
	const steps = records.flatMap(({ activity: { next_actions: all, next_actions_at: times }, ...one }) =>
		all.map((text, n) => ({ text, at: times?.[n] || one.started_at })),
	);
	return {
		meta: each(({ project }) => [code('proj', project)]),
		files: distinct(files.map((name) => code('impl', name))),
		functions: distinct(functions.map((name) => code('impl', name))),
		decisions: each(({ insights }) =>
			insights
				.filter(({ kind }) => kind === 'decision')
				.map(({ text, why }) => code('dec', why === undefined ? text : `${text}-${why}`)),
		),
		blockers: each(({ activity }) =>
			activity.blockers
				.filter(({ resolved }) => resolved !== true)
				.map(({ type, text }) => code('block', `${type}:${text}`)),
		),
		next: distinct(openSteps(steps, records).map(({ text }) => code('next', text))),
	};
}

function distinct(list: readonly string[]): readonly string[] {
	return [...new Set(list)];
}

/**
 * The names of the files and functions that sessions worked on, each once. A file has its base name if no other one does.
 *
 * @param isNamed whether a path is among them
 */
export function worked(
	records: readonly SessionRecord[],
	isNamed: (path: string) => boolean = () => true,
): Readonly<Record<'files' | 'functions', readonly string[]>> {
	const all = records.flatMap(({ activity }) => activity.files.map(({ path }) => path));
	const paths = all.filter(isNamed);
	return {
		files: fileNames(distinct(paths)),
		functions: distinct(records.flatMap(({ activity }) => activity.functions)),
	};
}

/** The codes of all sections, in the order in which they are read. */
export function codeLines(sections: CodeSections): readonly string[] {
	return CODE_ORDER.flatMap((section) => sections[section]);
}

/** The codes of one session, alone: within the budget, its open tasks among the next steps, as nothing else shows them. */
export function sessionCodes(record: SessionRecord, { budget }: Pick<Continuity, 'budget'>): CodeSections {
	const { activity, pending_tasks } = record;
	const next_actions = [...activity.next_actions, ...pending_tasks.map(({ title }) => title)];
	return fitCodes(codeSections([{ ...record, activity: { ...activity, next_actions } }]), budget);
}

/** A session's codes in the seed's own shape: `req session export --format codes-json`. */
export function codesJson(record: SessionRecord, continuity: Continuity) {
	const { meta: _, next, ...codes } = sessionCodes(record, continuity);
	return {
		session_id: record.uuid,
		project: record.project,
		timestamp: record.last_activity,
		...codes,
		next_actions: next,
		metadata: { expires_at: expiresAt(record, continuity) },
	};
}

/**
 * A session as `req session export --format seed` prints it; of its blockers those that still block.
 *
 * @param now milliseconds since the epoch
 */
export function toContext(record: SessionRecord, now: number, continuity: Pick<Continuity, 'lookbackDays'>) {
	const { activity, insights } = record;
	const decisions = insights.filter(({ kind }) => kind === 'decision');
	const blockers = activity.blockers.filter(({ resolved }) => resolved !== true);
	const expires = expiresAt(record, continuity);
	const unclosed = now > Date.parse(expires) ? 'expired' : 'active';
	return {
		id: record.uuid,
		project: record.project,
		phase: record.phase ?? null,
		completed: activity.completed,
		next_actions: activity.next_actions,
		decisions: decisions.map(({ text, why }) => ({ choice: text, why: why ?? null })),
		blockers: blockers.map(({ type, text }) => `${type}:${text}`),
		files_modified: activity.files.map(({ path }) => path),
		key_functions: activity.functions,
		timestamp: record.last_activity,
		expires,
		status: record.closed === true ? 'completed' : unclosed,
	};
}

/** A code has no blanks, and its prefix once. */
export function code(prefix: string, text: string): string {
	const flat = oneLine(text);
	const bare = flat.startsWith(`${prefix}:`) ? flat.slice(prefix.length + 1).trim() : flat;
	return oneLine(`${prefix}:${bare.replaceAll(' ', '-')}`);
}

function fileNames(paths: readonly string[]): readonly string[] {
	const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);
	const bearers = new Map<string, number>();
	for (const path of paths) bearers.set(baseName(path), (bearers.get(baseName(path)) ?? 0) + 1);
	const nameOf = (path: string) => (bearers.get(baseName(path)) === 1 ? baseName(path) : path);
	return paths.map(nameOf);
}

/** The one estimate of tokens (D16). */
export const CHARS_PER_TOKEN = 4;

/**
 * The codes that fit their quotas and the whole budget, in their order (D17). What is most worth its room comes
 * first, what is left over flows on to those that lack it, and of a section the newest stay.
 */
export function fitCodes(sections: CodeSections, budget: Continuity['budget']): CodeSections {
	const room = { meta: 0, files: 0, functions: 0, decisions: 0, blockers: 0, next: 0 };
	let rest = budget.codesTokens * CHARS_PER_TOKEN;
	const grant = (section: keyof CodeSections, most: number) => {
		const size = sections[section].reduce((sum, line) => sum + line.length + 1, 0);
		const granted = Math.max(0, Math.min(size - room[section], most, rest));
		room[section] += granted;
		rest -= granted;
	};
	for (const section of CODE_WORTH) grant(section, budget[section] * CHARS_PER_TOKEN);
	for (const section of CODE_WORTH) grant(section, rest);
	const fitted = CODE_ORDER.map((section) => [section, newest(sections[section], room[section])]);
	return Object.fromEntries(fitted);
}

function newest(codes: readonly string[], room: number): readonly string[] {
	let used = 0;
	const first = codes.findLastIndex((line) => {
		used += line.length + 1;
		return used > room;
	});
	return codes.slice(first + 1);
}

/** Share of a next step's words that a done item must have (D27). */
const DONE_SHARE = 0.6;
/** What kind of thing was done is none of its words: `test:npm`, `commit:<subject>`, `done:<next step>`. */
const KIND = /^(?:\s*(?:next|test|commit|task|done):)+/i;

/**
 * The next steps that nothing completed since has done: nothing has 60 % of their words (D27).
 *
 * @param steps `at`: ISO time at which each was set
 * @param records of the sessions that may have done them
 */
export function openSteps<Step extends { readonly text: string; readonly at: string }>(
	steps: readonly Step[],
	records: readonly SessionRecord[],
): readonly Step[] {
	// If no time was noted, it was completed at its session's end.
	const completed = records.flatMap(({ activity: { completed: all, completed_at: times }, ...one }) =>
		all.map((text, n) => ({ words: wordsOf(text), at: times?.[n] || one.last_activity })),
	);
	return steps.filter(({ text, at: since }) => {
		const words = [...wordsOf(text)];
		const fewest = Math.max(words.length * DONE_SHARE, 1);
		return !completed.some((done) => done.at > since && words.filter((word) => done.words.has(word)).length >= fewest);
	});
}

function wordsOf(text: string): ReadonlySet<string> {
	const chunks = chunksOf(text.replace(KIND, ''));
	return new Set(chunks.flatMap(({ written }) => splitChunk(written)).map(stemOf));
}
