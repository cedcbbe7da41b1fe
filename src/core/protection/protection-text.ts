import { refusalByHand } from '../requirement/by-hand.ts';
import { named, typed } from '../text/one-line.ts';
import { typedForm } from '../text/typed-form.ts';
import type { Attempt, ProgramAttempt, ReqAttempt } from './attempt.ts';
import type { ProtectedThing } from './protected-files.ts';

const THINGS: Readonly<Record<ProtectedThing, string>> = {
	config: 'says which requirements hold',
	state: 'keeps what is satisfied and paused',
	registry: 'keeps the live sessions and compiled configs of req',
	plugin: 'belongs to the plugins, which hold the gates',
	settings: 'decides what the client runs and loads, including the gates',
	extension: 'may load into Claude Code as an extension, which can take the gates away',
	git_hook: 'holds the commits and pushes of this repository',
	program: 'would run in place of a program that the gates need',
};
/** What a person does, and what the model may do by an edit tool, whose result can be read. */
const SETTINGS_BY_HAND =
	', in an editor; edits of model, theme, outputStyle, permissions.allow and the like pass';
const PROGRAMS: Readonly<Record<ProgramAttempt['kind'], string>> = {
	inline:
		'a program written in the command line speaks of files that hold the gates, and only the user changes those',
	unread:
		'this command line is too long to read, and it may change what holds the gates; split it into shorter ones',
	arguments:
		'this call has more arguments than req reads, and names files that hold the gates; use fewer arguments',
	git_hooks:
		'only the user decides where git looks for hooks here: they hold the commits and pushes of this repository',
	hook: 'only the client starts the hooks that hold the gates',
	client_typing: 'a nested `claude` that types req’s commands would speak for the user',
	client_plugins:
		'only the user decides which plugins are there: they hold the gates, and can take them away',
	client_settings:
		'only the user can start a `claude` with other plugins or settings: they can switch the gates off',
	client_environment:
		'only the user can start a `claude` in an environment that hides who started it or where its settings are',
};

/** Why a call that would open a gate does not run, or asks. Facts, no orders. */
export function protectionText(attempts: readonly Attempt[], protect: true | 'ask'): string {
	const reasons = [...new Set(attempts.map((attempt) => `req: ${reasonOf(attempt)}`))];
	return `${reasons.join('.\n')} (protect: ${protect}).`;
}

function reasonOf(attempt: Attempt): string {
	if (attempt.kind === 'req') return reasonOfReq(attempt);
	if (attempt.kind !== 'file') return PROGRAMS[attempt.kind];
	const { path, thing, keys } = attempt;
	const part = keys.length === 0 ? '' : ` (${keys.join(', ')})`;
	const how = thing === 'settings' ? SETTINGS_BY_HAND : '';
	return `${named(path)}${part} ${THINGS[thing]}, and only the user changes it${how}`;
}

/** Not everything can be typed in the client, too. */
function reasonOfReq({ command, requirement }: ReqAttempt): string {
	const refusal = requirement === undefined ? undefined : refusalByHand(requirement, true);
	if (refusal !== undefined) {
		return refusal.hint === undefined ? refusal.message : `${refusal.message} (${refusal.hint})`;
	}
	const form = typedForm(command);
	const where =
		form === command
			? ' in a terminal'
			: `: ${typed(form)} typed here, or ${typed(command)} in a terminal`;
	return `only the user can run ${typed(command)}${where}`;
}
