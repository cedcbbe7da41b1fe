import { join } from 'node:path';
import type { Context } from '../context.ts';
import { askSimpleGit, defaultBranch } from '../git/branch-size.ts';
import type { Place } from '../git/place.ts';
import { quotedWord, shellWord } from '../shell/call.ts';
import { Fault } from '../store/fault.ts';
import { elements, member, textIn } from '../store/foreign-json.ts';
import { programPath } from '../store/programs.ts';
import { parseJson, readJson } from '../store/read-file.ts';
import { isRecord } from '../store/shape.ts';
import { ownFolder } from './installation.ts';
import { detectTestCommands, type PresetName, presetText, type TestCommand } from './preset-text.ts';
import {
	type FileChange,
	type FileNow,
	LESSONS_MERGE,
	mergesLessons,
	readSetupFile,
	type Target,
} from './user-files.ts';

/** Lets Claude report a finished skill without asking the user each time. */
const ALLOWED = 'Bash(req done:*)';
const LOCAL_SETTINGS = '/.claude/settings.local.json';

/** One edit of a file. A change has all edits of its file. */
interface Edit {
	readonly now: FileNow;
	readonly why: string;
	readonly edit: (text: string) => string;
}

/** What init offers besides the config. Nothing that is there already is offered. */
interface Extra {
	readonly label: string;
	readonly edits: readonly Edit[];
}

/** What `req init` finds before it asks anything. */
export interface Setup extends Target {
	readonly config: FileNow;
	/** The likeliest first; none for all projects. */
	readonly tests: readonly TestCommand[];
	readonly defaultBranch: string | undefined;
	readonly extras: readonly Extra[];
}

/** What goes into the files. */
export interface Choices {
	readonly preset: PresetName;
	/** `undefined`: the requirement that tests satisfy is off. */
	readonly testCommand: string | undefined;
	readonly extras: readonly Extra[];
}

/** A change of a file, and what for. */
export interface PlannedChange extends FileChange {
	readonly after: string;
	readonly why: readonly string[];
}

/**
 * Reads what init has to know of a project and its user.
 *
 * @throws Fault `refused` if a file that init may write could not be put back, or if the project is the home directory;
 * `config_unreadable` if settings are not JSON
 */
export async function readSetup(target: Target, context: Context): Promise<Setup> {
	const { place, isGlobal } = target;
	if (!isGlobal && join(place.root, '.claude') === context.configDir) {
		throw new Fault('refused', 'what is written here would apply to all your projects', {
			hint: '`req init --global` if you want that, or `req init` in the folder of a project',
		});
	}
	const config = readSetupFile(isGlobal ? 'global_config' : 'project_config', place, context);
	const extras = [
		...(await settingsExtras(target, context)),
		...(isGlobal || !place.git ? [] : lessonsExtras(place, context)),
	];
	if (isGlobal) return { ...target, config, tests: [], defaultBranch: undefined, extras };
	const branch = await askSimpleGit(place, context, (git) => defaultBranch(place, git));
	const tests = detectTestCommands(place.root);
	return { ...target, config, tests, defaultBranch: branch?.name, extras };
}

/** Each file before and after, one change a file. A config that exists stays as it is. */
export function decideChanges(setup: Setup, choices: Choices): PlannedChange[] {
	const { config, defaultBranch: branch } = setup;
	const { preset, testCommand } = choices;
	const text = presetText(preset, { testCommand, defaultBranch: branch });
	const create: Edit = { now: config, why: 'the requirements', edit: () => text };
	const created = config.text === undefined ? [create] : [];
	const changes = new Map<string, PlannedChange>();
	for (const one of [...created, ...choices.extras.flatMap(({ edits }) => edits)]) {
		const { file, path, text: before } = one.now;
		const { after = before ?? '', why: others = [] } = changes.get(file) ?? {};
		const all = [...new Set([...others, one.why])];
		changes.set(file, { file, path, before, after: one.edit(after), why: all });
	}
	return [...changes.values()];
}

/** What is missing in the settings of this user: the status line, and the permission for `req done`. */
async function settingsExtras({ place, isGlobal }: Target, context: Context): Promise<Extra[]> {
	const now = readSetupFile(isGlobal ? 'global_settings' : 'local_settings', place, context);
	// Of the value of a key, the first of these files that has it decides.
	const weaker = isGlobal ? [] : [join(place.root, '.claude/settings.json'), join(context.configDir, 'settings.json')];
	const settings = [settingsIn(now), ...weaker.map((path) => readJson(path).json)];
	const kept = isGlobal ? [] : await keptOutOfGit(now, place, context);
	const extras: Extra[] = [];

	const isOnPath = programPath('req', context.env) !== undefined;
	const program = isOnPath ? 'req' : shellWord(join(ownFolder(), 'bin/req'));
	const shown = settings.map((json) => member(json, 'statusLine')).find((value) => value !== undefined);
	const statusLine = withStatusLine(shown, program);
	if (statusLine !== undefined) {
		const why = 'shows the gates in the status line';
		const edit = settingsEdit(now, why, (json) => ({ ...json, statusLine }));
		const below = shown === undefined ? '' : ', below what it shows now';
		extras.push({ label: `show the gates in the status line${below}`, edits: [edit, ...kept] });
	}

	const allowedIn = (json: unknown) => elements(member(member(json, 'permissions'), 'allow'));
	if (!settings.flatMap(allowedIn).includes(ALLOWED)) {
		const edit = settingsEdit(now, 'lets Claude run `req done`', (json) => {
			const permissions = isRecord(json['permissions']) ? json['permissions'] : {};
			return { ...json, permissions: { ...permissions, allow: [...allowedIn(json), ALLOWED] } };
		});
		extras.push({ label: `let Claude run \`req done\` without asking`, edits: [edit, ...kept] });
	}
	return extras;
}

/** Our command, anywhere in a status line: by name, or by its path. */
const OURS = /(?:'\/[^']*\/req'|(?<![\w.-])(?:\/[\w./:@%+=-]*\/)?req) statusline(?![\w-])/;

/** Seconds until Claude Code draws the line again without a turn; a drawing costs a shell. */
const REFRESH_S = 10;

/**
 * The `statusLine` of Claude Code's settings that shows our line below the lines that are shown now.
 *
 * @param shown the value that applies now; `undefined` if there is none
 * @param program `req`, or its path as a word of the shell
 * @returns `undefined` if our line is there, or if it cannot follow what is there
 */
export function withStatusLine(shown: unknown, program: string): object | undefined {
	if (shown === undefined) {
		return { type: 'command', command: plainCommand(program), refreshInterval: REFRESH_S };
	}
	const theirs = textIn(shown, 'command')?.trim() ?? '';
	const isCommand = isRecord(shown) && member(shown, 'type') === 'command' && theirs !== '';
	if (!isCommand || OURS.test(theirs)) return undefined;
	// Both read what Claude Code sends on standard input.
	const first = `i=$(cat); printf %s "$i" | sh -c ${quotedWord(theirs)}`;
	const second = `! command -v ${program} >/dev/null || printf %s "$i" | ${program} statusline`;
	return { ...shown, command: `${first}; ${second}` };
}

/** Our line alone. It prints nothing, and does not fail, if `req` was removed. */
export function plainCommand(program: string): string {
	return `! command -v ${program} >/dev/null || ${program} statusline`;
}

type Json = Readonly<Record<string, unknown>>;

/** @throws Fault `config_unreadable` */
function settingsIn({ path, text = '{}' }: Pick<FileNow, 'path' | 'text'>): Json {
	const json = parseJson(text);
	if (isRecord(json)) return json;
	throw new Fault('config_unreadable', `${path} is not JSON, so Claude Code ignores it`, {
		hint: 'nothing was changed; remove comments and commas before brackets, and run this again',
	});
}

/** Settings are written as Claude Code writes them, with the indentation that the file has. */
function settingsEdit(now: FileNow, why: string, change: (json: Json) => Json): Edit {
	const indent = /\n([\t ]+)\S/.exec(now.text ?? '')?.[1] ?? '  ';
	const edit = (text: string) => {
		const json = settingsIn({ path: now.path, text: text || '{}' });
		return `${JSON.stringify(change(json), undefined, indent)}\n`;
	};
	return { now, why, edit };
}

/** The edit of git's own ignore file that keeps the user's settings out of commits, if nothing does so yet. */
async function keptOutOfGit({ path }: FileNow, place: Place, context: Context): Promise<readonly Edit[]> {
	if (!place.git) return [];
	const args = ['check-ignore', '--no-index', '--', path];
	const ignored = await askSimpleGit(place, context, (git) => git.raw(args));
	if ((ignored ?? '') !== '') return [];
	const now = readSetupFile('exclude', place, context);
	return [{ now, why: 'keeps your own settings out of git', edit: withLine(LOCAL_SETTINGS) }];
}

function lessonsExtras(place: Place, context: Context): Extra[] {
	const now = readSetupFile('gitattributes', place, context);
	if (mergesLessons(now.text)) return [];
	const why = 'merges the lessons of two branches';
	const label = "merge the team's lessons without conflicts";
	return [{ label, edits: [{ now, why, edit: withLine(LESSONS_MERGE) }] }];
}

function withLine(line: string): (text: string) => string {
	return (text) => {
		if (text.split('\n').includes(line)) return text;
		const isOpen = text !== '' && !text.endsWith('\n');
		return `${text}${isOpen ? '\n' : ''}${line}\n`;
	};
}
