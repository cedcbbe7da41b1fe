import type { Caller } from '../app/commands/caller.ts';
import { continueSession } from '../app/commands/session-continue.ts';
import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { named, oneLine, typed, typedForm } from '../core/text/one-line.ts';
import { paint } from '../core/text/paint.ts';
import { factOf } from '../gate/requirement-types.ts';
import type { Status } from '../gate/status.ts';
import type { Answer, UserPromptExpansionInput } from '../host/messages.ts';
import { runningWarning } from '../memory/compile.ts';
import { approve, clear, pause, satisfy, unpause, whereText } from './gate-changes.ts';
import { gateStatusText, readGateStatus } from './gate-status.ts';
import { sessionOf } from './projects.ts';
import { readTypedLine, type Syntax, type TypedLine } from './typed-line.ts';
import { blockedAt } from './worked-projects.ts';

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
	/** Carries it out by the use case of the command line. `context`: what only Claude reads of the answer. */
	readonly run: (
		typed: Typed,
		ports: Ports,
	) => Promise<{ readonly text: string; readonly context?: string }>;
}

/** Lines of a hint. */
const MAX_LINES = 8;

const COMMANDS: Readonly<Record<string, TypedCommand>> = {
	status: {
		options: { '--branch': 'value' },
		isWordless: true,
		run: async ({ caller, options }, ports) => {
			const asked = { caller, branch: options.get('--branch'), isAtWork: true };
			const found = await readGateStatus(asked, ports);
			const text = gateStatusText(found, { paint: paint(false), now: ports.now() });
			return { text: typedForm(`${whereText(found.place, caller, ports)}\n${text}`) };
		},
	},
	satisfy: {
		options: { '--ttl': 'value', '--evidence': 'value', '--carry': 'maybe' },
		couldMean: ({ satisfied, requirement }) =>
			!satisfied && factOf(requirement) === undefined && requirement.manual !== 'never',
		run: ({ caller, options, words: names }, ports) => {
			const [ttl, evidence] = [options.get('--ttl'), options.get('--evidence')];
			const carry = options.has('--carry') ? (options.get('--carry') ?? true) : undefined;
			return satisfy({ caller, names, carry, ttl, evidence }, ports);
		},
	},
	approve: {
		options: { '--ttl': 'value', '--by': 'value' },
		couldMean: ({ satisfied }) => !satisfied,
		run: ({ caller, options, words }, ports) => {
			const ttl = options.get('--ttl') ?? '1h';
			return approve({ caller, name: onlyWord(words), ttl, by: options.get('--by') }, ports);
		},
	},
	pause: {
		options: { '--reason': 'value' },
		run: ({ caller, options, words }, ports) => {
			const reason = [options.get('--reason') ?? '', ...words].join(' ').trim() || undefined;
			return pause({ caller, reason }, ports);
		},
	},
	unpause: {
		options: {},
		isWordless: true,
		run: ({ caller }, ports) => unpause(caller, ports),
	},
	clear: {
		options: { '--all-sessions': 'nothing', '--force': 'nothing' },
		couldMean: ({ reason }) => reason === 'satisfied' || reason === 'approved',
		run: ({ caller, options, words: names }, ports) => {
			const [allSessions, force] = [options.has('--all-sessions'), options.has('--force')];
			return clear({ caller, names, allSessions, force }, ports);
		},
	},
	continue: {
		options: {},
		isAboutSessions: true,
		run: async ({ caller, words }, ports) => {
			const asked = { caller, ref: onlyWord(words) };
			const { injection, from, isRunning } = await continueSession(asked, ports);
			const { text: context } = injection;
			const source = `session ${named(from)}`;
			const what =
				context === ''
					? `${source} is linked; it has nothing to pass on.`
					: `this session goes on with ${source}: what that one knew is in its context now.`;
			return { text: [what, ...(isRunning ? [runningWarning(from)] : [])].join('\n'), context };
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
	ports: Ports,
): Promise<Answer> {
	const { command_args: text = '', cwd } = input;
	const command = COMMANDS[name] as TypedCommand;
	const session = sessionOf(input, ports);
	const { nested, user } = ports.host;
	const [first = '', ...further] = text.split('\n');
	const words = typed(`/req:${name} ${first}`.trimEnd());
	let isAlone = further.every((one) => one.trim() === '');
	let told: string;
	let context = '';
	let isRefused = false;
	try {
		const line = readTypedLine(text, command);
		// Words after a command that names nothing are meant for Claude, like further lines.
		isAlone &&= !command.isWordless || line.words.length === 0;
		const at = command.isAboutSessions ? cwd : await blockedAt(session, cwd, ports);
		const caller = { cwd: at, session: undefined, isModel: nested, isTyped: true, user };
		const own = { ...ports, host: { ...ports.host, sessionId: session.uuid } };
		if (line.words.length === 0 && line.options.get('--carry') === undefined)
			await requireName(name, command, { caller, ports: own });
		({ text: told, context = '' } = await command.run({ ...line, caller }, own));
	} catch (error) {
		// Who types a command reads what is wrong with it; what else goes wrong is an internal error.
		if (!(error instanceof Fault)) throw error;
		isRefused = true;
		told = refusalText(error);
	}
	return answerTo(words, { isAlone: isAlone && context === '', nested, isRefused, told, context });
}

/**
 * What the user and Claude read of a command. If the prompt is the command alone, no model is asked.
 *
 * @param done `told`: for both; `context`: for Claude alone, after it, which takes a turn
 */
function answerTo(
	words: string,
	done: {
		readonly isAlone: boolean;
		readonly nested: boolean;
		readonly isRefused: boolean;
		readonly told: string;
		readonly context: string;
	},
): Answer {
	const { isAlone, nested, isRefused, told, context } = done;
	if (isAlone) {
		const whose = nested ? `${words} of another client's command` : words;
		const head = isRefused ? `req did nothing for ${whose}` : `req answered ${whose}`;
		return { decision: 'halt', text: `${head}:\n${told}` };
	}
	const who = nested ? "another client's command started this client with" : 'the user typed';
	const what = isRefused ? '. Nothing was done:' : '; req answered:';
	const more = context === '' ? '' : `\n\n${context}`;
	return { text: `req: ${who} ${words}${what}\n${told}${more}`, notice: `req: ${told}` };
}

/** Why nothing was done, and what to type instead. */
function refusalText({ message, hint = '' }: Fault): string {
	// A line that says what to type names the terminal's form beside it.
	const form = (line: string) => oneLine(line.includes('/req:') ? line : typedForm(line));
	const lines = [message, ...hint.split('\n')].map(form);
	return lines.filter((line) => line !== '').join('\n');
}

/** @throws Fault `usage`, which says what could be typed, if the command is about sessions or requirements */
async function requireName(
	name: string,
	{ couldMean, isAboutSessions }: TypedCommand,
	{ caller, ports }: { readonly caller: Caller; readonly ports: Ports },
): Promise<void> {
	if (isAboutSessions)
		throw new Fault('usage', `/req:${name} names no session`, {
			hint: '`req session list` shows them',
		});
	if (couldMean === undefined) return;
	const asked = { caller, branch: undefined, isAtWork: true };
	const { statuses, place } = await readGateStatus(asked, ports);
	const meant = statuses.filter(couldMean);
	const on = whereText(place, caller, ports);
	if (meant.length === 0)
		throw new Fault('usage', `there is nothing to ${name} ${on}`, { hint: '/req:status' });
	const lines = meant.map(({ requirement }) => `/req:${name} ${requirement.name}`);
	const hint = lines.slice(0, MAX_LINES).join('\n');
	throw new Fault('usage', `/req:${name} names no requirement; ${on} it could be:`, { hint });
}
