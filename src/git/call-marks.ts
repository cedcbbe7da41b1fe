import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { CallMarks } from '../app/ports.ts';
import { forgetCalls } from './calls-beside.ts';

/** Names of the files in a session's folder. No call has a name like these: see `isCallName`. */
export const MARKS = { begun: '.begun', look: '.look-', givenUp: '.given-up' } as const;

export function callsDir(configDir: string): string {
	return join(configDir, 'requirements', 'calls');
}

/** Whether an id is one that Claude Code gives to calls, so that a file may have its name. */
export function isCallName(call: string): boolean {
	return /^[\w-]{1,100}$/.test(call);
}

/** One folder for each session in which the project was looked at before a call (src/adapters/looks.ts). */
export function callMarks(configDir: string): CallMarks {
	const folderOf = (session: string) => join(callsDir(configDir), session);
	return {
		keepRunning: (session, running) => forgetCalls(folderOf(session), running),
		wasLookedAt: (session, call) =>
			isCallName(call) && existsSync(join(folderOf(session), call + MARKS.begun)),
		end: (session) => rmSync(folderOf(session), { recursive: true, force: true }),
	};
}
