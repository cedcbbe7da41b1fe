import { Fault } from '../../core/fault/fault.ts';
import {
	approvedText,
	clearedText,
	pausedText,
	satisfiedText,
	storageNotes,
	unpausedText,
	type Whose,
} from '../../core/inject/change-text.ts';
import { answered, gateLines, refused, type Typed } from '../../core/inject/typed-answer.ts';
import type { UserPromptExpansionInput } from '../../core/protocol/hook-input.ts';
import type { HookOutput } from '../../core/protocol/hook-output.ts';
import { typedForm } from '../../core/text/typed-form.ts';
import { readArguments } from '../../core/typed-command/arguments.ts';
import type { Verb } from '../../core/typed-command/verb.ts';
import { approve } from '../commands/approve.ts';
import type { Caller } from '../commands/caller.ts';
import { clear } from '../commands/clear.ts';
import { namesAndCarry } from '../commands/names-and-carry.ts';
import { type Pausing, pause, unpause } from '../commands/pausing.ts';
import { satisfy } from '../commands/satisfy.ts';
import { statusAtWork } from '../commands/status.ts';
import type { Stored } from '../commands/store-changes.ts';
import { ttlOf } from '../commands/ttl.ts';
import type { Ports } from '../ports.ts';
import { sessionOf } from '../scene.ts';
import { nothingNamed } from './nothing-named.ts';

/** One typed command: who typed it, and what stood after it. */
interface Command {
	readonly caller: Caller;
	readonly words: readonly string[];
	readonly options: ReadonlyMap<string, string | undefined>;
}

/** As on the command line. */
const USUAL_TTL = '1h';

/**
 * Carries out what the user typed, before the client loads the command's text: only the user can type
 * (D36, host fact 1). In a client that another client's command started nobody typed; it is the model.
 *
 * @throws Fault of the command's use case, which `typedRefusal` puts into words
 */
export async function typedCommand(
	verb: Verb,
	input: UserPromptExpansionInput,
	ports: Ports,
): Promise<HookOutput> {
	const sessionId = sessionOf(input, ports).uuid;
	const { nested, user } = ports.host;
	const args = readArguments(verb, input.command_args ?? '');
	if (args instanceof Fault) throw args;
	const caller = { cwd: input.cwd, session: undefined, isModel: nested, user };
	const here = { ...ports, host: { ...ports.host, sessionId } };
	const lines = await PERFORM[verb]({ caller, ...args }, here);
	return answered(typedIn(verb, input, ports), lines);
}

/** What the user reads of a fault; `undefined` for one that nobody who types can do anything about. */
export function typedRefusal(
	{ verb, fault }: { readonly verb: Verb; readonly fault: Fault },
	input: UserPromptExpansionInput,
	ports: Ports,
): HookOutput | undefined {
	if (fault.code === 'bad_session_id') return undefined;
	return refused(typedIn(verb, input, ports), fault);
}

function typedIn(verb: Verb, { command_args }: UserPromptExpansionInput, ports: Ports): Typed {
	const [first = ''] = (command_args ?? '').split('\n', 1);
	return { line: `/req:${verb} ${first}`, byUser: !ports.host.nested };
}

const PERFORM: Readonly<Record<Verb, (command: Command, ports: Ports) => Promise<string[]>>> = {
	status: async ({ caller, options }, ports) => {
		const status = await statusAtWork({ caller, branch: options.get('--branch') }, ports);
		return gateLines({ ...status, branch: status.place.branch });
	},
	satisfy: async ({ caller, options, words }, ports) => {
		const ttl = options.get('--ttl');
		const carry = options.has('--carry') ? { from: options.get('--carry') } : undefined;
		if (words.length === 0 && carry?.from === undefined) {
			throw await nothingNamed('satisfy', caller, ports);
		}
		const satisfied = await satisfy(
			{
				caller,
				...namesAndCarry(words, carry),
				ttl: ttl === undefined ? undefined : ttlOf(ttl),
				evidence: options.get('--evidence'),
			},
			ports,
		);
		return withNotes(satisfiedText(satisfied.names, whoseOf(satisfied), ports.now()), satisfied);
	},
	approve: async ({ caller, options, words }, ports) => {
		const [name, ...others] = words;
		if (name === undefined) throw await nothingNamed('approve', caller, ports);
		refuseMore(others);
		const ttl = ttlOf(options.get('--ttl') ?? USUAL_TTL);
		const by = options.get('--by') ?? caller.user;
		const approved = await approve({ caller, name, ttl, by }, ports);
		return withNotes(approvedText(approved, whoseOf(approved), ports.now()), approved);
	},
	pause: async ({ caller, options, words }, ports) => {
		const said = [options.get('--reason') ?? '', ...words].join(' ').trim();
		const paused = await pause({ caller, reason: said === '' ? undefined : said }, ports);
		return withNotes(typedForm(pausedText(pauseFacts(paused), ports.now())), paused);
	},
	unpause: async ({ caller }, ports) => {
		const ended = await unpause({ caller }, ports);
		return withNotes(unpausedText(pauseFacts(ended)), ended);
	},
	clear: async ({ caller, options, words }, ports) => {
		if (words.length === 0) throw await nothingNamed('clear', caller, ports);
		const [allSessions, force] = [options.has('--all-sessions'), options.has('--force')];
		const cleared = await clear({ caller, names: words, allSessions, force }, ports);
		return withNotes(clearedText(cleared.names, whoseOf(cleared)), cleared);
	},
};

/** @throws Fault `usage` */
function refuseMore([next]: readonly string[]): void {
	if (next === undefined) return;
	throw new Fault('usage', `one requirement is approved at a time; "${next}" is one too many`, {
		hint: 'what is meant for Claude stands on a line of its own',
	});
}

function whoseOf({ place }: { readonly place: { readonly branch: string } }): Whose {
	return { branch: place.branch, session: 'this session' };
}

function pauseFacts({ place, paused, was, stored }: Pausing) {
	return { branch: place.branch, paused, was, isChanged: stored.kind !== 'unchanged' };
}

function withNotes(text: string, { stored }: { readonly stored: Stored }): string[] {
	return [...text.split('\n'), ...storageNotes(stored.kind)];
}
