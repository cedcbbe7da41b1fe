import { filesNamed } from '../../core/lesson/lesson.ts';
import type { TellingFacts } from '../../core/lesson/lessons-told.ts';
import { goneOf, outdatedText } from '../../core/lesson/outdated.ts';
import { plainForm, standsIn } from '../../core/lesson/stands-in.ts';
import type { LearnedToday } from '../../core/restore/restoration.ts';
import type { Place } from '../../git/place.ts';
import { pathExists } from '../../store/paths.ts';
import type { Ports } from '../ports.ts';

/** What lessons are told by. */
export function tellingFacts(place: Place, { now }: Ports): TellingFacts {
	return { now: now(), exists: (path) => pathExists(`${place.root}/${path}`) };
}

/** @param read texts that the client reads by itself: `ports.clientMemory` */
export function learnedToday(place: Place, read: readonly string[], ports: Ports): LearnedToday {
	const facts = tellingFacts(place, ports);
	const forms = read.map(plainForm);
	return {
		isRead: (text) => standsIn(text, forms),
		outdated: (insight, record) =>
			outdatedText(goneOf({ files: filesNamed(insight, record) }, facts)),
	};
}
