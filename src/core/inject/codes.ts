import { isCandidate } from '../session-record/insights.ts';
import type { SessionRecord } from '../session-record/schema.ts';
import { oneLine } from '../text/one-line.ts';
import { completionsOf, isDone, nextStepsOf } from './done-cancels-next.ts';

/** The codes of one or more sessions by section, each complete (`impl:…`), oldest first. */
export interface CodeSections {
	readonly meta: readonly string[];
	readonly files: readonly string[];
	readonly functions: readonly string[];
	readonly decisions: readonly string[];
	readonly blockers: readonly string[];
	readonly next: readonly string[];
}
export type CodeSection = keyof CodeSections;

/** Codes are read in this order (S1-022). */
export const CODE_ORDER = ['meta', 'files', 'functions', 'decisions', 'blockers', 'next'] as const;

/** What is most worth its room first. */
export const CODE_WORTH: readonly CodeSection[] = [
	'meta',
	'next',
	'blockers',
	'decisions',
	'files',
	'functions',
];

/**
 * What sessions did, as codes (seed 001): `proj:`, `impl:`, `dec:`, `block:`, `next:`. Each once, at its first place; what was
 * done since is no next step (D27), and what a prompt only seemed to say is none of them (D26).
 *
 * @param records oldest first
 */
export function codeSections(records: readonly SessionRecord[]): CodeSections {
	const nameOf = fileNames(records.flatMap(({ activity }) => activity.files));
	const each = (codes: (record: SessionRecord) => readonly string[]) => [
		...new Set(records.flatMap(codes)),
	];
	return {
		meta: each(({ project }) => [code('proj', project)]),
		files: each(({ activity }) => activity.files.map(({ path }) => code('impl', nameOf(path)))),
		functions: each(({ activity }) => activity.functions.map((name) => code('impl', name))),
		decisions: each(({ insights }) =>
			insights
				.filter((insight) => insight.kind === 'decision' && !isCandidate(insight))
				.map(({ text, why }) => code('dec', why === undefined ? text : `${text}-${why}`)),
		),
		blockers: each(({ activity }) =>
			activity.blockers
				.filter(({ resolved, source }) => resolved !== true && source !== 'prompt')
				.map(({ type, text }) => code('block', `${type}:${text}`)),
		),
		next: nextCodes(records, false),
	};
}

/** Next steps that something done since has cancelled (D27), as codes. */
export function cancelledNext(records: readonly SessionRecord[]): readonly string[] {
	const stands = new Set(nextCodes(records, false));
	return nextCodes(records, true).filter((line) => !stands.has(line));
}

function nextCodes(records: readonly SessionRecord[], cancelled: boolean): readonly string[] {
	const done = records.flatMap(completionsOf);
	const steps = records.flatMap(nextStepsOf).filter((step) => isDone(step, done) === cancelled);
	return [...new Set(steps.map(({ text }) => code('next', text)))];
}

/** All codes as lines. */
export function codeLines(sections: CodeSections): readonly string[] {
	return CODE_ORDER.flatMap((section) => sections[section]);
}

/** A code has no blanks, and its prefix once (S1-010, S1-011). */
export function code(prefix: string, text: string): string {
	const flat = oneLine(text);
	const bare = flat.startsWith(`${prefix}:`) ? flat.slice(prefix.length + 1).trim() : flat;
	return oneLine(`${prefix}:${bare.replaceAll(' ', '-')}`);
}

/** A file's base name where no other file has it, else its path (S1-013). */
function fileNames(files: readonly { readonly path: string }[]): (path: string) => string {
	const paths = new Map<string, Set<string>>();
	for (const { path } of files) {
		const others = paths.get(baseName(path)) ?? new Set();
		paths.set(baseName(path), others.add(path));
	}
	return (path) => ((paths.get(baseName(path))?.size ?? 0) > 1 ? path : baseName(path));
}

function baseName(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}
