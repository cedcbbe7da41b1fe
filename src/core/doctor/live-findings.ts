import type { Explained } from './explained.ts';

/** Every finding of `req doctor --live`. */
export const LIVE = {
	live_no_hook: {
		area: 'live',
		severity: 'broken',
		means: 'An event that the gates need has no hook.',
		fix: 'install the plugin again',
	},
	live_crashed: {
		area: 'live',
		severity: 'broken',
		means: 'A hook ended with an error. The client lets the call through.',
		fix: 'read what the hook printed, then build or install the plugin again',
	},
	live_late: {
		area: 'live',
		severity: 'broken',
		means: 'A hook took longer than its time limit. The client ends it and lets the call through.',
		fix: 'find what delays it: the disk, a git that hangs, other programs',
	},
	live_noise: {
		area: 'live',
		severity: 'broken',
		means: 'A hook printed something other than one JSON document, and the client cannot use it.',
		fix: 'find what prints it: NODE_OPTIONS, a wrapper around node',
	},
	live_wrong: {
		area: 'live',
		severity: 'broken',
		means: 'A hook gave the wrong answer.',
		fix: 'build or install the plugin again; if the finding stays, report it with `req doctor --live --json`',
	},
	live_slow: {
		area: 'live',
		severity: 'warning',
		means: 'A hook takes more than half a second, and every tool call waits for it.',
		fix: 'find what slows `node` down: NODE_OPTIONS, NODE_EXTRA_CA_CERTS, a virus scanner',
	},
} as const satisfies Readonly<Record<string, Explained>>;
