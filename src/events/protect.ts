import { note, promptOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import { isThisPlugin } from '../core/setup/marketplace.ts';
import { named, typed, typedForm } from '../core/text/one-line.ts';
import { isInside, plainPath, relativeTo } from '../core/text/paths.ts';
import { listed } from '../core/text/phrases.ts';
import { placeAt, placeIfReadable } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import type { HookAnswer, PreToolUseInput } from '../host/messages.ts';
import { EDIT_TOOLS, SHELL_TOOLS } from '../host/tools.ts';
import { touches, type WrittenFile } from '../shell/writes.ts';
import { member, members, textIn } from '../store/foreign-json.ts';
import { pathExists, realPath } from '../store/paths.ts';
import { distinctPlaces, type HookEvent, homeOf, projectAt, startOf } from './projects.ts';
import type { CallWords } from './read-call.ts';
import { type ReservedCall, reqCalls, reservedCall } from './req-calls.ts';

/** A kind of file that only the user changes (D36). */
interface Kind {
	/** Its path in lower case; `<config>` and `<plugin>` stand for Claude Code's directory and this plugin's. */
	readonly where: RegExp;
	readonly does: string;
	/** It counts only if the call switches hooks or this plugin off. */
	readonly isSettings?: true;
}

const KINDS: readonly Kind[] = [
	{
		where: /^(?:.*\/\.claude|<config>)\/requirements(?:\.local)?\.yaml$/,
		does: 'says which requirements apply',
	},
	{
		where: /^(?:.*\/\.git|.*\/\.git\/modules\/.*|<config>)\/requirements(?:\/|$)/,
		does: 'stores what is satisfied',
	},
	{ where: /^<plugin>/, does: 'belongs to this plugin' },
	{
		where: /^(?:.*\/\.claude|<config>)\/settings(?:\.local)?\.json$/,
		does: 'would switch req off (disableAllHooks, enabledPlugins)',
		isSettings: true,
	},
];

type Input = PreToolUseInput['tool_input'];

/** What a call would change or run that only the user may. */
interface Attempts {
	readonly cwd: string;
	/** Absolute paths as they are written. */
	readonly changed: readonly { readonly path: string; readonly does: string }[];
	readonly reserved: readonly ReservedCall[];
}

/**
 * Keeps the model from opening its own gates (D36): an edit of what only the user changes, and a call of req that only the
 * user makes, is refused or left to the user, as the strictest of the projects concerned says, whatever is satisfied or
 * paused.
 */
export async function protect(
	{ input, session, ports }: HookEvent<PreToolUseInput>,
	{ files, command }: CallWords,
): Promise<HookAnswer> {
	const { cwd, tool_name: tool } = input;
	const places = distinctPlaces([startOf(cwd, ports), placeAt(cwd, ports.context)]);
	const changed = protectedFiles(files, input.tool_input, { places, ports });
	const calls = command === undefined ? [] : reqCalls(command);
	if (changed.length + calls.length === 0) return undefined;
	const around = changed.flatMap(({ path }) => placeIfReadable(path, ports.context) ?? []);
	const concerned = distinctPlaces([homeOf(cwd, ports), ...places, ...around]);
	const found = await Promise.all(concerned.map((place) => projectAt(place, ports)));
	const projects = found.flatMap((one) => (one?.config.enabled ? [one] : []));
	const requirements = projects.flatMap(({ config }) => config.requirements);
	const reserved = calls.flatMap((args) => reservedCall(args, requirements) ?? []);
	const settings = projects.map(({ config }) => config.protect);
	const answer = settings.includes(true) ? 'deny' : 'ask';
	const [project] = projects;
	const isFree = answer === 'ask' && !settings.includes('ask');
	if (isFree || project === undefined || changed.length + reserved.length === 0) return undefined;
	const { place } = project;
	const whats = [...changed.map(({ path }) => path), ...reserved.map((one) => one.command)];
	const entries = [...new Set(whats)].map((what) => {
		const { branch } = place;
		return { e: 'protect' as const, branch, tool, what, answer, ...promptOf(input) } as const;
	});
	await note(place, session, { entries, ports });
	const does = answer === 'deny' ? 'blocked (protect: true)' : 'needs your approval (protect: ask)';
	const call = SHELL_TOOLS.includes(tool) ? 'command' : 'call';
	const word = Object.hasOwn(EDIT_TOOLS, tool) ? 'edit' : call;
	return {
		decision: answer,
		text: protectionText(`req: ${word} ${does}`, { cwd, changed, reserved }),
	};
}

function protectionText(head: string, { changed, reserved, cwd }: Attempts): string {
	const [file, ...more] = changed;
	const files = listed(changed.map(({ path }) => named(relativeTo(cwd, path))));
	const does = more.length === 0 ? `, which ${file?.does}` : '';
	const reasons = file === undefined ? [] : [`only the user changes ${files}${does}`];
	for (const { command, refusal } of reserved) {
		const form = typedForm(command);
		const here = form === command ? '' : `type ${typed(form)} here, or `;
		const how = `only the user can: ${here}run ${typed(command)} in a terminal`;
		reasons.push(refusal?.message ?? how);
	}
	const hints = reserved.flatMap(({ refusal }) => refusal?.hint ?? []);
	return [`${head}: ${[...new Set(reasons)].join('; ')}.`, ...new Set(hints)].join('\n');
}

interface Where {
	/** Where the session started, and where the call runs. */
	readonly places: readonly Place[];
	readonly ports: Ports;
}

/**
 * The protected files that a call changes: those it names, by the path that is written (a link may itself be replaced)
 * and by the one it leads to, and those in a directory that it removes or means by a pattern. A directory that is a whole
 * project protects nothing.
 */
function protectedFiles(
	files: readonly WrittenFile[],
	input: Input,
	{ places, ports }: Where,
): Attempts['changed'] {
	const { configDir } = ports.host;
	const roots = places.flatMap(({ root, mainRoot = root }) => [root, mainRoot]);
	const near = [...roots.map((root) => `${root}/.claude`), configDir].flatMap((folder) =>
		['requirements.yaml', 'requirements.local.yaml', 'settings.json', 'settings.local.json'].map(
			(name) => `${folder}/${name}`,
		),
	);
	const all = [...near, ...places.map(({ stateDir }) => stateDir)];
	const found = new Map<string, Attempts['changed'][number]>();
	for (const file of files) {
		if (places.some(({ root }) => `${root}/`.startsWith(`${file.path}/`))) continue;
		const within = all.filter((path) => touches(file, path) && pathExists(path));
		for (const path of [...within, plainPath(file.path), realPath(file.path)]) {
			const kind = kindOf(path, { places, ports });
			const isFree = kind?.isSettings === true && !switchesOff(path, file, input, ports);
			const real = realPath(path);
			if (kind !== undefined && !isFree && !found.has(real))
				found.set(real, { path, does: kind.does });
		}
	}
	return [...found.values()];
}

/** Whoever develops the plugin, in its own project, edits it. */
function kindOf(path: string, { places: [start], ports: { host } }: Where): Kind | undefined {
	const { configDir, pluginRoot } = host;
	const root = start?.root ?? '/';
	const plugin = pluginRoot === undefined ? root : realPath(pluginRoot);
	const isDeveloped = plugin === root || isInside(plugin, root) || isInside(root, plugin);
	const marks: [directory: string, mark: string][] = [
		[configDir, '<config>'],
		[realPath(configDir), '<config>'],
		...(isDeveloped ? [] : [[plugin, '<plugin>'] as [string, string]]),
	];
	const [directory, mark] = marks.find(([one]) => isInside(path, one)) ?? ['', ''];
	// Some disks ignore case.
	const marked = (mark + path.slice(directory.length)).toLowerCase();
	return KINDS.find(({ where }) => where.test(marked));
}

/**
 * Whether a change of Claude Code's settings switches hooks or this plugin off: by the text that an edit makes of them, or
 * that nothing is left. Any other call, and what cannot be read, is checked by its words.
 */
function switchesOff(path: string, file: WrittenFile, input: Input, { client }: Ports): boolean {
	const text = client.text(path) ?? '';
	const after = file.how === 'gone' ? '' : editedText(text, input);
	const next = after === undefined ? undefined : client.parse(after);
	if (next === undefined) return /disableAllHooks|enabledPlugins/.test(JSON.stringify(input));
	const [old, now] = [client.parse(text), next].map((one) => member(one, 'enabledPlugins'));
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
