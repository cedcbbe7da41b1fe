import { saidOfCode } from '../../core/lesson/lesson.ts';
import type { TellingFacts } from '../../core/lesson/lessons-told.ts';
import { goneOf, outdatedText } from '../../core/lesson/outdated.ts';
import { plainForm, standsIn } from '../../core/lesson/stands-in.ts';
import type { Place } from '../../core/place/place.ts';
import type { LearnedToday } from '../../core/restore/restoration.ts';
import type { Ports } from '../ports.ts';

/** What lessons are told by. */
export async function tellingFacts(
	place: Place,
	{ now, places, lessons }: Ports,
): Promise<TellingFacts> {
	const gone = (await lessons()).vanished(place);
	return {
		now: now(),
		exists: (path) => places.exists(`${place.root}/${path}`),
		isGone: (identifier) => gone.has(identifier),
	};
}

/** @param read texts that the client reads by itself: `ports.clientMemory` */
export async function learnedToday(
	place: Place,
	read: readonly string[],
	ports: Ports,
): Promise<LearnedToday> {
	const facts = await tellingFacts(place, ports);
	const forms = read.map(plainForm);
	return {
		isRead: (text) => standsIn(text, forms),
		outdated: (insight, record) => outdatedText(goneOf(saidOfCode(insight, record), facts)),
	};
}
