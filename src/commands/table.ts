import type { Command } from './command.ts';
import type { OTHERS } from './others.ts';

/** One row: what a command is for in a few words, and what loads the rest of it; hidden ones are in no help. */
type Entry = readonly [summary: string, load: () => Promise<Command>, inHelp?: 'hidden'];

/**
 * All commands but `status`, which runs most. With all of them loaded, `req status` takes 145 ms instead of 116 and
 * `req --help` 141 instead of 77 (CPU time of whole processes, Node 20).
 */
async function other(name: keyof typeof OTHERS): Promise<Command> {
	return (await import('./others.ts')).OTHERS[name];
}

/**
 * Every command of the first level, in the order of `req help`; at most 22, for a newcomer reads them all. A new
 * command is a module and a row here.
 */
export const TABLE: Readonly<Record<string, Entry>> = {
	init: ['write a first requirements.yaml, or undo it', () => other('init')],
	status: ['show the status of the requirements', async () => (await import('./status.ts')).status],
	satisfy: ['satisfy requirements manually', () => other('satisfy')],
	approve: ['override a requirement for this session', () => other('approve')],
	pause: ['switch the gates of this branch off, or on again', () => other('pause')],
	log: ['show who satisfied what, and when', () => other('log')],
	learn: ['keep lessons for later sessions', () => other('learn')],
	search: ['search what all sessions noted and did', () => other('search')],
	doctor: ['find what keeps the gates from working', () => other('doctor')],
	done: ['complete a skill', () => other('done')],
	clear: ['take satisfactions back', () => other('clear')],
	check: ['check what blocks a commit or a push', () => other('check')],
	note: ['keep pins, next steps and blockers', () => other('note')],
	task: ['keep tasks that outlive sessions', () => other('task')],
	session: ['list, show, name, continue and forget sessions', () => other('session')],
	inherit: ['inherit what an earlier session knew', () => other('inherit')],
	run: ['work through tasks in headless sessions', () => other('run')],
	pipeline: ['work through stages of sessions', () => other('pipeline')],
	config: ['show and check the config', () => other('config')],
	prune: ['remove data that is no longer needed', () => other('prune')],
	statusline: ['print the status line of Claude Code', () => other('statusline'), 'hidden'],
};
