import type { Explained } from './explained.ts';

/** Every finding that is about what sessions remember. The gates stand without any of it. */
export const MEMORY = {
	record_corrupt: {
		area: 'state',
		severity: 'warning',
		means: 'The record of a session cannot be read: nothing of that session is passed on.',
		fix: 'restore <file>; while the journal beside it is there, the next fold makes the record anew',
	},
	tasks_corrupt: {
		area: 'state',
		severity: 'warning',
		means: 'The list of tasks cannot be read. The next read sets it aside in quarantine.',
		fix: 'restore <file>, or add the tasks anew',
	},
	task_invalid: {
		area: 'state',
		severity: 'warning',
		means: 'Entries of the list of tasks are none of ours. They are ignored and kept.',
		fix: 'remove them from <file>',
	},
	run_corrupt: {
		area: 'state',
		severity: 'warning',
		means: 'The file of a run cannot be read: `req run --resume` passes it over.',
		fix: 'restore <file>, or remove it',
	},
	index_garbled: {
		area: 'state',
		severity: 'warning',
		means: 'The index of records cannot be read, or names records that are gone. It is a cache.',
		fix: 'remove <file>; whoever needs it builds it anew',
	},
	events_broken: {
		area: 'state',
		severity: 'warning',
		means: 'The chain of events is broken: a line was changed, removed or put in.',
		fix: 'see `req session events --verify`; to begin a new chain, move <file> away',
	},
} as const satisfies Readonly<Record<string, Explained>>;
