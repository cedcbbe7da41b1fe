import type { Explained } from './explained.ts';

/** Every finding that is about what sessions remember. The gates stand without any of it. */
export const MEMORY = {
	record_corrupt: {
		area: 'state',
		severity: 'warning',
		means: 'The record of a session cannot be read, so nothing from that session is passed on.',
		fix: 'restore <file>; if its journal still exists, req rebuilds the record from it',
	},
	tasks_corrupt: {
		area: 'state',
		severity: 'warning',
		means: 'The task list cannot be read. The next read moves it to quarantine.',
		fix: 'restore <file>, or add the tasks again',
	},
	task_invalid: {
		area: 'state',
		severity: 'warning',
		means: 'Some entries of the task list were not written by req. They are ignored but kept.',
		fix: 'remove them from <file>',
	},
	run_corrupt: {
		area: 'state',
		severity: 'warning',
		means: 'The file of a run cannot be read, so `req run --resume` skips it.',
		fix: 'restore <file>, or remove it',
	},
	index_garbled: {
		area: 'state',
		severity: 'warning',
		means:
			'The index of records cannot be read, or names records that are gone. The index is only a cache.',
		fix: 'remove <file>; req rebuilds it when needed',
	},
	events_broken: {
		area: 'state',
		severity: 'warning',
		means: 'The event chain is broken: someone changed, removed or inserted a line.',
		fix: 'run `req session events --verify` to see where; to begin a new chain, move <file> away',
	},
} as const satisfies Readonly<Record<string, Explained>>;
