import type { Caller } from '../app/commands/caller.ts';
import { approve, clear, pause, satisfy, unpause } from '../app/commands/gate-changes.ts';
import { continueSession } from '../app/commands/session-continue.ts';
import { readGateStatus } from '../app/commands/status.ts';
import { withLocalTimes } from '../app/local-time.ts';
import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import {
	approvedText,
	clearedText,
	pausedText,
	satisfiedText,
	unpausedText,
	type Whose,
} from '../core/inject/change-text.ts';
import { continuedLines } from '../core/inject/other-sessions.ts';
import { answered, gateLines, refused } from '../core/inject/typed-answer.ts';
import { oneLine, typedForm } from '../core/text/one-line.ts';
import { factOf } from '../gate/requirement-types.ts';
import type { Status } from '../gate/status.ts';
import { branchText, onBranchText, type Place } from '../git/place.ts';
import type { Answer as HookAnswer, UserPromptExpansionInput } from '../host/hook-messages.ts';
import { attempt } from '../store/errors.ts';
import { isAlone, readArguments, type TypedArguments } from './arguments.ts';
import { sessionOf, startOf } from './projects.ts';
import { type Verb, verbNamed } from './verb.ts';
import { heldAt } from './worked-projects.ts';

/** A command that the user typed. */
interface Command extends Pick<TypedArguments, 'words' | 'options'> {
	readonly verb: Verb;
	readonly caller: Caller;
}

/** The lines of an answer, and what only the model reads of it. */
interface Answer {
	readonly lines: readonly string[];
	readonly context?: string;
}

/**
 * Carries out what the user typed, before Claude Code loads the command's text: only the user can type
 * (D36). In a Claude Code that another one's command started, the model typed it.
 */
export async function typedCommand(
	verb: Verb,
	input: UserPromptExpansionInput,
	ports: Ports,
): Promise<HookAnswer> {
	const session = sessionOf(input, ports);
	const { nested, user } = ports.host;
	const text = input.command_args ?? '';
	const [first = ''] = text.split('\n', 1);
	const line = `/req:${verb} ${first}`.trimEnd();
	const typedIn = { line, byUser: !nested, isAlone: isAlone(verb, text) };
	const args = readArguments(verb, text);
	const work = async () => {
		if (args instanceof Fault) throw args;
		const cwd = verbNamed(verb).isNextStep ? await heldAt(session, input.cwd, ports) : input.cwd;
		const caller = { cwd, session: undefined, isModel: nested, isTyped: true, user };
		const host = { ...ports.host, sessionId: session.uuid };
		return await PERFORM[verb]({ verb, caller, ...args }, { ...ports, host });
	};
	const done = await attempt(work);
	if (done.kind === 'done') return answered(typedIn, done.value.lines, done.value.context);
	// Whoever types a command reads what is wrong with it; what else goes wrong is a fault.
	if (done.error instanceof Fault) return refused(typedIn, done.error);
	throw done.error;
}

/** Room for what surrounds the context, in UTF-16 units (D17). */
const CONTEXT_ROOM = 9_000;

/** Carries out one verb by the use case of the command line. */
const PERFORM: Readonly<Record<Verb, (command: Command, ports: Ports) => Promise<Answer>>> = {
	status: async ({ caller, options }, ports) => {
		const branch = options.get('--branch');
		const status = await readGateStatus({ caller, branch, isAtWork: true }, ports);
		const now = ports.now();
		const on = onBranchOf(status.place, caller.cwd, ports);
		return { lines: gateLines({ ...status, on, now }).map((line) => withLocalTimes(line, now)) };
	},
	satisfy: async (command, ports) => {
		const { caller, options, words: names } = command;
		const [ttl, evidence] = [options.get('--ttl'), options.get('--evidence')];
		const carry = options.has('--carry') ? { from: options.get('--carry') } : undefined;
		if (carry?.from === undefined) await needsName(command, ports);
		const satisfied = await satisfy({ caller, names, carry, ttl, evidence }, ports);
		const whose = whoseOf(satisfied.place, caller, ports);
		return { lines: satisfiedText(satisfied.names, whose, ports.now()).split('\n') };
	},
	approve: async (command, ports) => {
		const { caller, options } = command;
		const name = await needsName(command, ports, 'requirement is approved');
		const ttl = options.get('--ttl') ?? '1h';
		const approved = await approve({ caller, name, ttl, by: options.get('--by') }, ports);
		const whose = whoseOf(approved.place, caller, ports);
		return { lines: approvedText(approved, whose, ports.now()).split('\n') };
	},
	pause: async ({ caller, options, words }, ports) => {
		const reason = [options.get('--reason') ?? '', ...words].join(' ').trim() || undefined;
		const paused = await pause({ caller, reason }, ports);
		const branch = `${branchText(paused.place.branch)}${ofRoot(paused.place, caller.cwd, ports)}`;
		return { lines: typedForm(pausedText(branch, paused, ports.now())).split('\n') };
	},
	unpause: async ({ caller }, ports) => {
		const ended = await unpause(caller, ports);
		const branch = `${branchText(ended.place.branch)}${ofRoot(ended.place, caller.cwd, ports)}`;
		return { lines: unpausedText(branch, ended).split('\n') };
	},
	clear: async (command, ports) => {
		const { caller, options, words: names } = command;
		await needsName(command, ports);
		const [allSessions, force] = [options.has('--all-sessions'), options.has('--force')];
		const cleared = await clear({ caller, names, allSessions, force }, ports);
		const whose = whoseOf(cleared.place, caller, ports);
		return { lines: clearedText(cleared.names, whose).split('\n') };
	},
	continue: async (command, ports) => {
		const ref = await needsName(command, ports, 'session is continued');
		const asked = { caller: command.caller, ref, room: CONTEXT_ROOM };
		const { injection, from, isRunning } = await continueSession(asked, ports);
		const { text } = injection;
		return { lines: continuedLines(from, text, isRunning), context: text };
	},
};

/** The session needs no name here; a project does if it is not the one that the session started in. */
function whoseOf(place: Place, { cwd, isModel }: Caller, ports: Ports): Whose {
	const session = 'this session';
	return { on: onBranchOf(place, cwd, ports), session, by: isModel ? session : undefined };
}

function onBranchOf(place: Place, cwd: string, ports: Ports): string {
	return `${onBranchText(place.branch)}${ofRoot(place, cwd, ports)}`;
}

function ofRoot({ root }: Place, cwd: string, ports: Ports): string {
	return root === startOf(cwd, ports).root ? '' : ` of ${oneLine(root)}`;
}

/** Requirements that a command without a name could mean. */
const COULD_MEAN: Partial<Record<Verb, (status: Status) => boolean>> = {
	satisfy: ({ satisfied, requirement }) =>
		!satisfied && factOf(requirement) === undefined && requirement.manual !== 'never',
	approve: ({ satisfied }) => !satisfied,
	clear: ({ reason }) => reason === 'satisfied' || reason === 'approved',
};

const MAX_LINES = 8;

/**
 * The name after a command. `only`: what happens to one at a time.
 *
 * @throws Fault `usage`, which says what could be typed
 */
async function needsName(
	{ verb, caller, words }: Command,
	ports: Ports,
	only?: string,
): Promise<string> {
	const [name, next] = words;
	if (name !== undefined && next !== undefined && only !== undefined)
		throw new Fault('usage', `one ${only} at a time; "${next}" is one too many`, {
			hint: 'put what is meant for Claude on a line of its own',
		});
	if (name !== undefined) return name;
	const isMeant = COULD_MEAN[verb];
	if (isMeant === undefined) {
		const hint = '`req session list` in a terminal shows them; then /req:continue REF';
		throw new Fault('usage', `/req:${verb} names no session`, { hint });
	}
	const asked = { caller, branch: undefined, isAtWork: true };
	const { statuses, place } = await readGateStatus(asked, ports);
	const names = statuses.filter(isMeant).map(({ requirement }): string => requirement.name);
	if (names.length === 0) {
		const message = `there is nothing to ${verb} ${onBranchText(place.branch)}`;
		throw new Fault('usage', message, { hint: '/req:status' });
	}
	const lines =
		verb === 'approve'
			? names.map((one) => `/req:approve ${one} --ttl 1h`)
			: [`/req:${verb} ${names.join(' ')}`];
	const hint = lines.slice(0, MAX_LINES).join('\n');
	throw new Fault('usage', `/req:${verb} names no requirement; it could be:`, { hint });
}
