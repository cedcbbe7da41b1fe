import type { Command } from './command.ts';

/** `req session`: what sessions of this repository were, are and pass on. */
export const session: Command = {
	about:
		'Shows the sessions of this repository, and says something of one. A session is named by its name, key or id, or by the first 4 or more characters of one of these.',
	examples: ['req session list', 'req session show auth-v1', 'req session name auth-rewrite'],
	commands: {
		list: async () => (await import('./session/list.ts')).list,
		show: async () => (await import('./session/show.ts')).show,
		lineage: async () => (await import('./session/lineage.ts')).lineage,
		events: async () => (await import('./session/events.ts')).events,
		name: async () => (await import('./session/life.ts')).name,
		phase: async () => (await import('./session/life.ts')).phase,
		complete: async () => (await import('./session/life.ts')).complete,
		capture: async () => (await import('./session/life.ts')).capture,
		preview: async () => (await import('./session/preview.ts')).preview,
		continue: async () => (await import('./session/continue.ts')).continuing,
		restore: async () => (await import('./session/continue.ts')).restore,
		export: async () => (await import('./session/show.ts')).exporting,
		cleanup: async () => (await import('./session/forget.ts')).cleanup,
		forget: async () => (await import('./session/forget.ts')).forget,
	},
};
