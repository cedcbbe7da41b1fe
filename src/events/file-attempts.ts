import type { Ports } from '../app/ports.ts';
import { absolutePath, isInside, parentOf, plainPath } from '../core/text/paths.ts';
import { placeIfReadable } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import { realPath } from '../store/paths.ts';
import type { FileAttempt } from './attempt.ts';
import { editedText } from './edited-text.ts';
import { distinctPlaces, homeOf, type Project, projectAt, startOf } from './projects.ts';
import { type ProtectedPlace, type ProtectedThing, protectedThing } from './protected-files.ts';
import { switchedOff, switchesIn } from './settings-change.ts';

/** A file that an edit tool is about to change. */
interface Edit {
	/** As the tool names it. */
	readonly file: string;
	readonly cwd: string;
	readonly input: Readonly<Record<string, unknown>>;
}

/**
 * What an edit would do to the gates: none for an ordinary file. Both spellings count, the one that is
 * written, because a link may itself be replaced, and the one it leads to.
 */
export function attemptsByEdit(edit: Edit, ports: Ports): FileAttempt[] {
	const path = absolutePath(edit.file, edit.cwd);
	const real = realPath(path);
	const start = startOf(edit.cwd, ports);
	const own = placeIfReadable(parentOf(real), ports.context) ?? start;
	const places = protectedPlaces(distinctPlaces([own, start]), start, ports);
	const plain = plainPath(path);
	const thing = protectedThing(real, places) ?? protectedThing(plain, places);
	if (thing === undefined) return [];
	const keys = thing === 'settings' ? switchedOffBy(real, edit.input, ports) : [];
	const isHarmless = thing === 'settings' && keys.length === 0;
	return isHarmless ? [] : [{ kind: 'file', path: plain, thing, keys }];
}

/** The keys by which an edit of Claude Code's settings switches hooks or this plugin off. */
function switchedOffBy(path: string, input: Edit['input'], { client }: Ports): string[] {
	const before = client.text(path);
	const after = before === undefined ? undefined : editedText(before, input);
	const [old, next] = [before, after].map((text) =>
		text === undefined ? text : client.parse(text),
	);
	// What cannot be read is judged by the words that would be written.
	return next === undefined ? switchesIn(JSON.stringify(input)) : switchedOff(old ?? {}, next);
}

/**
 * Where protected files of these places lie. The plugin's own folder counts unless the session started
 * in it, or in a project that it lies in: whoever develops it edits it.
 */
export function protectedPlaces(
	places: readonly Place[],
	start: Place,
	{ host }: Ports,
): ProtectedPlace[] {
	const roots = [...new Set(places.flatMap(({ root, mainRoot }) => [root, mainRoot ?? root]))];
	const inClaude = (names: readonly string[]) => [
		...roots.flatMap((root) => names.map((name) => `${root}/.claude/${name}`)),
		...names.map((name) => `${host.configDir}/${name}`),
	];
	const { pluginRoot: plugin } = host;
	const isDeveloped = plugin !== undefined && isOneWithin(realPath(plugin), start.root);
	const all: readonly (readonly [ProtectedThing, readonly string[]])[] = [
		['config', inClaude(['requirements.yaml', 'requirements.local.yaml'])],
		['settings', inClaude(['settings.json', 'settings.local.json'])],
		['state', places.map(({ stateDir }) => stateDir)],
		['plugin', plugin === undefined || isDeveloped ? [] : [plugin]],
	];
	return all.flatMap(([thing, paths]) =>
		[...new Set(paths.flatMap((path) => [plainPath(path), realPath(path)]))].map((path) => ({
			thing,
			path,
		})),
	);
}

function isOneWithin(a: string, b: string): boolean {
	return a === b || isInside(a, b) || isInside(b, a);
}

/**
 * The projects that have a say in what protects the gates: where the session is at home, where it
 * stands, where the files lie; those whose gates are on.
 */
export async function concernedProjects(
	cwd: string,
	files: readonly string[],
	ports: Ports,
): Promise<Project[]> {
	const dirs = files.map((file) => parentOf(realPath(absolutePath(file, cwd))));
	const found = [cwd, ...dirs].flatMap((dir) => placeIfReadable(dir, ports.context) ?? []);
	const others = found.filter(({ git }) => git);
	const places = distinctPlaces([homeOf(cwd, ports), startOf(cwd, ports), ...others]);
	const projects = await Promise.all(places.map((place) => projectAt(place, ports)));
	return projects.filter((project): project is Project => project?.config.enabled === true);
}
