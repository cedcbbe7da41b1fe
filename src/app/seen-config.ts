import type { ProjectConfig } from '../core/config/config.ts';
import { configChangeText, type SeenConfig, unreadableText } from '../core/config/config-change.ts';
import type { Place } from '../core/place/place.ts';
import type { Session } from '../core/session/session-id.ts';
import type { Ports } from './ports.ts';

/** Keeps the config that a session starts with, so that a change can be told. */
export async function keepConfig(
	place: Place,
	found: ProjectConfig,
	{ session, ports }: { readonly session: Session; readonly ports: Ports },
): Promise<void> {
	const stored = await ports.seenConfigs();
	const others = stored.read(session.uuid).filter(({ root }) => root !== place.root);
	const seen = { root: place.root, files: ports.config.sources(place), found };
	stored.write(session.uuid, [...others, seen]);
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
	const stored = await ports.seenConfigs();
	const before = stored.read(session.uuid);
	const known = before
		.map(({ root }) => ports.places.at(root))
		.filter((place) => before.some(({ root }) => root === place.root));
	const all = new Map([...known, ...places].map((place) => [place.root, place]));
	const news: string[] = [];
	const after = new Map(before.map((one) => [one.root, one]));
	for (const place of all.values()) {
		const { seen, text } = await compared(after.get(place.root), place, ports);
		after.set(place.root, seen);
		if (text !== undefined) news.push(text);
	}
	const kept = [...after.values()];
	if (JSON.stringify(kept) !== JSON.stringify(before)) stored.write(session.uuid, kept);
	return news;
}

async function compared(
	before: SeenConfig | undefined,
	place: Place,
	ports: Ports,
): Promise<{ readonly seen: SeenConfig; readonly text: string | undefined }> {
	const { config } = ports;
	const told = await standInText(before, place, ports);
	const seen = {
		...{ root: place.root, files: config.sources(place), found: await config.load(place) },
		...(told === undefined ? {} : { told }),
	};
	if (told !== undefined && told !== before?.told) return { seen, text: `req: ${told}` };
	return { seen, text: before && configChangeText(before, seen, place.branch) };
}

/** Why another config applies than the one in the working tree. */
async function standInText(
	before: SeenConfig | undefined,
	place: Place,
	{ config }: Ports,
): Promise<string | undefined> {
	if (config.isHidden(place))
		return 'the sparse checkout leaves out requirements.yaml; the committed one applies';
	if (before?.found.kind !== 'some' || unreadableText(before.found) !== undefined) return undefined;
	const underway = config.underway(place);
	if (underway !== undefined)
		return `requirements.yaml is not in this commit; the last one applies until ${underway} is over`;
	return unreadableText(await config.read(place));
}
