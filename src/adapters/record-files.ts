import type { Records } from '../app/record-ports.ts';
import type { RecordWorld } from './fold-record.ts';

/**
 * Session records as `<stateDir>/sessions/<key>.json`, with an index and an archive beside them (D9, D14). What
 * reads and folds them is loaded by the hooks that do.
 */
export function liveRecords(world: RecordWorld): Records {
	const store = () => import('./record-store.ts');
	return {
		read: async (place, session) => (await store()).readWhole(place, session, world),
		readNewer: async (place, session) =>
			(await import('./newer-record.ts')).readNewer(place, session),
		glance: async (place, session) => (await store()).glanceOf(place, session, world),
		fold: async (place, session, how) => {
			const { foldRecord } = await import('./fold-record.ts');
			return foldRecord({ place, session, ...how }, world);
		},
		summaries: async (place, days) => (await store()).summariesOf(place, days, world),
		survey: async (place, clocks) => (await store()).surveyOf(place, clocks, world),
		all: async (place) => (await store()).allRecords(place),
		unfolded: async (place) => (await store()).unfoldedKeys(place),
		started: async (place, key) => (await store()).startedIn(place, key),
		archive: async (place, keys, clocks) =>
			(await import('./archive-records.ts')).archiveRecords(place, keys, { clocks, world }),
	};
}
