import type { Fault } from '../fault/fault.ts';
import { refusalByHand } from '../requirement/by-hand.ts';
import { named, typed, typedForm } from '../text/one-line.ts';
import { listed } from '../text/phrases.ts';
import type { Attempt, FileAttempt, ProgramAttempt, ReqAttempt } from './attempt.ts';
import type { ProtectedThing } from './protected-files.ts';

const THINGS: Readonly<Record<ProtectedThing, string>> = {
	config: 'says which requirements hold',
	state: 'keeps what is satisfied and paused',
	registry: 'keeps the live sessions and compiled configs of req',
	plugin: 'belongs to the plugins, which hold the gates',
	settings: 'decides what the client runs and loads, including the gates',
	extension: 'may load into Claude Code as an extension, which can take the gates away',
	program: 'would run in place of a program that the gates need',
};
/** What the model may do by an edit tool, whose result can be read. */
const EDITS_PASS = 'edits of model, theme, outputStyle, permissions.allow and the like pass';
const PROGRAMS: Readonly<Record<ProgramAttempt['kind'], string>> = {
	inline: 'this inline program names files that hold the gates; only the user may change them',
	unread:
		'this command line is too long to read, and it may change what holds the gates; split it into shorter ones',
	arguments:
		'this call has more arguments than req reads, and names files that hold the gates; use fewer arguments',
	hook: 'only the client starts the hooks that hold the gates',
	client_typing: 'a nested `claude` that types req’s commands would speak for the user',
	client_plugins:
		'only the user decides which plugins are there: they hold the gates, and can take them away',
	client_settings:
		'only the user can start a `claude` with other plugins or settings: they can switch the gates off',
	client_environment:
		'only the user can start a `claude` in an environment that hides who started it or where its settings are',
};

/** A command line that is longer is not repeated to whoever has just written it. */
const LONGEST_COMMAND = 60;

/** The call that is spoken of. */
interface ProtectedCall {
	/** The command line; `undefined` for other tools than the shell's. */
	readonly command: string | undefined;
	readonly cwd: string;
}

/** Why a call that would open a gate does not run, or asks. Facts, no orders; the ways out last. */
export function protectionText(
	attempts: readonly Attempt[],
	call: ProtectedCall,
	protect: true | 'ask',
): string {
	const files = attempts.filter((attempt) => attempt.kind === 'file');
	const others = attempts.filter((attempt) => attempt.kind !== 'file');
	const said = [
		...(files.length > 1 ? [filesText(files, call)] : files.map(fileText)),
		...others.map(reasonOf),
	];
	const reasons = [...new Set(said.map((reason) => `req: ${reason}`))];
	const ways = new Set(others.flatMap((attempt) => refusalOf(attempt)?.hint ?? []));
	return [`${reasons.join('.\n')} (protect: ${protect}).`, ...ways].join('\n');
}

function fileText({ path, thing, keys }: FileAttempt): string {
	const part = keys.length === 0 ? '' : ` (${keys.join(', ')})`;
	const how = thing === 'settings' ? `, in an editor; ${EDITS_PASS}` : '';
	return `${named(path)}${part} ${THINGS[thing]}, and only the user changes it${how}`;
}

/** A call that reaches several, as one that changes a folder does, is told in one line. */
function filesText(files: readonly FileAttempt[], { command, cwd }: ProtectedCall): string {
	const isShort = command !== undefined && command.length <= LONGEST_COMMAND;
	const paths = files.map(({ path }) => path.replace(`${cwd}/`, ''));
	const pass = files.some(({ thing }) => thing === 'settings') ? `; ${EDITS_PASS}` : '';
	return `${isShort ? typed(command) : 'this call'} may change files that hold the gates; only the user does that, in an editor (${listed(paths.map(named))})${pass}`;
}

function reasonOf(attempt: ReqAttempt | ProgramAttempt): string {
	return attempt.kind === 'req' ? reasonOfReq(attempt) : PROGRAMS[attempt.kind];
}

/** Not everything can be typed in the client, too. */
function reasonOfReq(attempt: ReqAttempt): string {
	const refusal = refusalOf(attempt);
	if (refusal !== undefined) return refusal.message;
	const { command } = attempt;
	const form = typedForm(command);
	const where =
		form === command
			? ' in a terminal'
			: `: ${typed(form)} typed here, or ${typed(command)} in a terminal`;
	return `only the user can run ${typed(command)}${where}`;
}

/** Why a requirement that the call would satisfy is not the model's to satisfy. */
function refusalOf(attempt: ReqAttempt | ProgramAttempt): Fault | undefined {
	if (attempt.kind !== 'req' || attempt.requirement === undefined) return undefined;
	return refusalByHand(attempt.requirement, true);
}
