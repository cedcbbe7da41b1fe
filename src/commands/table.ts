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

/** Every command of the first level, in the order of `req help`; at most 22, for a newcomer reads them all. */
export const TABLE: Readonly<Record<string, Command>> = {
	init,
	status,
	explain,
	satisfy,
	approve,
	pause,
	log,
	learn,
	search,
	doctor,
	done,
	clear,
	check,
	note,
	task,
	session,
	inherit,
	run,
	pipeline,
	config,
	prune,
	statusline,
};
