import { check } from './check.ts';
import { config } from './config.ts';
import { doctor } from './doctor.ts';
import { approve, clear, done, pause, satisfy } from './gates.ts';
import { inherit } from './inherit.ts';
import { init } from './init.ts';
import { learn } from './learn.ts';
import { log } from './log.ts';
import { note } from './note.ts';
import { pipeline } from './pipeline.ts';
import { prune } from './prune.ts';
import { run } from './run.ts';
import { statusline } from './run-statusline.ts';
import { search } from './search.ts';
import { session } from './session.ts';
import { task } from './task.ts';

/** The commands that are loaded when one of them is named (table.ts). */
export const OTHERS = {
	check,
	config,
	doctor,
	approve,
	clear,
	done,
	pause,
	satisfy,
	inherit,
	init,
	learn,
	log,
	note,
	pipeline,
	prune,
	run,
	statusline,
	search,
	session,
	task,
};
