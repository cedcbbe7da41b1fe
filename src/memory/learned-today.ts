import type { Ports } from '../app/ports.ts';
import type { Place } from '../git/place.ts';
import { fileDigest } from '../store/hashes.ts';
import { pathExists } from '../store/paths.ts';
import { filesNamed, pathsOf } from './lesson.ts';
import { findGone, isIn, outdatedText, plainWords, type RecallFacts } from './recall-text.ts';
import type { LearnedToday } from './restoration.ts';

/** What lessons of a place are compared with when they are shown. */
export function recallFacts(place: Place, { now }: Ports): RecallFacts {
	const at = (path: string) => `${place.root}/${path}`;
	return {
		now: now(),
		exists: (path) => pathExists(at(path)),
		digest: (path) => fileDigest(at(path)),
	};
}

/** @param read texts that the client reads by itself: `ports.clientMemory` */
export function learnedToday(place: Place, read: readonly string[], ports: Ports): LearnedToday {
	const { exists } = recallFacts(place, ports);
	const texts = read.map(plainWords);
	return {
		isRead: (text) => isIn(text, texts),
		outdated: ({ text }, record) =>
			outdatedText(findGone({ files: filesNamed(text, pathsOf(record)) }, exists)),
	};
}
