import { absolutePath, isInside, type Place, parentOf, plainPath } from '../../core/place/place.ts';
import type { FileAttempt } from '../../core/protection/attempt.ts';
import { type ProtectedGrounds, protectedThing } from '../../core/protection/protected-files.ts';
import type { Ports } from '../ports.ts';
import { distinctPlaces, homeOf, type Project, projectAt, startOf } from '../projects.ts';

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
export async function attemptsByEdit(edit: Edit, ports: Ports): Promise<FileAttempt[]> {
	const path = absolutePath(edit.file, edit.cwd);
	const real = ports.places.realPath(path);
	const start = startOf(edit.cwd, ports);
	const own = ports.places.ifReadable(parentOf(real)) ?? start;
	const grounds = groundsOf(distinctPlaces([own, start]), start, ports);
	const plain = plainPath(path);
	const thing =
		protectedThing(real, grounds) ?? protectedThing(plain, grounds) ?? moduleIn(real, ports);
	if (thing === undefined) return [];
	if (thing !== 'settings') return [{ kind: 'file', path: plain, thing, keys: [] }];
	const keys = await switchesChangedBy(real, edit.input, ports);
	return keys?.length === 0 ? [] : [{ kind: 'file', path: plain, thing, keys: keys ?? [] }];
}

/**
 * The keys that decide whether gates run and that an edit of the client's settings would change;
 * `undefined` where nobody can tell: the file or the result cannot be read.
 */
async function switchesChangedBy(
	path: string,
	input: Edit['input'],
	{ client }: Ports,
): Promise<string[] | undefined> {
	const { editedText } = await import('../../core/protection/edited-text.ts');
	const { switchesChanged } = await import('../../core/protection/settings-change.ts');
	const before = client.text(path);
	const after = before === undefined ? undefined : editedText(before, input);
	if (before === undefined || after === undefined) return undefined;
	const [old, next] = [client.parse(before), client.parse(after)];
	return old === undefined || next === undefined ? undefined : switchesChanged(old, next);
}

/**
 * Where protected files of these places lie. The plugin's own folder counts unless the session started
 * in it, or in a project that it lies in: whoever develops it edits it.
 */
export function groundsOf(
	places: readonly Place[],
	start: Place,
	{ host, places: { realPath }, namedPlugins }: Ports,
): ProtectedGrounds {
	const plugin = host.pluginRoot === undefined ? undefined : realPath(host.pluginRoot);
	const onPath = host.programDirs.filter((dir) => dir.startsWith('/')).map(plainPath);
	return {
		configDirs: [...new Set([plainPath(host.configDir), realPath(host.configDir)])],
		stateDirs: places.map(({ stateDir }) => realPath(stateDir)),
		configs: places.flatMap(configFiles).map(realPath),
		pluginRoots: plugin === undefined || isOneWithin(plugin, start.root) ? [] : [plugin],
		programDirs: [...new Set(onPath.flatMap((dir) => [dir, realPath(dir)]))],
		namedPlugins: namedPlugins()
			.map(realPath)
			.filter((dir) => !isOneWithin(dir, start.root)),
	};
}

const SKILL_SOURCE = /^(.*\/skills\/[^/]+)\/.+\.[cm]?[jt]sx?$/;

/** A source file beside a skill that is an extension already, wherever its `hooks.json` says the modules are. */
export function moduleIn(path: string, { client }: Ports): 'extension' | undefined {
	const [, skill] = SKILL_SOURCE.exec(path) ?? [];
	if (skill === undefined) return undefined;
	return client.text(`${skill}/hooks/hooks.json`)?.includes('"modules"') ? 'extension' : undefined;
}

function configFiles({ root, mainRoot }: Place): string[] {
	const roots = mainRoot === undefined ? [root] : [root, mainRoot];
	return roots.flatMap((one) => [
		`${one}/.claude/requirements.yaml`,
		`${one}/.claude/requirements.local.yaml`,
	]);
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
	const dirs = files.map((file) => parentOf(ports.places.realPath(absolutePath(file, cwd))));
	const found = [cwd, ...dirs].flatMap((dir) => ports.places.ifReadable(dir) ?? []);
	const others = found.filter(({ git }) => git);
	const places = distinctPlaces([homeOf(cwd, ports), startOf(cwd, ports), ...others]);
	const projects = await Promise.all(places.map((place) => projectAt(place, ports)));
	return projects.filter((project): project is Project => project?.config.enabled === true);
}
