import type { Bundles } from '../app/record-ports.ts';

/** What sessions inherited as `<stateDir>/inherited/<key>.json`. Loaded by those that inherit. */
export function liveBundles(): Bundles {
	const store = () => import('./bundle-store.ts');
	return {
		read: async (place, session) => (await store()).readBundle(place, session),
		write: async (place, session, bundle) => (await store()).writeBundle(place, session, bundle),
		given: async (place, path) => (await store()).givenBundle(place, path),
		file: async (place, session) => (await store()).bundlePath(place, session),
	};
}
