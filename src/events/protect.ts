import { type Requirement, remembers } from '../config/config.ts';
import type { Context } from '../context.ts';
import { refuseManual } from '../gate/next-steps.ts';
import { placeAt, placeIfReadable } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import { settingsIn, settingsText } from '../host/client-settings.ts';
import { environmentOf } from '../host/environment.ts';
import { isThisPlugin } from '../host/marketplace.ts';
import type { HookAnswer, PreToolUseInput } from '../host/messages.ts';
import { EDIT_TOOLS, SHELL_TOOLS } from '../host/tools.ts';
import { note, promptOf } from '../journal/journal.ts';
import { programName, skipOptions, wordsIn } from '../shell/call.ts';
import type { ParsedCommand } from '../shell/read-line.ts';
import { touches, type WrittenFile } from '../shell/writes.ts';
import type { Fault } from '../store/fault.ts';
import { member, members, textIn } from '../store/foreign-json.ts';
import { pathExists, realPath } from '../store/paths.ts';
import { named } from '../text/one-line.ts';
import { isInside, parentOf, plainPath, relativeTo } from '../text/paths.ts';
import { listed } from '../text/phrases.ts';
import { usersCommand } from './caller.ts';
import { distinctPlaces, type HookEvent, homeOf, type Project, projectAt, startOf } from './projects.ts';
import type { CallWords } from './read-call.ts';

type Input = PreToolUseInput['tool_input'];

/**
 * Keeps the model from opening its own gates (D36): an edit of what only the user changes, and a call of req that only the
 * user makes, is refused or left to the user, as the strictest of the projects concerned says, whatever is satisfied or
 * paused.
 */
export async function protect(
	{ input, session, context }: HookEvent<PreToolUseInput>,
	{ files, command }: CallWords,
): Promise<HookAnswer> {
	const { cwd, tool_name: tool } = input;
	const around = files.flatMap(({ path }) => placeIfReadable(parentOf(path), context) ?? []);
	const places = distinctPlaces([startOf(cwd, context), placeAt(cwd, context), ...around]);
	const changed = changedPaths(files, input.tool_input, places, context);
	const calls = command === undefined ? [] : reqCalls(command);
	if (changed.size + calls.length === 0) return undefined;

	const concerned = distinctPlaces([homeOf(cwd, context), ...places]);
	const found = await Promise.all(concerned.map((place) => projectAt(place, context)));
	if (input.agent_id !== undefined) {
		const refusal = refuseSubagent(calls, found[0]);
		if (refusal !== undefined) return refusal;
	}
	const projects = found.flatMap((one) => (one?.config.enabled ? [one] : []));
	const requirements = projects.flatMap(({ config }) => config.requirements);
	const reserved = calls.flatMap((args) => reservedCall(args, requirements) ?? []);
	const settings = projects.map(({ config }) => config.protect);
	const [project] = projects;
	const isFree = settings.every((setting) => setting === false);
	if (isFree || project === undefined || changed.size + reserved.length === 0) return undefined;

	const answer = settings.includes(true) ? 'deny' : 'ask';
	const { place } = project;
	const { branch } = place;
	const whats = [...changed.keys(), ...reserved.map((one) => one.command)];
	const entries = [...new Set(whats)].map((what) => {
		return { e: 'protect' as const, branch, tool, what, answer, ...promptOf(input) } as const;
	});
	await note(place, session, { entries, context });

	const call = SHELL_TOOLS.includes(tool) ? 'command' : 'call';
	const word = Object.hasOwn(EDIT_TOOLS, tool) ? 'edit' : call;
	const does = answer === 'deny' ? 'blocked (protect: true)' : 'needs your approval (protect: ask)';
	const reasons = reserved.map(({ refusal }) => refusal.message);
	if (changed.size > 0) {
		const names = listed([...changed.keys()].map((path) => named(relativeTo(cwd, path))));
		const why = changed.size === 1 ? `, which ${[...changed.values()]}` : '';
		reasons.unshift(`only the user changes ${names}${why}`);
	}
	const hints = reserved.flatMap(({ refusal }) => refusal.hint ?? []);
	const first = `req: ${word} ${does}: ${[...new Set(reasons)].join('; ')}.`;
	return { decision: answer, text: [first, ...new Set(hints)].join('\n') };
}

/**
 * Keeps a subagent from changing what the session that started it remembers (S2-142): whether what it found holds, the
 * reader of its answer decides.
 *
 * @param home of that session
 */
function refuseSubagent(calls: readonly (readonly string[])[], home?: Project): HookAnswer {
	const [group] = calls.find(changesMemory) ?? [];
	if (group === undefined || home === undefined || !remembers(home.config)) return undefined;
	const what = `\`req ${group}\` of a subagent`;
	const text = `req: ${what} blocked: what a subagent finds is not kept. Report it in your answer.`;
	return { decision: 'deny', text };
}

/** What only the user changes (D36): files, and folders with all that is in them. */
function protectedPaths(places: readonly Place[], context: Context) {
	const { configDir } = context;
	const { pluginRoot, projectDir } = environmentOf(context);
	const paths: { readonly path: string; readonly does: string; readonly isSettings?: true }[] = [];
	const roots = places.flatMap(({ root, mainRoot = root }) => [root, mainRoot]);
	// A session that starts in a package of a monorepo has its settings there.
	if (projectDir !== undefined) roots.push(projectDir, realPath(projectDir));
	const folders = roots.map((root) => `${root}/.claude`);
	for (const folder of [...folders, configDir, realPath(configDir)])
		for (const local of ['', '.local']) {
			const does = 'would switch req off (disableAllHooks, enabledPlugins)';
			paths.push(
				{ path: `${folder}/requirements${local}.yaml`, does: 'says which requirements apply' },
				{ path: `${folder}/settings${local}.json`, does, isSettings: true },
			);
		}
	for (const path of [...places.map(({ stateDir }) => stateDir), `${realPath(configDir)}/requirements`])
		paths.push({ path, does: 'stores what is satisfied' });
	// In the plugin's own project its files are the work itself.
	const root = `${places[0]?.root}/`;
	const plugin = `${realPath(pluginRoot ?? root)}/`;
	if (!plugin.startsWith(root) && !root.startsWith(plugin))
		paths.push({ path: plugin.slice(0, -1), does: 'belongs to this plugin' });
	return paths;
}

/**
 * The protected paths that a call changes, and what each does: those it names, by the path that is written (a link may
 * itself be replaced) and by the one it leads to, and those in a directory that it removes or means by a pattern. A
 * directory that is a whole project protects nothing.
 */
function changedPaths(
	files: readonly WrittenFile[],
	input: Input,
	places: readonly Place[],
	context: Context,
): ReadonlyMap<string, string> {
	const changed = new Map<string, string>();
	const all = files.length === 0 ? [] : protectedPaths(places, context);
	for (const file of files) {
		if (places.some(({ root }) => `${root}/`.startsWith(`${file.path}/`))) continue;
		const real = realPath(file.path);
		const named = [`${plainPath(file.path)}/`, `${real}/`];
		const hit = all.filter(
			({ path }) => named.some((one) => one.startsWith(`${path}/`)) || (touches(file, path) && pathExists(path)),
		);
		for (const { path, does, isSettings } of hit)
			if (!isSettings || switchesOff(path, file, input)) changed.set(isInside(real, path) ? real : path, does);
	}
	return changed;
}

/**
 * Whether a change of Claude Code's settings switches hooks or this plugin off: by the text that an edit makes of them, or
 * that nothing is left. Any other call, and what cannot be read, is checked by its words.
 */
function switchesOff(path: string, file: WrittenFile, input: Input): boolean {
	const text = settingsText(path) ?? '';
	const after = file.how === 'gone' ? '' : editedText(text, input);
	const next = after === undefined ? undefined : settingsIn(after);
	if (next === undefined) return /disableAllHooks|enabledPlugins/.test(JSON.stringify(input));
	const [old, now] = [settingsIn(text), next].map((one) => member(one, 'enabledPlugins'));
	const names = [...members(old), ...members(now)].map(([name]) => name).filter(isThisPlugin);
	return next['disableAllHooks'] === true || names.some((name) => member(now, name) !== true);
}

/** The text of a file after Write, Edit or MultiEdit; `undefined` if the input does not tell. */
function editedText(before: string, input: Input): string | undefined {
	const { content, edits } = input;
	if (typeof content === 'string') return content;
	let text = before;
	for (const step of Array.isArray(edits) ? edits : [input]) {
		const [from, to] = ['old_string', 'new_string'].map((key) => textIn(step, key));
		if (from === undefined || to === undefined) return undefined;
		// An empty text to look for makes a new file.
		if (from === '') text = to;
		else if (member(step, 'replace_all') === true) text = text.replaceAll(from, () => to);
		else text = text.replace(from, () => to);
	}
	return text;
}

/** `req`, `/opt/x/bin/req`, `dist/cli/req.cjs`, `claude-req@latest`. */
const OWN_WORD = /^(?:.*\/)?(?:claude-)?req(?:@[^/]*)?(?:\.(?:mjs|cjs|js|ts|cmd|exe))?$/i;
/** Programs that run a script. */
const RUNS_SCRIPTS = /^(?:node|tsx|bun)$/;

/** Commands that open a gate whatever they are about; `satisfy` does where `manual` says so (D36). */
const RESERVED = ['approve', 'pause', 'clear'];
const HELP = ['--help', '-h'];
/** Options of `satisfy` that take the next word, whatever it looks like. */
export const VALUED = wordsIn('--session --ttl --evidence');

/** Commands that change what a session remembers, each with those of its commands that only read. */
const REMEMBERING: Readonly<Record<string, readonly string[]>> = {
	note: ['list'],
	learn: ['list', 'review'],
	task: ['list'],
	inherit: ['show'],
	session: ['list', 'show', 'lineage', 'events', 'preview', 'export', 'cleanup', 'forget'],
};

/** The arguments of every call of this program in a command line. */
export function reqCalls({ calls }: ParsedCommand): (readonly string[])[] {
	return calls.flatMap(({ words }) => {
		const at = RUNS_SCRIPTS.test(programName(words[0])) ? skipOptions(words, 1, []) : 0;
		return OWN_WORD.test(words[at] ?? '') ? [words.slice(at + 1)] : [];
	});
}

/** Whether a call of this program changes what the session remembers. @param args as `reqCalls` finds them */
function changesMemory([group = '', next]: readonly string[]): boolean {
	const reads = Object.hasOwn(REMEMBERING, group) ? REMEMBERING[group] : undefined;
	return reads !== undefined && ![...HELP, undefined, ...reads].includes(next);
}

/**
 * What one call of this program would decide in the user's place, as the user would type it, and why the model may not;
 * `undefined` if it may. Commands that only a person may start for other reasons (`init`, `run`, `prune` …) refuse the
 * model themselves.
 *
 * @param args its arguments, as `reqCalls` finds them
 * @param requirements those of all projects concerned
 */
export function reservedCall(
	[subcommand = '', ...args]: readonly string[],
	requirements: readonly Requirement[],
): { readonly command: string; readonly refusal: Fault } | undefined {
	if (HELP.includes(args[0] ?? '')) return undefined;
	const isCarried = subcommand === 'satisfy' && args.some((word) => word.startsWith('--carry'));
	if (RESERVED.includes(subcommand) || isCarried) {
		const command = `req ${subcommand}${isCarried ? ' --carry' : ''}`;
		return { command, refusal: usersCommand(command) };
	}
	if (subcommand !== 'satisfy') return undefined;
	const names = args.filter((_, at) => !VALUED.includes(args[at - 1] ?? ''));
	for (const requirement of requirements.filter(({ name }) => names.includes(name))) {
		const refusal = refuseManual(requirement, true);
		if (refusal !== undefined) return { command: `req satisfy ${requirement.name}`, refusal };
	}
	return undefined;
}
