import type { Context } from '../context.ts';
import { placeAt } from '../git/find-place.ts';
import { branchText, type Place } from '../git/place.ts';
import { named } from '../text/one-line.ts';
import { listed } from '../text/phrases.ts';
import type { ProjectConfig, Requirement } from './config.ts';
import { currentConfig, keepSeenConfigs, removeOldSeenConfigs, type SeenConfig, seenConfigs } from './load-config.ts';

/**
 * Records the config that a session starts with, so that a change can be shown.
 *
 * @returns why another config applies than the one in the working tree, if the user was not shown it yet
 */
export async function recordConfig(place: Place, context: Context): Promise<string | undefined> {
	const all = seenConfigs(context);
	const before = all.find(({ root }) => root === place.root);
	const { seen } = await currentConfig(place, context);
	const shown = { ...seen, shown: undefined };
	keepSeenConfigs([...all.filter((one) => one.root !== place.root), shown], context);
	removeOldSeenConfigs(context);
	return seen.notice === before?.notice ? undefined : seen.notice;
}

/**
 * What the user is shown once, at the end of a turn, of the configs of these projects and of those that the session saw: how
 * they changed since, and why another one applies than the one in the working tree.
 */
export async function configNews(places: readonly Place[], context: Context): Promise<string[]> {
	const before = seenConfigs(context);
	const after = new Map(before.map((one) => [one.root, one]));
	const seenPlaces = before.map(({ root }) => placeAt(root, context));
	const stillThere = seenPlaces.filter(({ root }) => after.has(root));
	const news: string[] = [];
	for (const place of new Map([...stillThere, ...places].map((one) => [one.root, one])).values()) {
		const own = after.get(place.root);
		const last = own?.shown ?? own;
		const { seen } = await currentConfig(place, context);
		after.set(place.root, { ...seen, shown: undefined });
		if (seen.notice !== undefined && seen.notice !== last?.notice) news.push(`req: ${seen.notice}`);
		const text = last && changeText(last, seen, place.branch);
		if (text !== undefined) news.push(text);
	}
	const kept = [...after.values()];
	if (JSON.stringify(kept) !== JSON.stringify(before)) keepSeenConfigs(kept, context);
	return news;
}

/** How the config of a project changed; `undefined` if it asks for the same. */
function changeText(before: SeenConfig, now: SeenConfig, branch: string): string | undefined {
	const changes = changesOf(before.found, now.found);
	if (changes.length === 0) return undefined;
	if (now.found.kind === 'none') {
		const names = namesText(requirementsOf(before.found).map(({ name }) => named(name)));
		const were = names === '' ? '' : ` Before: ${names}.`;
		return `req: ${branchText(branch)} has no requirements.yaml; the gates are off.${were}`;
	}
	const isOff = !now.found.config.enabled && isOn(before.found);
	const what = isOff ? 'enabled is false, the gates are off' : changes.join('; ');
	return `req: ${changedFiles(before, now)} changed in this session: ${what}`;
}

/**
 * `commit_plan removed`, `size, tested changed`, or why a requirement that is still written does not count; none if the
 * config asks for the same.
 */
export function changesOf(before: ProjectConfig, now: ProjectConfig): string[] {
	const textsOf = (found: ProjectConfig) =>
		new Map(requirementsOf(found).map((one) => [named(one.name), JSON.stringify(one)]));
	const [then, present] = [textsOf(before), textsOf(now)];
	const isChanged = (name: string) => then.has(name) && then.get(name) !== present.get(name);
	const settings = (['protect', 'observe'] as const).filter(
		(key) => isOn(before) && isOn(now) && before.config[key] !== now.config[key],
	);
	const gone = [...then.keys()].filter((name) => !present.has(name));
	const invalid = isOn(now) ? now.config.leftOut : [];
	const problemOf = (name: string) => invalid.find(({ key }) => `${key}.`.startsWith(`requirements.${name}.`));
	const groups = {
		removed: gone.filter((name) => problemOf(name) === undefined),
		changed: [...[...present.keys()].filter(isChanged), ...settings],
		added: [...present.keys()].filter((name) => !then.has(name)),
	};
	const changes = Object.entries(groups).flatMap(([what, names]) =>
		names.length === 0 ? [] : [`${namesText(names)} ${what}`],
	);
	const leftOut = gone.flatMap((name) => {
		const { line, key, message } = problemOf(name) ?? {};
		if (message === undefined) return [];
		const where = line === undefined ? '' : `line ${line}: `;
		return [`${name} is left out until it is corrected: ${where}${named(key ?? '')} ${message}`];
	});
	return [...changes, ...leftOut.slice(0, MAX_NAMED)];
}

/** A config that is switched off asks for nothing. */
function requirementsOf(found: ProjectConfig): readonly Requirement[] {
	return isOn(found) ? found.config.requirements : [];
}

function isOn(found: ProjectConfig): found is Extract<ProjectConfig, { kind: 'some' }> {
	return found.kind === 'some' && found.config.enabled;
}

const MAX_NAMED = 5;

function namesText(names: readonly string[]): string {
	const more = names.length - MAX_NAMED;
	return listed(more > 0 ? [...names.slice(0, MAX_NAMED), `${more} more`] : names);
}

/** By their names within the project, elsewhere by their paths. */
function changedFiles(before: SeenConfig, now: SeenConfig): string {
	const folder = `${now.root}/.claude/`;
	const then = new Map(before.files.map(({ path, key }) => [path, key]));
	const names = now.files
		.filter(({ path, key }) => then.get(path) !== key)
		.map(({ path }) => (path.startsWith(folder) ? path.slice(folder.length) : named(path)));
	return names.length === 0 ? 'the config' : listed(names);
}
