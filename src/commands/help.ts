import { columns } from './layout.ts';
import { paint } from './paint.ts';

/** A title; commander takes its emphasis away where nobody wants any. */
const { bold } = paint(true);

/** A part of a help text: rows as columns below its title. */
export function part(title: string, rows: readonly (readonly string[])[]): string {
	return ['', bold(title), ...columns(rows).map((line) => `  ${line}`)].join('\n');
}

/** What a process says by its status, in words. */
export const EXIT_CODES = [
	['0', 'done'],
	['1', 'the answer is no, it failed, or a check has findings'],
	['2', 'done, with a warning'],
	['64', 'the command line is wrong'],
] as const;

/** What `req help` says after the commands. */
export const MANUAL = [
	part('Files:', [
		['.claude/requirements.yaml', 'the requirements of a project, committed'],
		['.claude/requirements.local.yaml', 'what you add or change for yourself'],
		['~/.claude/requirements.yaml', 'the requirements of all your projects'],
		[
			'<git directory>/requirements/',
			'what is satisfied on each branch; sessions, tasks, runs, faults',
		],
		['~/.claude/sessions.json', 'the live sessions'],
		['~/.claude/requirements/', 'compiled configs, the state of projects outside git'],
	]),
	part('Environment:', [
		['CLAUDE_CONFIG_DIR', 'instead of ~/.claude'],
		['CLAUDE_CODE_SESSION_ID', 'the session a command is about, where --session names none'],
		['CLAUDE_PROJECT_DIR', 'where that session started; its config counts where there is no other'],
		['CLAUDECODE', 'set in calls of the model: what only you decide is refused there'],
		['REQ_CLAUDE', 'the client that runs start; default: claude on the PATH'],
		['NO_COLOR', 'no colours'],
	]),
	part('Scripts:', [
		['--json', 'what is shown or was changed, as JSON, with absent values null'],
		['', 'an error is then { "error": { "code", "message", "hint" } }, also on stdout'],
	]),
	part('Exit codes:', EXIT_CODES),
	part('Examples:', [
		['req init --preset starter', 'write a first config'],
		['req status', 'see where the gates stand'],
		['req satisfy commit_plan --evidence "agreed with Ana"'],
		['req approve size --ttl 1h'],
		['req help satisfy', 'explain one command'],
	]),
].join('\n');
