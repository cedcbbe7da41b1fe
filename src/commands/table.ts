import type { Command } from './command.ts';

/** One row: what a command is for in a few words, and what loads the rest of it. */
interface Entry {
	readonly summary: string;
	readonly load: () => Promise<Command>;
	/** Left out of help and completion. */
	readonly isHidden?: true;
}

/**
 * Every command of the first level, as `req help` groups and orders them; a newcomer reads them all, so there are
 * at most 26. A new command is a module and a row here.
 */
export const TABLE: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
	'Gates:': {
		status: {
			summary: 'show where the gates stand',
			load: async () => (await import('./status.ts')).status,
		},
		satisfy: {
			summary: 'satisfy requirements by hand',
			load: async () => (await import('./gates.ts')).satisfy,
		},
		clear: {
			summary: 'take satisfactions back',
			load: async () => (await import('./gates.ts')).clear,
		},
		approve: {
			summary: 'let this session go on without a requirement',
			load: async () => (await import('./gates.ts')).approve,
		},
		done: {
			summary: 'complete a skill',
			load: async () => (await import('./gates.ts')).done,
		},
		restore: {
			summary: 'put back files that a call changed past a gate',
			load: async () => (await import('./restore.ts')).restore,
		},
		history: {
			summary: 'show who satisfied what, and when',
			load: async () => (await import('./history.ts')).history,
		},
		pause: {
			summary: 'switch the gates of this branch off',
			load: async () => (await import('./gates.ts')).pause,
		},
		unpause: {
			summary: 'switch them on again',
			load: async () => (await import('./gates.ts')).unpause,
		},
		trust: {
			summary: 'accept a config, a place or a state that changed',
			load: async () => (await import('./gates.ts')).trust,
		},
	},
	'Memory:': {
		pin: {
			summary: 'pin what must not be forgotten',
			load: async () => (await import('./pin.ts')).pin,
		},
		next: {
			summary: 'note what is to be done next',
			load: async () => (await import('./open-work.ts')).next,
		},
		block: {
			summary: 'note what holds the work up',
			load: async () => (await import('./open-work.ts')).block,
		},
		task: {
			summary: 'keep tasks that outlive sessions',
			load: async () => (await import('./task.ts')).task,
		},
		learn: {
			summary: 'keep what was learned',
			load: async () => (await import('./learn.ts')).learn,
		},
		search: {
			summary: 'find what any session wrote down',
			load: async () => (await import('./search.ts')).search,
		},
		inherit: {
			summary: 'let a session take over what an earlier one knew',
			load: async () => (await import('./inherit.ts')).inherit,
		},
	},
	'Sessions:': {
		session: {
			summary: 'list sessions; show, name, continue, forget one',
			load: async () => (await import('./session.ts')).session,
		},
	},
	'Headless:': {
		run: {
			summary: 'work through tasks in headless sessions',
			load: async () => (await import('./run.ts')).run,
		},
		pipeline: {
			summary: 'work through stages of sessions',
			load: async () => (await import('./pipeline.ts')).pipeline,
		},
	},
	'Set up:': {
		init: {
			summary: 'write a first requirements.yaml, or take it back',
			load: async () => (await import('./init.ts')).init,
		},
		hooks: {
			summary: 'hold commits and pushes in the repository itself',
			load: async () => (await import('./hooks.ts')).hooks,
		},
		config: {
			summary: 'show and check the config',
			load: async () => (await import('./config.ts')).config,
		},
		doctor: {
			summary: 'find what keeps the gates from standing',
			load: async () => (await import('./doctor.ts')).doctor,
		},
		prune: {
			summary: 'remove what nobody needs any more',
			load: async () => (await import('./prune.ts')).prune,
		},
		complete: {
			summary: '',
			load: async () => (await import('./completion.ts')).complete,
			isHidden: true,
		},
		statusline: {
			summary: 'one line for the status line of Claude Code',
			load: async () => (await import('./statusline.ts')).statusline,
			isHidden: true,
		},
	},
};

/** The commands that show or change where requirements stand. */
export const GATE_COMMANDS: readonly string[] = Object.keys(TABLE['Gates:'] ?? {});
