import type { HelpConfiguration, OutputConfiguration } from 'commander';
import { terminal } from '../runtime/terminal.ts';
import { columns } from './columns.ts';

/** Wider lines are hard to read, whatever the terminal. */
const MAX_WIDTH = 100;

const USUAL_WIDTH = 80;

/** Narrower columns (characters) are left as they are rather than wrapped. */
const MIN_COLUMN = 20;

export const HELP: HelpConfiguration = {
	showGlobalOptions: false,
	styleTitle: bold,
	minWidthToWrap: MIN_COLUMN,
};

/** Where help and errors go: colours only on a terminal and never with NO_COLOR (D37). */
export const OUTPUT: OutputConfiguration = {
	outputError: (text, write) => write(withoutGuess(text).replace(/^error: /, 'req: ')),
	getOutHelpWidth: width,
	getErrHelpWidth: width,
	getOutHasColors: () => terminal().colours,
	getErrHasColors: () => terminal().colours,
};

/** Who asks for JSON where there is none means no other option that looks like it. */
function withoutGuess(text: string): string {
	return text.includes("'--json'") ? text.replace(/^\(Did you mean .*\)\n?/m, '') : text;
}

function width(): number {
	return Math.min(process.stdout.columns ?? USUAL_WIDTH, MAX_WIDTH);
}

/** The title of a part; the colours of help are taken away where nobody wants any. */
function bold(title: string): string {
	return `\u001b[1m${title}\u001b[0m`;
}

/** A part of a help text: rows as columns below its title. */
export function part(title: string, rows: readonly (readonly string[])[]): string {
	return ['', bold(title), ...columns(rows).map((line) => `  ${line}`)].join('\n');
}

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
	part('Exit codes:', [
		['0', 'done'],
		['1', 'the answer is no, it failed, or a check has findings'],
		['2', 'done, with a warning'],
		['64', 'the command line is wrong'],
	]),
	part('Examples:', [
		['req init --preset starter', 'write a first config'],
		['req status', 'see where the gates stand'],
		['req satisfy commit_plan --evidence "agreed with Ana"'],
		['req approve size --ttl 1h'],
		['req help satisfy', 'explain one command'],
	]),
].join('\n');
