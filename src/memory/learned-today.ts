import type { Place } from '../git/place.ts';
import { fileDigest } from '../store/hashes.ts';
import { pathExists } from '../store/paths.ts';
import { filesNamed, pathsOf } from './lesson.ts';
import { type FilesNow, isIn, outdatedText, plainWords } from './recall.ts';
import type { LearnedToday } from './restoration.ts';

/** The files of a place, which lessons are compared with when they are shown. */
export function filesNow({ root }: Place): FilesNow {
	return {
		exists: (path) => pathExists(`${root}/${path}`),
		digest: (path) => fileDigest(`${root}/${path}`),
	};
}

/** @param read texts that the client reads by itself: `ports.clientMemory` */
export function learnedToday(place: Place, read: readonly string[]): LearnedToday {
	const now = filesNow(place);
	const texts = read.map(plainWords);
	return {
		isRead: (text) => isIn(text, texts),
		outdated: ({ text }, record) => outdatedText({ files: filesNamed(text, pathsOf(record)) }, now),
	};
}
