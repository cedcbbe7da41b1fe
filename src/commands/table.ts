import { check } from './check.ts';
import type { Command } from './command.ts';
import { config } from './config.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { approve, clear, done, pause, satisfy } from './gates.ts';
import { inherit } from './inherit.ts';
import { init } from './init.ts';
import { log } from './log.ts';
import { learn, note } from './notes.ts';
import { pipeline } from './pipeline.ts';
import { prune } from './prune.ts';
import { run } from './run.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { status } from './status.ts';
import { statusline } from './statusline.ts';
import { task } from './task.ts';

/** One row: what a command is for in a few words, and the command; hidden ones are in no help. */
type Entry = readonly [summary: string, command: Command, inHelp?: 'hidden'];

/**
 * Every command of the first level, in the order of `req help`; at most 22, for a newcomer reads them all. A new
 * command is a module and a row here.
 */
export const TABLE: Readonly<Record<string, Entry>> = {
	init: ['write a first requirements.yaml, or undo it', init],
	status: ['show the status of the requirements', status],
	explain: ['explain what blocked a call, or would', explain],
	satisfy: ['satisfy requirements manually', satisfy],
	approve: ['override a requirement for this session', approve],
	pause: ['switch the gates of this branch off, or on again', pause],
	log: ['show what happened to requirements', log],
	learn: ['keep lessons for later sessions', learn],
	search: ['search what all sessions noted and did', search],
	doctor: ['find what keeps the gates from working', doctor],
	done: ['complete a skill', done],
	clear: ['take satisfactions back', clear],
	check: ['check what blocks a commit or a push', check],
	note: ['keep pins, next steps and blockers', note],
	task: ['keep tasks that outlive sessions', task],
	session: ['list, show, name, continue and forget sessions', session],
	inherit: ['inherit what an earlier session knew', inherit],
	run: ['work through tasks in headless sessions', run],
	pipeline: ['work through stages of sessions', pipeline],
	config: ['show and check the config', config],
	prune: ['remove data that is no longer needed', prune],
	statusline: ['print the status line of Claude Code', statusline, 'hidden'],
};
