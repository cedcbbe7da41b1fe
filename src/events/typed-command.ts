import type { Context } from '../context.ts';
import { factOf } from '../gate/requirement-types.ts';
import type { Status } from '../gate/status.ts';
import { environmentOf } from '../host/environment.ts';
import type { Answer, UserPromptExpansionInput } from '../host/messages.ts';
import { runningWarning } from '../memory/other-sessions.ts';
import { Fault } from '../store/fault.ts';
import { named, oneLine, typed, typedForm } from '../text/one-line.ts';
import { paint } from '../text/paint.ts';
import type { Caller } from './caller.ts';
import { approve, clear, pause, satisfy, unpause, whereText } from './gate-changes.ts';
import { gateStatusText, readGateStatus } from './gate-status.ts';
import { blockedAt, sessionOf } from './projects.ts';
import { continueSession } from './session-continue.ts';
import { readTypedLine, type Syntax, type TypedLine } from './typed-line.ts';

/** What the user typed after a command, and from where. */
interface Typed extends TypedLine {
	readonly caller: Caller;
}

/** A command of ours as the user types it: all that is known of it. The session is the one it is typed in. */
interface TypedCommand extends Syntax {
	/** It is about sessions: for the place where it is typed. All others are for the place where the session was blocked. */
	readonly isAboutSessions?: true;
	/** Which requirements it could mean if it is typed without a name. */
	readonly couldMean?: (status: Status) => boolean;
	/** Carries it out by the use case of the command line. `more`: what only Claude reads of the answer. */
	readonly run: (typed: Typed, context: Context) => Promise<{ readonly text: string; readonly more?: string }>;
}

/** Lines of a hint. */
const MAX_LINES = 8;

const COMMANDS: Readonly<Record<string, TypedCommand>> = {
	status: {
		options: { '--branch': 'value' },
		isWordless: true,
		run: async ({ caller, options }, context) => {
			const asked = { caller, branch: options.get('--branch'), isActive: true };
			const found = await readGateStatus(asked, context);
			const text = gateStatusText(found, { paint: paint(false), now: context.now() });
			return { text: typedForm(`${whereText(found.place, caller, context)}\n${text}`) };
		},
	},
	satisfy: {
		options: { '--ttl': 'value', '--evidence': 'value', '--carry': 'maybe' },
		couldMean: ({ satisfied, requirement }) =>
			!satisfied && factOf(requirement) === undefined && requirement.manual !== 'never',
		run: ({ caller, options, words: names }, context) => {
			const [ttl, evidence] = [options.get('--ttl'), options.get('--evidence')];
			const carry = options.has('--carry') ? (options.get('--carry') ?? true) : undefined;
			return satisfy({ caller, names, carry, ttl, evidence }, context);
		},
	},
	approve: {
		options: { '--ttl': 'value', '--by': 'value' },
		couldMean: ({ satisfied }) => !satisfied,
		run: ({ caller, options, words }, context) => {
			const ttl = options.get('--ttl') ?? '1h';
			return approve({ caller, name: onlyWord(words), ttl, by: options.get('--by') }, context);
		},
	},
	pause: {
		options: { '--reason': 'value' },
		run: ({ caller, options, words }, context) => {
			const reason = [options.get('--reason') ?? '', ...words].join(' ').trim() || undefined;
			return pause({ caller, reason }, context);
		},
	},
	unpause: {
		options: {},
		isWordless: true,
		run: ({ caller }, context) => unpause(caller, context),
	},
	clear: {
		options: { '--all-sessions': 'nothing', '--force': 'nothing' },
		couldMean: ({ reason }) => reason === 'satisfied' || reason === 'approved',
		run: ({ caller, options, words: names }, context) => {
			const [allSessions, force] = [options.has('--all-sessions'), options.has('--force')];
			return clear({ caller, names, allSessions, force }, context);
		},
	},
	continue: {
		options: {},
		isAboutSessions: true,
		run: async ({ caller, words }, context) => {
			const asked = { caller, ref: onlyWord(words) };
			const { text: more, from, isRunning } = await continueSession(asked, context);
			const source = `session ${named(from)}`;
			const what =
				more === ''
					? `${source} is linked; it has nothing to pass on.`
					: `this session goes on with ${source}: what that one knew is in its context now.`;
			return { text: [what, ...(isRunning ? [runningWarning(from)] : [])].join('\n'), more };
		},
	},
};

/** @throws Fault `usage` if there are several */
function onlyWord([word = '', next]: readonly string[]): string {
	if (next === undefined) return word;
	throw new Fault('usage', `one name at a time; "${next}" is one too many`, {
		hint: 'put what is meant for Claude on a line of its own',
	});
}

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
	context: Context,
): Promise<Answer> {
	const { command_args: text = '', cwd } = input;
	const command = COMMANDS[name] as TypedCommand;
	const session = sessionOf(input);
	const { nested, user } = environmentOf(context);
	const [first = '', ...further] = text.split('\n');
	const words = typed(`/req:${name} ${first}`.trimEnd());
	let isAlone = further.every((one) => one.trim() === '');
	let reply: string;
	let more = '';
	let isRefused = false;
	try {
		const line = readTypedLine(text, command);
		// Words after a command that names nothing are meant for Claude, like further lines.
		isAlone &&= !command.isWordless || line.words.length === 0;
		const at = command.isAboutSessions ? cwd : await blockedAt(session, cwd, context);
		const caller = { cwd: at, session: undefined, isModel: nested, isTyped: true, user };
		const own = { ...context, env: { ...context.env, CLAUDE_CODE_SESSION_ID: session.uuid } };
		if (line.words.length === 0 && line.options.get('--carry') === undefined)
			await requireName(name, command, { caller, context: own });
		({ text: reply, more = '' } = await command.run({ ...line, caller }, own));
	} catch (error) {
		// Who types a command reads what is wrong with it; what else goes wrong is an internal error.
		if (!(error instanceof Fault)) throw error;
		isRefused = true;
		reply = refusalText(error);
	}
	return answerTo(words, { isAlone: isAlone && more === '', nested, isRefused, reply, more });
}

/**
 * What the user and Claude read of a command. If the prompt is the command alone, no model is asked.
 *
 * @param done `reply`: for both; `more`: for Claude alone, after it, which takes a turn
 */
function answerTo(
	words: string,
	done: {
		readonly isAlone: boolean;
		readonly nested: boolean;
		readonly isRefused: boolean;
		readonly reply: string;
		readonly more: string;
	},
): Answer {
	const { isAlone, nested, isRefused, reply, more } = done;
	if (isAlone) {
		const whose = nested ? `${words} of another client's command` : words;
		const head = isRefused ? `req did nothing for ${whose}` : `req answered ${whose}`;
		return { decision: 'halt', text: `${head}:\n${reply}` };
	}
	const who = nested ? "another client's command started this client with" : 'the user typed';
	const what = isRefused ? '. Nothing was done:' : '; req answered:';
	const below = more === '' ? '' : `\n\n${more}`;
	return { text: `req: ${who} ${words}${what}\n${reply}${below}`, notice: `req: ${reply}` };
}

/** Why nothing was done, and what to type instead. */
function refusalText({ message, hint = '' }: Fault): string {
	// A line with a typed command names the terminal's form as well.
	const form = (line: string) => oneLine(line.includes('/req:') ? line : typedForm(line));
	const lines = [message, ...hint.split('\n')].map(form);
	return lines.filter((line) => line !== '').join('\n');
}

/** @throws Fault `usage`, which says what could be typed, if the command is about sessions or requirements */
async function requireName(
	name: string,
	{ couldMean, isAboutSessions }: TypedCommand,
	{ caller, context }: { readonly caller: Caller; readonly context: Context },
): Promise<void> {
	if (isAboutSessions)
		throw new Fault('usage', `/req:${name} names no session`, {
			hint: '`req session list` shows them',
		});
	if (couldMean === undefined) return;
	const asked = { caller, branch: undefined, isActive: true };
	const { statuses, place } = await readGateStatus(asked, context);
	const meant = statuses.filter(couldMean);
	const on = whereText(place, caller, context);
	if (meant.length === 0) throw new Fault('usage', `there is nothing to ${name} ${on}`, { hint: '/req:status' });
	const lines = meant.map(({ requirement }) => `/req:${name} ${requirement.name}`);
	const hint = lines.slice(0, MAX_LINES).join('\n');
	throw new Fault('usage', `/req:${name} names no requirement; ${on} it could be:`, { hint });
}
