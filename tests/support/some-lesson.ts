import type { KnownLesson } from '../../src/memory/lesson.ts';

/** A warning that somebody noted in a terminal. */
export function someLesson(text: string, more: Partial<KnownLesson> = {}): KnownLesson {
	return {
		id: text,
		session: undefined,
		isTeams: false,
		source: 'agent',
		confidence: 1,
		kind: 'warning',
		text,
		why: undefined,
		tags: [],
		at: '2026-01-01T00:00:00.000Z',
		branch: 'main',
		user: 'ana',
		files: [],
		near: [],
		mends: [],
		...more,
	};
}
