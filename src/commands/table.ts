import type { Command } from './command.ts';

/** One row: what a command is for in a few words, and what loads the rest of it; hidden ones stand in no help or completion. */
type Entry = readonly [summary: string, load: () => Promise<Command>, inHelp?: 'hidden'];

/**
 * Every command of the first level, as `req help` groups and orders them; a newcomer reads them all, so there are
 * at most 26. A new command is a module and a row here.
 */
export const TABLE: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
	'Gates:': {
		status: ['show where the gates stand', async () => (await import('./status.ts')).status],
		satisfy: ['satisfy requirements by hand', async () => (await import('./gates.ts')).satisfy],
		clear: ['take satisfactions back', async () => (await import('./gates.ts')).clear],
		approve: [
			'let this session go on without a requirement',
			async () => (await import('./gates.ts')).approve,
		],
		done: ['complete a skill', async () => (await import('./gates.ts')).done],
		log: ['show who satisfied what, and when', async () => (await import('./log.ts')).log],
		check: ['check what blocks a commit or a push', async () => (await import('./check.ts')).check],
		pause: [
			'switch the gates of this branch off, or on again',
			async () => (await import('./gates.ts')).pause,
		],
	},
	'Memory:': {
		pin: ['pin what must not be forgotten', async () => (await import('./pin.ts')).pin],
		next: ['note what is to be done next', async () => (await import('./open-work.ts')).next],
		block: ['note what holds the work up', async () => (await import('./open-work.ts')).block],
		task: ['keep tasks that outlive sessions', async () => (await import('./task.ts')).task],
		learn: ['keep what was learned', async () => (await import('./learn.ts')).learn],
		search: ['find what any session wrote down', async () => (await import('./search.ts')).search],
		inherit: [
			'let a session take over what an earlier one knew',
			async () => (await import('./inherit.ts')).inherit,
		],
	},
	'Sessions:': {
		session: [
			'list sessions; show, name, continue, forget one',
			async () => (await import('./session.ts')).session,
		],
	},
	'Headless:': {
		run: ['work through tasks in headless sessions', async () => (await import('./run.ts')).run],
		pipeline: [
			'work through stages of sessions',
			async () => (await import('./pipeline.ts')).pipeline,
		],
	},
	'Set up:': {
		init: [
			'write a first requirements.yaml, or take it back',
			async () => (await import('./init.ts')).init,
		],
		config: ['show and check the config', async () => (await import('./config.ts')).config],
		doctor: [
			'find what keeps the gates from standing',
			async () => (await import('./doctor.ts')).doctor,
		],
		prune: ['remove what nobody needs any more', async () => (await import('./prune.ts')).prune],
		complete: ['', async () => (await import('./completion.ts')).complete, 'hidden'],
		statusline: [
			'one line for the status line of Claude Code',
			async () => (await import('./run-statusline.ts')).statusline,
			'hidden',
		],
	},
};
