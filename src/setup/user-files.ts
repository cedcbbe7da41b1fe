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
import { readRegular } from '../store/read-file.ts';
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
	try {
		const found = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		if (found.kind !== 'text') return { ...found, text: undefined };
		// The file may hold U+FFFD itself; any other reason for it means that the text is not what the file holds.
		const isUnsure = found.text.includes('\ufffd') && !isUtf8(readFileSync(path));
		if (!isUnsure) return { kind: 'text', text: found.text };
		return { kind: 'refused', text: undefined, why: 'is not UTF-8' };
	} catch (error) {
		const why = `cannot be read: ${(error as Error).message}`;
		return { kind: 'refused', text: undefined, why };
	}
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
