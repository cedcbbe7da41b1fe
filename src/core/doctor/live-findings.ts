import type { Explained } from './explained.ts';

/** Every finding of `req doctor --live`. */
export const LIVE = {
	live_no_hook: {
		area: 'live',
		severity: 'broken',
		means: 'No hook is wired for an event the gates need.',
		fix: 'install the plugin again',
	},
	live_crashed: {
		area: 'live',
		severity: 'broken',
		means: 'A hook ended with an error. The client lets the call go ahead.',
		fix: 'read what it printed; build or install the plugin again',
	},
	live_late: {
		area: 'live',
		severity: 'broken',
		means: 'A hook took longer than its time limit. The client ends it and lets the call go ahead.',
		fix: 'look for what keeps it: the disk, a hanging git, other programs',
	},
	live_noise: {
		area: 'live',
		severity: 'broken',
		means: 'A hook printed something else than one JSON document; the client cannot use it.',
		fix: 'look for what prints: NODE_OPTIONS, a wrapper around node',
	},
	live_wrong: {
		area: 'live',
		severity: 'broken',
		means: 'A hook gave another answer than it must.',
		fix: 'build or install the plugin again; if it stays, report it with `req doctor --live --json`',
	},
	live_slow: {
		area: 'live',
		severity: 'warning',
		means: 'A hook takes more than half a second; every call of a tool waits for it.',
		fix: 'look for what slows `node` down: NODE_OPTIONS, NODE_EXTRA_CA_CERTS, a virus scanner',
	},
} as const satisfies Readonly<Record<string, Explained>>;
