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
import { answered, gateLines, refused, type Typed } from '../core/inject/typed-answer.ts';
import { oneLine, typedForm } from '../core/text/one-line.ts';
import { factOf } from '../gate/requirement-types.ts';
import type { Status } from '../gate/status.ts';
import { branchText, onBranchText, type Place } from '../git/place.ts';
import type { HookAnswer, HookOutput, UserPromptExpansionInput } from '../host/hook-messages.ts';
import { isAlone, readArguments, type TypedArguments } from './arguments.ts';
import { sessionOf, startOf } from './projects.ts';
import { type Verb, verbNamed } from './verb.ts';
import { heldAt } from './worked-projects.ts';

/**
 * Carries out what the user typed, before the client loads the command's text: only the user can type
 * (D36). In a client that another client's command started nobody typed; it is the model.
 *
 * @throws Fault of the command's use case, which `typedRefusal` puts into words
 */
export async function typedCommand(
	verb: Verb,
	input: UserPromptExpansionInput,
	ports: Ports,
): Promise<HookOutput> {
	const session = sessionOf(input, ports);
	const { nested, user } = ports.host;
	const args = readArguments(verb, input.command_args ?? '');
	if (args instanceof Fault) throw args;
	const cwd = verbNamed(verb).isWayOut ? await heldAt(session, input.cwd, ports) : input.cwd;
	const caller = { cwd, session: undefined, isModel: nested, isTyped: true, user };
	const here = { ...ports, host: { ...ports.host, sessionId: session.uuid } };
	const said = await PERFORM[verb]({ caller, ...args }, here);
	const { lines, context } = 'context' in said ? said : { lines: said, context: undefined };
	return answered(typedIn(verb, input, ports), lines, context);
}

/** What the user reads of a fault; `undefined` for one that nobody who types can do anything about. */
export function typedRefusal(
	{ verb, fault }: { readonly verb: Verb; readonly fault: Fault },
	input: UserPromptExpansionInput,
	ports: Ports,
): HookAnswer {
	if (fault.code === 'bad_session_id') return undefined;
	return refused(typedIn(verb, input, ports), fault);
}

function typedIn(verb: Verb, { command_args }: UserPromptExpansionInput, ports: Ports): Typed {
	const args = command_args ?? '';
	const [first = ''] = args.split('\n', 1);
	const line = `/req:${verb} ${first}`.trimEnd();
	return { line, byUser: !ports.host.nested, isAlone: isAlone(verb, args) };
}

/** One typed command: who typed it, and what stood after it. */
interface Command extends Pick<TypedArguments, 'words' | 'options'> {
	readonly caller: Caller;
}

/** An answer, and what only the model reads of it. */
interface Answered {
	readonly lines: readonly string[];
	readonly context: string;
}

/** Room for what stands around the context, in UTF-16 units (D17). */
const CONTEXT_ROOM = 9_000;

/** As on the command line. */
const USUAL_TTL = '1h';

/** Carries out one verb by the use case that the command line has, too; what it answers, line by line. */
const PERFORM: Readonly<
	Record<Verb, (command: Command, ports: Ports) => Promise<readonly string[] | Answered>>
> = {
	status: async ({ caller, options }, ports) => {
		const branch = options.get('--branch');
		const status = await readGateStatus({ caller, branch, isAtWork: true }, ports);
		const now = ports.now();
		const on = onBranchOf(status.place, caller.cwd, ports);
		return gateLines({ ...status, on, now }).map((line) => withLocalTimes(line, now));
	},
	satisfy: async ({ caller, options, words }, ports) => {
		const [ttl, evidence] = [options.get('--ttl'), options.get('--evidence')];
		const carry = options.has('--carry') ? { from: options.get('--carry') } : undefined;
		if (words.length === 0 && carry?.from === undefined) {
			throw await nothingNamed('satisfy', caller, ports);
		}
		const satisfied = await satisfy({ caller, names: words, carry, ttl, evidence }, ports);
		const whose = whoseOf(satisfied, caller, ports);
		return satisfiedText(satisfied.names, whose, ports.now()).split('\n');
	},
	approve: async ({ caller, options, words }, ports) => {
		const [name, ...others] = words;
		if (name === undefined) throw await nothingNamed('approve', caller, ports);
		refuseMore(others, 'requirement is approved');
		const ttl = options.get('--ttl') ?? USUAL_TTL;
		const approved = await approve({ caller, name, ttl, by: options.get('--by') }, ports);
		const whose = whoseOf(approved, caller, ports);
		return approvedText(approved, whose, ports.now()).split('\n');
	},
	pause: async ({ caller, options, words }, ports) => {
		const said = [options.get('--reason') ?? '', ...words].join(' ').trim();
		const paused = await pause({ caller, reason: said === '' ? undefined : said }, ports);
		const branch = branchOf(paused.place, caller.cwd, ports);
		return typedForm(pausedText(branch, paused, ports.now())).split('\n');
	},
	unpause: async ({ caller }, ports) => {
		const ended = await unpause(caller, ports);
		return unpausedText(branchOf(ended.place, caller.cwd, ports), ended).split('\n');
	},
	clear: async ({ caller, options, words }, ports) => {
		if (words.length === 0) throw await nothingNamed('clear', caller, ports);
		const [allSessions, force] = [options.has('--all-sessions'), options.has('--force')];
		const cleared = await clear({ caller, names: words, allSessions, force }, ports);
		return clearedText(cleared.names, whoseOf(cleared, caller, ports)).split('\n');
	},
	continue: async ({ caller, words }, ports) => {
		const [ref, ...others] = words;
		if (ref === undefined) {
			const hint = '`req session list` in a terminal shows them; then /req:continue REF';
			throw new Fault('usage', '/req:continue names no session', { hint });
		}
		refuseMore(others, 'session is continued');
		const { injection, from, isRunning } = await continueSession(
			{ caller, ref, room: CONTEXT_ROOM },
			ports,
		);
		return {
			lines: continuedLines(from, injection.text, isRunning),
			context: injection.text,
		};
	},
};

/** @throws Fault `usage` */
function refuseMore([next]: readonly string[], what: string): void {
	if (next === undefined) return;
	throw new Fault('usage', `one ${what} at a time; "${next}" is one too many`, {
		hint: 'what is meant for Claude stands on a line of its own',
	});
}

/** The session needs no name here; a project does where it is not the one the session started in. */
function whoseOf(
	{ place }: { readonly place: Place },
	{ cwd, isModel }: Caller,
	ports: Ports,
): Whose {
	const session = 'this session';
	return { on: onBranchOf(place, cwd, ports), session, by: isModel ? session : undefined };
}

function branchOf(place: Place, cwd: string, ports: Ports): string {
	return `${branchText(place.branch)}${ofRoot(place, cwd, ports)}`;
}

function onBranchOf(place: Place, cwd: string, ports: Ports): string {
	return `${onBranchText(place.branch)}${ofRoot(place, cwd, ports)}`;
}

function ofRoot({ root }: Place, cwd: string, ports: Ports): string {
	return root === startOf(cwd, ports).root ? '' : ` of ${oneLine(root)}`;
}

/** A command that speaks of requirements. */
type Naming = 'satisfy' | 'approve' | 'clear';

/** Requirements that it could mean, and each line to type. */
const COULD_MEAN: Readonly<
	Record<Naming, { is: (status: Status) => boolean; lines: (names: string[]) => string[] }>
> = {
	satisfy: {
		is: ({ satisfied, requirement }) =>
			!satisfied && factOf(requirement) === undefined && requirement.manual !== 'never',
		lines: (names) => [`/req:satisfy ${names.join(' ')}`],
	},
	approve: {
		is: ({ satisfied }) => !satisfied,
		lines: (names) => names.map((name) => `/req:approve ${name} --ttl 1h`),
	},
	clear: {
		is: ({ reason }) => reason === 'satisfied' || reason === 'approved',
		lines: (names) => [`/req:clear ${names.join(' ')}`],
	},
};

const MAX_LINES = 8;

/** What to type instead of a command that names no requirement. */
async function nothingNamed(verb: Naming, caller: Caller, ports: Ports): Promise<Fault> {
	const asked = { caller, branch: undefined, isAtWork: true };
	const { statuses, place } = await readGateStatus(asked, ports);
	const { is, lines } = COULD_MEAN[verb];
	const names = statuses.filter(is).map(({ requirement }): string => requirement.name);
	if (names.length === 0) {
		const message = `there is nothing to ${verb} ${onBranchText(place.branch)}`;
		return new Fault('usage', message, { hint: '/req:status' });
	}
	const hint = lines(names).slice(0, MAX_LINES).join('\n');
	return new Fault('usage', `/req:${verb} names no requirement; it could be:`, { hint });
}
