import type { Command } from './command.ts';

/** One row: what a command is for in a few words, and what loads the rest of it; hidden ones are in no help. */
type Entry = readonly [summary: string, load: () => Promise<Command>, inHelp?: 'hidden'];

/**
 * Every command of the first level, in the order of `req help`; at most 22, for a newcomer reads them all. A new
 * command is a module and a row here.
 */
export const TABLE: Readonly<Record<string, Entry>> = {
	init: [
		'write a first requirements.yaml, or undo it',
		async () => (await import('./init.ts')).init,
	],
	status: ['show the status of the requirements', async () => (await import('./status.ts')).status],
	satisfy: ['satisfy requirements manually', async () => (await import('./gates.ts')).satisfy],
	approve: [
		'override a requirement for this session',
		async () => (await import('./gates.ts')).approve,
	],
	pause: [
		'switch the gates of this branch off, or on again',
		async () => (await import('./gates.ts')).pause,
	],
	log: ['show who satisfied what, and when', async () => (await import('./log.ts')).log],
	learn: ['keep lessons for later sessions', async () => (await import('./learn.ts')).learn],
	search: [
		'search what all sessions noted and did',
		async () => (await import('./search.ts')).search,
	],
	doctor: [
		'find what keeps the gates from working',
		async () => (await import('./doctor.ts')).doctor,
	],
	done: ['complete a skill', async () => (await import('./gates.ts')).done],
	clear: ['take satisfactions back', async () => (await import('./gates.ts')).clear],
	check: ['check what blocks a commit or a push', async () => (await import('./check.ts')).check],
	note: ['keep pins, next steps and blockers', async () => (await import('./note.ts')).note],
	task: ['keep tasks that outlive sessions', async () => (await import('./task.ts')).task],
	session: [
		'list, show, name, continue and forget sessions',
		async () => (await import('./session.ts')).session,
	],
	inherit: [
		'inherit what an earlier session knew',
		async () => (await import('./inherit.ts')).inherit,
	],
	run: ['work through tasks in headless sessions', async () => (await import('./run.ts')).run],
	pipeline: [
		'work through stages of sessions',
		async () => (await import('./pipeline.ts')).pipeline,
	],
	config: ['show and check the config', async () => (await import('./config.ts')).config],
	prune: ['remove data that is no longer needed', async () => (await import('./prune.ts')).prune],
	statusline: [
		'print the status line of Claude Code',
		async () => (await import('./run-statusline.ts')).statusline,
		'hidden',
	],
};
