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
} from '../core/inject/change-text.ts';
import { continuedLines } from '../core/inject/other-sessions.ts';
import { answered, gateLines, refused } from '../core/inject/typed-answer.ts';
import { oneLine, typedForm } from '../core/text/one-line.ts';
import { factOf } from '../gate/requirement-types.ts';
import type { Status } from '../gate/status.ts';
import { branchText, onBranchText, type Place } from '../git/place.ts';
import type { Answer, UserPromptExpansionInput } from '../host/messages.ts';
import { attempt } from '../store/errors.ts';
import { sessionOf, startOf } from './projects.ts';
import { readTypedLine, type Syntax, type TypedLine } from './typed-line.ts';
import { heldAt } from './worked-projects.ts';

/** A command that the user typed. */
interface Command extends TypedLine {
	readonly name: string;
	readonly caller: Caller;
}

/** What is answered, and what only Claude reads of it. */
interface Done {
	readonly text: string;
	readonly context?: string;
}

/** A command of ours as the user types it: all that is known of it. The session is the one it is typed in. */
interface TypedCommand extends Syntax {
	/** A refusal names it as the next step: it is for the place where the session was blocked. */
	readonly isNextStep?: true;
	/** Which requirements it could mean if it is typed without a name. */
	readonly couldMean?: (status: Status) => boolean;
	/** Carries it out by the use case of the command line. */
	readonly run: (command: Command, ports: Ports) => Promise<Done>;
}

/** Room for what surrounds the context, in UTF-16 units (D17). */
const CONTEXT_ROOM = 9_000;

const COMMANDS: Readonly<Record<string, TypedCommand>> = {
	status: {
		options: { '--branch': 'value' },
		isWordless: true,
		run: async ({ caller, options }, ports) => {
			const asked = { caller, branch: options.get('--branch'), isAtWork: true };
			const status = await readGateStatus(asked, ports);
			const now = ports.now();
			const { on } = whereOf(status.place, caller, ports);
			return { text: withLocalTimes(gateLines({ ...status, on, now }).join('\n'), now) };
		},
	},
	satisfy: {
		options: { '--ttl': 'value', '--evidence': 'value', '--carry': 'maybe' },
		isNextStep: true,
		couldMean: ({ satisfied, requirement }) =>
			!satisfied && factOf(requirement) === undefined && requirement.manual !== 'never',
		run: async (command, ports) => {
			const { caller, options, words: names } = command;
			const [ttl, evidence] = [options.get('--ttl'), options.get('--evidence')];
			const carry = options.has('--carry') ? { from: options.get('--carry') } : undefined;
			if (carry?.from === undefined) await requireName(command, ports);
			const satisfied = await satisfy({ caller, names, carry, ttl, evidence }, ports);
			const where = whereOf(satisfied.place, caller, ports);
			return { text: satisfiedText(satisfied.names, where, ports.now()) };
		},
	},
	approve: {
		options: { '--ttl': 'value', '--by': 'value' },
		isNextStep: true,
		couldMean: ({ satisfied }) => !satisfied,
		run: async (command, ports) => {
			const { caller, options } = command;
			const name = await requireName(command, ports, 'requirement is approved');
			const ttl = options.get('--ttl') ?? '1h';
			const approved = await approve({ caller, name, ttl, by: options.get('--by') }, ports);
			return { text: approvedText(approved, whereOf(approved.place, caller, ports), ports.now()) };
		},
	},
	pause: {
		options: { '--reason': 'value' },
		isNextStep: true,
		run: async ({ caller, options, words }, ports) => {
			const reason = [options.get('--reason') ?? '', ...words].join(' ').trim() || undefined;
			const paused = await pause({ caller, reason }, ports);
			const { branch } = whereOf(paused.place, caller, ports);
			return { text: typedForm(pausedText(branch, paused, ports.now())) };
		},
	},
	unpause: {
		options: {},
		isWordless: true,
		isNextStep: true,
		run: async ({ caller }, ports) => {
			const ended = await unpause(caller, ports);
			return { text: unpausedText(whereOf(ended.place, caller, ports).branch, ended) };
		},
	},
	clear: {
		options: { '--all-sessions': 'nothing', '--force': 'nothing' },
		isNextStep: true,
		couldMean: ({ reason }) => reason === 'satisfied' || reason === 'approved',
		run: async (command, ports) => {
			const { caller, options, words: names } = command;
			await requireName(command, ports);
			const [allSessions, force] = [options.has('--all-sessions'), options.has('--force')];
			const cleared = await clear({ caller, names, allSessions, force }, ports);
			return { text: clearedText(cleared.names, whereOf(cleared.place, caller, ports)) };
		},
	},
	continue: {
		options: {},
		run: async (command, ports) => {
			const ref = await requireName(command, ports, 'session is continued');
			const asked = { caller: command.caller, ref, room: CONTEXT_ROOM };
			const { injection, from, isRunning } = await continueSession(asked, ports);
			const { text: context } = injection;
			return { text: continuedLines(from, context, isRunning).join('\n'), context };
		},
	},
};

/** The name of a command of ours, behind `/req:`; `undefined`: it is none. */
export function typedName(command: string): string | undefined {
	const [, name = ''] = /^req:(.*)$/.exec(command) ?? [];
	return Object.hasOwn(COMMANDS, name) ? name : undefined;
}

/**
 * Carries out what the user typed, before Claude Code loads the command's text: only the user can type (D36). In a Claude
 * Code that another one's command started, the model typed it.
 */
export async function runTypedCommand(
	name: string,
	input: UserPromptExpansionInput,
	ports: Ports,
): Promise<Answer> {
	const { command_args: text = '', cwd } = input;
	const typed = COMMANDS[name] as TypedCommand;
	const session = sessionOf(input, ports);
	const { nested, user } = ports.host;
	const args = readTypedLine(`/req:${name}`, text, typed);
	const [first = '', ...further] = text.split('\n');
	// What else the prompt holds is meant for Claude.
	const isOver = !typed.isWordless || args instanceof Fault || args.words.length === 0;
	const isAlone = isOver && further.every((line) => line.trim() === '');
	const typedIn = { line: `/req:${name} ${first}`.trimEnd(), byUser: !nested, isAlone };
	const done = await attempt(async () => {
		if (args instanceof Fault) throw args;
		const at = typed.isNextStep ? await heldAt(session, cwd, ports) : cwd;
		const caller = { cwd: at, session: undefined, isModel: nested, isTyped: true, user };
		const host = { ...ports.host, sessionId: session.uuid };
		return typed.run({ name, caller, ...args }, { ...ports, host });
	});
	if (done.kind === 'done') return answered(typedIn, done.value.text, done.value.context);
	// Whoever types a command reads what is wrong with it; what else goes wrong is a fault.
	if (done.error instanceof Fault) return refused(typedIn, done.error);
	throw done.error;
}

/** Where a command did its work: the project is named if the session started in another one. */
function whereOf({ root, branch }: Place, { cwd, isModel }: Caller, ports: Ports) {
	const of = root === startOf(cwd, ports).root ? '' : ` of ${oneLine(root)}`;
	const session = 'this session';
	return {
		on: `${onBranchText(branch)}${of}`,
		branch: `${branchText(branch)}${of}`,
		session,
		by: isModel ? session : undefined,
	};
}

const MAX_LINES = 8;

/**
 * The name after a command. `only`: what happens to one at a time.
 *
 * @throws Fault `usage`, which says what could be typed
 */
async function requireName(
	{ name: command, caller, words }: Command,
	ports: Ports,
	only?: string,
): Promise<string> {
	const [name, next] = words;
	if (name !== undefined && next !== undefined && only !== undefined)
		throw new Fault('usage', `one ${only} at a time; "${next}" is one too many`, {
			hint: 'put what is meant for Claude on a line of its own',
		});
	if (name !== undefined) return name;
	const couldMean = COMMANDS[command]?.couldMean;
	if (couldMean === undefined) {
		const hint = '`req session list` in a terminal shows them; then /req:continue REF';
		throw new Fault('usage', `/req:${command} names no session`, { hint });
	}
	const asked = { caller, branch: undefined, isAtWork: true };
	const { statuses, place } = await readGateStatus(asked, ports);
	const names = statuses.filter(couldMean).map(({ requirement }): string => requirement.name);
	if (names.length === 0) {
		const message = `there is nothing to ${command} ${onBranchText(place.branch)}`;
		throw new Fault('usage', message, { hint: '/req:status' });
	}
	const lines =
		command === 'approve'
			? names.map((one) => `/req:approve ${one} --ttl 1h`)
			: [`/req:${command} ${names.join(' ')}`];
	const hint = lines.slice(0, MAX_LINES).join('\n');
	throw new Fault('usage', `/req:${command} names no requirement; it could be:`, { hint });
}
