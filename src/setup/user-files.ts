import { isUtf8 } from 'node:buffer';
import { readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import type { Place } from '../git/place.ts';
import { TEAM_FILE } from '../memory/team-file.ts';
import { writeAtomic } from '../store/atomic-write.ts';
import { codeOf, isUnwritable, unlessError } from '../store/errors.ts';
import { Fault } from '../store/fault.ts';
import { obstacleFault, obstacleOf } from '../store/obstacle.ts';
import { makeDirectory, realPath } from '../store/paths.ts';
import { readQuietly } from '../store/read-file.ts';
import { isInside } from '../text/paths.ts';

/** The files that `req init` may write. Its record names them by these names, so that it can name no other file. */
export const SETUP_FILES = [
	...(['project_config', 'global_config', 'local_settings', 'global_settings'] as const),
	...(['exclude', 'gitattributes'] as const),
] as const;
export type SetupFile = (typeof SETUP_FILES)[number];

/** In .gitattributes: branches that both add lessons merge without a conflict. */
export const LESSONS_MERGE = `${TEAM_FILE} merge=union`;

/** Whether the text of .gitattributes says how the team's lessons are merged. */
export function mergesLessons(attributes: string | undefined): boolean {
	return /^\.claude\/lessons\.jsonl\s.*\bmerge\b/m.test(attributes ?? '');
}

/** Whose files are meant: those of a project and of its user there, or those for all projects of the user. */
export interface Target {
	readonly place: Place;
	readonly isGlobal: boolean;
}

/** A file as it is now. `path`: absolute, links followed. `text`: `undefined` if there is no such file. */
export interface FileNow {
	readonly file: SetupFile;
	readonly path: string;
	readonly text: string | undefined;
}

/** One file before and after a change; `undefined`: it does not exist. */
export interface FileChange {
	readonly file: SetupFile;
	readonly path: string;
	readonly before: string | undefined;
	readonly after: string | undefined;
}

/** Bytes; settings and configs have a few thousand. */
const MAX_BYTES = 1024 * 1024;

/** Where a file is, links not followed, and the folder that no link may lead it out of. */
function locationOf(
	file: SetupFile,
	{ root, stateDir }: Place,
	configDir: string,
): { readonly path: string; readonly within?: string } {
	const gitDir = dirname(stateDir);
	return {
		project_config: { path: join(root, '.claude/requirements.yaml'), within: root },
		local_settings: { path: join(root, '.claude/settings.local.json'), within: root },
		gitattributes: { path: join(root, '.gitattributes'), within: root },
		exclude: { path: join(gitDir, 'info/exclude'), within: gitDir },
		// Users may keep their own settings elsewhere, and link to them.
		global_config: { path: join(configDir, 'requirements.yaml') },
		global_settings: { path: join(configDir, 'settings.json') },
	}[file];
}

/**
 * One of the files that init may write.
 *
 * @throws Fault `refused` if it leads out of the project, or could not be put back as it was
 */
export function readSetupFile(file: SetupFile, place: Place, { configDir }: Context): FileNow {
	const location = locationOf(file, place, configDir);
	const path = realPath(location.path);
	if (location.within !== undefined && !isInside(path, location.within)) {
		throw new Fault('refused', `${location.path} leads out of the project`, {
			hint: 'nothing was changed; replace the link by a file or a folder',
		});
	}
	const found = readUserText(path);
	if (found.kind === 'refused') {
		throw new Fault('refused', `${path} ${found.why}`, { hint: 'nothing was changed' });
	}
	return { file, path, text: found.text };
}

/** A text file of the user's. `refused`: no regular file, larger than 1 MB, unreadable, or not UTF-8. */
type UserText =
	| { readonly kind: 'text'; readonly text: string }
	| { readonly kind: 'absent'; readonly text: undefined }
	| { readonly kind: 'refused'; readonly text: undefined; readonly why: string };

/** Reads a text file of the user's. Never throws. */
export function readUserText(path: string): UserText {
	const found = readQuietly(path, { bytes: MAX_BYTES, of: 'whole' });
	if (found.kind !== 'text') return { ...found, text: undefined };
	// The file may hold U+FFFD itself; any other reason for it means that the text is not what the file holds.
	const isSure = !found.text.includes('\ufffd') || unlessError(() => isUtf8(readFileSync(path)));
	if (isSure === true) return { kind: 'text', text: found.text };
	return { kind: 'refused', text: undefined, why: 'is not UTF-8' };
}

/**
 * Throws if a file is no longer as it was when its change was shown.
 *
 * @throws Fault `refused`
 */
export function checkUnchanged({ path, before }: FileChange): void {
	if (holds(path, before)) return;
	throw new Fault('refused', `${path} was changed meanwhile`, {
		hint: 'nothing was changed; run it again',
	});
}

/**
 * Creates, replaces or removes a file, with its folder. The mode of a file that exists stays.
 *
 * @throws Fault `refused` if the file is no longer as it was, `state_unwritable`
 */
export function writeChange(change: FileChange, place: Place, { configDir }: Context): void {
	const { file, path, before, after } = change;
	checkUnchanged(change);
	try {
		if (after === undefined) {
			rmSync(path, { force: true });
			// If `.claude` is a link, its folder is the user's and stays: this fails then.
			unlessError(() => rmdirSync(dirname(locationOf(file, place, configDir).path)));
			return;
		}
		makeDirectory(dirname(path), 0o777);
		const mayReplace = () => holds(path, before);
		if (!writeAtomic(path, after, { mayReplace, keepsMode: true })) checkUnchanged(change);
	} catch (cause) {
		if (!isUnwritable(cause)) throw cause;
		throw obstacleFault(obstacleOf('write', path, codeOf(cause)));
	}
}

/** Whether a file holds this text; `undefined`: whether there is no such file. */
function holds(path: string, text: string | undefined): boolean {
	const found = readUserText(path);
	return found.kind !== 'refused' && found.text === text;
}

/** Lines shown around a change. */
const CONTEXT = 3;
/** What a terminal would obey, or show as something else; a tab is neither. */
const OBEYED = /(?!\t)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
/** Above this product of line counts what differs is shown as one block. */
const MAX_CELLS = 4_000_000;

/** A line with its end: in both texts, only in the old one, only in the new one. */
interface DiffLine {
	readonly mark: ' ' | '-' | '+';
	readonly line: string;
	/** How many lines of either text come before it. */
	readonly at: readonly [old: number, next: number];
}

/**
 * A change as a unified diff, as `patch` reads it; empty if nothing changes. Characters that a terminal would obey are
 * shown as `\u{1b}`: the lines around a change are foreign text.
 *
 * @param path absolute, or from the root of the project: that is where the diff can be applied
 */
export function unifiedDiff({ path, before, after }: Omit<FileChange, 'file'>): string {
	const lines = diffLines(linesOf(before), linesOf(after));
	if (lines.every(({ mark }) => mark === ' ')) return '';
	const named = (side: 'a' | 'b') => shown(path.startsWith('/') ? path : `${side}/${path}`);
	return [
		`--- ${before === undefined ? '/dev/null' : named('a')}`,
		`+++ ${after === undefined ? '/dev/null' : named('b')}`,
		...hunksOf(lines).flatMap((hunk) => [
			`@@ -${range(hunk, 0)} +${range(hunk, 1)} @@`,
			...hunk.map(({ mark, line }) => {
				if (line.endsWith('\n')) return `${mark}${shown(line.slice(0, -1))}`;
				return `${mark}${shown(line)}\n\\ No newline at end of file`;
			}),
		]),
	].join('\n');
}

/** Changes with the lines around them; those whose surroundings touch are one hunk. */
function hunksOf(lines: readonly DiffLine[]): readonly DiffLine[][] {
	const hunks: { from: number; to: number }[] = [];
	for (const [index, { mark }] of lines.entries()) {
		if (mark === ' ') continue;
		const from = Math.max(0, index - CONTEXT);
		const to = index + 1 + CONTEXT;
		const open = hunks.at(-1);
		if (open !== undefined && from <= open.to) open.to = to;
		else hunks.push({ from, to });
	}
	return hunks.map(({ from, to }) => lines.slice(from, to));
}

/** `3,7`: first line and count on one side; an empty side names the line before it. */
function range(hunk: readonly DiffLine[], side: 0 | 1): string {
	const count = hunk.filter(({ mark }) => mark !== (side === 0 ? '+' : '-')).length;
	const before = hunk[0]?.at[side] ?? 0;
	return `${count === 0 ? before : before + 1},${count}`;
}

function shown(text: string): string {
	const end = text.endsWith('\r') ? '\r' : '';
	const body = text.slice(0, text.length - end.length);
	return `${body.replaceAll(OBEYED, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)}${end}`;
}

/** Lines with their ends, so that an end that changes is a line that changes. */
function linesOf(text = ''): readonly string[] {
	return text.split(/(?<=\n)/).filter((line) => line !== '');
}

/** The lines of two texts side by side, with as few of them different as can be. */
function diffLines(old: readonly string[], next: readonly string[]): readonly DiffLine[] {
	const inCommon = commonLines(old, next);
	const lines: DiffLine[] = [];
	let [i, j] = [0, 0];
	while (i < old.length || j < next.length) {
		// A removal first if both leave as many lines in common.
		const isRemoved = j === next.length || inCommon(i + 1, j) >= inCommon(i, j + 1);
		const change = i < old.length && isRemoved ? '-' : '+';
		const mark = old[i] === next[j] ? ' ' : change;
		lines.push({ mark, line: (mark === '+' ? next[j] : old[i]) ?? '', at: [i, j] });
		if (mark !== '+') i += 1;
		if (mark !== '-') j += 1;
	}
	return lines;
}

/** Of each pair of tails, how many lines they have in common, in order; 0 if there are too many pairs. */
function commonLines(old: readonly string[], next: readonly string[]) {
	const size = old.length * next.length > MAX_CELLS ? 0 : old.length + 1;
	const rows = Array.from({ length: size }, () => new Uint32Array(next.length + 1));
	const at = (i: number, j: number) => rows[i]?.[j] ?? 0;
	for (let i = size - 2; i >= 0; i -= 1) {
		const row = rows[i] ?? new Uint32Array();
		for (let j = next.length - 1; j >= 0; j -= 1) {
			const most = Math.max(at(i + 1, j), at(i, j + 1));
			row[j] = old[i] === next[j] ? at(i + 1, j + 1) + 1 : most;
		}
	}
	return at;
}
