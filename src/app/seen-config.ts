import type { ProjectConfig } from '../config/config.ts';
import { configChangeText, type SeenConfig, unreadableText } from '../config/config-change.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Place } from '../git/place.ts';
import { lastConfig } from './last-config.ts';
import type { Configs, Ports } from './ports.ts';

/**
 * Keeps the config that a session starts with, so that a change can be told.
 *
 * @returns why another config applies than the one in the working tree, if the session was not told yet
 */
export async function keepConfig(
	place: Place,
	found: ProjectConfig,
	{ session, ports }: { readonly session: Session; readonly ports: Ports },
): Promise<string | undefined> {
	const stored = ports.seenConfigs;
	const all = stored.read(session.uuid);
	const before = all.find(({ root }) => root === place.root);
	const seen = { ...(await seenNow(before, place, { session, ports })), found };
	stored.write(session.uuid, [...all.filter((one) => one !== before), seen]);
	return seen.told === before?.told ? undefined : seen.told;
}

/**
 * What the user is told once, at the end of a turn, of the configs of the projects a session works in: how they changed since
 * the session saw them, and why another one applies than the one in the working tree.
 *
 * @param ports as `withLastConfig` makes them
 */
export async function configNews(
	session: Session,
	places: readonly Place[],
	ports: Ports,
): Promise<string[]> {
	const stored = ports.seenConfigs;
	const before = stored.read(session.uuid);
	const known = before
		.map(({ root }) => ports.places.at(root))
		.filter((place) => before.some(({ root }) => root === place.root));
	const all = new Map([...known, ...places].map((place) => [place.root, place]));
	const news: string[] = [];
	const after = new Map(before.map((one) => [one.root, one]));
	for (const place of all.values()) {
		const last = after.get(place.root);
		const found = await ports.config.load(place);
		const seen = { ...(await seenNow(last, place, { session, ports })), found };
		after.set(place.root, seen);
		if (seen.told !== undefined && seen.told !== last?.told) news.push(`req: ${seen.told}`);
		const text = last && configChangeText(last, seen, place.branch);
		if (text !== undefined) news.push(text);
	}
	const kept = [...after.values()];
	if (JSON.stringify(kept) !== JSON.stringify(before)) stored.write(session.uuid, kept);
	return news;
}

/** The files of a config as it applies now, and why another one does than the one in the working tree. */
async function seenNow(
	before: SeenConfig | undefined,
	place: Place,
	{ session, ports }: { readonly session: Session; readonly ports: Ports },
): Promise<Omit<SeenConfig, 'found'>> {
	const { config } = ports;
	const last = await lastConfig(place, session.uuid, ports);
	// A file that git has taken away for a while stays known, or the next look would not miss it.
	const seen = { root: place.root, files: last?.seen.files ?? (await config.sources(place)) };
	const told = last === undefined ? await standInText(before, place, config) : lastText(last);
	return { ...seen, ...(told === undefined ? {} : { told }) };
}

function lastText({ underway }: { readonly underway: string }): string {
	return `requirements.yaml is not in this commit; the last one applies until ${underway} is over`;
}

async function standInText(
	before: SeenConfig | undefined,
	place: Place,
	config: Configs,
): Promise<string | undefined> {
	if (await config.isHidden(place))
		return 'the sparse checkout leaves out requirements.yaml; the committed one applies';
	if (before?.found.kind !== 'some' || unreadableText(before.found) !== undefined) return undefined;
	return unreadableText(await config.read(place));
}
