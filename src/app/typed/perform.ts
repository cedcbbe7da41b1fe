import { Fault } from '../../core/fault/fault.ts';
import {
	approvedText,
	clearedText,
	pausedText,
	satisfiedText,
	storageNotes,
	trustedText,
	unpausedText,
	type Whose,
} from '../../core/inject/change-text.ts';
import { continuedLines } from '../../core/inject/continued-text.ts';
import { gateLines } from '../../core/inject/typed-answer.ts';
import { branchText, onBranchText } from '../../core/place/branch-text.ts';
import type { Place } from '../../core/place/place.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { typedForm } from '../../core/text/typed-form.ts';
import type { TypedArguments } from '../../core/typed-command/arguments.ts';
import type { Verb } from '../../core/typed-command/verb.ts';
import { approve } from '../commands/approve.ts';
import type { Caller } from '../commands/caller.ts';
import { clear } from '../commands/clear.ts';
import { pause, unpause } from '../commands/pausing.ts';
import { namesAndCarry, satisfy } from '../commands/satisfy.ts';
import { statusAtWork } from '../commands/status.ts';
import type { Stored } from '../commands/store-changes.ts';
import { approvalTtlOf, ttlOf } from '../commands/ttl.ts';
import type { Ports } from '../ports.ts';
import { startOf } from '../scene.ts';
import { nothingNamed } from './nothing-named.ts';

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
export const PERFORM: Readonly<
	Record<Verb, (command: Command, ports: Ports) => Promise<readonly string[] | Answered>>
> = {
	status: async ({ caller, options }, ports) => {
		const status = await statusAtWork({ caller, branch: options.get('--branch') }, ports);
		return gateLines({ ...status, on: onBranchOf(status.place, caller.cwd, ports) });
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
		return withNotes(
			satisfiedText(satisfied.names, whoseOf(satisfied, caller, ports), ports.now()),
			satisfied,
		);
	},
	approve: async ({ caller, options, words }, ports) => {
		const [name, ...others] = words;
		if (name === undefined) throw await nothingNamed('approve', caller, ports);
		refuseMore(others, 'requirement is approved');
		const ttl = approvalTtlOf(options.get('--ttl') ?? USUAL_TTL);
		const by = options.get('--by') ?? caller.user;
		const approved = await approve({ caller, name, ttl, by }, ports);
		return withNotes(
			approvedText(approved, whoseOf(approved, caller, ports), ports.now()),
			approved,
		);
	},
	pause: async ({ caller, options, words }, ports) => {
		const said = [options.get('--reason') ?? '', ...words].join(' ').trim();
		const paused = await pause({ caller, reason: said === '' ? undefined : said }, ports);
		const branch = branchOf(paused.place, caller.cwd, ports);
		return withNotes(typedForm(pausedText(branch, paused, ports.now())), paused);
	},
	unpause: async ({ caller }, ports) => {
		const ended = await unpause({ caller }, ports);
		return withNotes(unpausedText(branchOf(ended.place, caller.cwd, ports), ended), ended);
	},
	clear: async ({ caller, options, words }, ports) => {
		if (words.length === 0) throw await nothingNamed('clear', caller, ports);
		const [allSessions, force] = [options.has('--all-sessions'), options.has('--force')];
		const cleared = await clear({ caller, names: words, allSessions, force }, ports);
		return withNotes(clearedText(cleared.names, whoseOf(cleared, caller, ports)), cleared);
	},
	continue: async ({ caller, words }, ports) => {
		const [ref, ...others] = words;
		if (ref === undefined) throw nobodyNamed();
		refuseMore(others, 'session is continued');
		const { continueSession } = await import('../commands/session-continue.ts');
		const { injection, from, isRunning } = await continueSession(
			{ caller, ref, room: CONTEXT_ROOM },
			ports,
		);
		return {
			lines: continuedLines({ ref: from ?? ref, injection, isRunning }),
			context: injection.text,
		};
	},
	trust: async ({ caller, options }, ports) => {
		const { trust } = await import('../commands/trust.ts');
		const trusted = await trust({ caller, dryRun: options.has('--dry-run') }, ports);
		return typedForm(trustedText(trusted)).split('\n');
	},
};

function nobodyNamed(): Fault {
	const hint = '`req session list` in a terminal shows them; then /req:continue REF';
	return new Fault('usage', '/req:continue names no session', { hint });
}

/** @throws Fault `usage` */
function refuseMore([next]: readonly string[], what: string): void {
	if (next === undefined) return;
	throw new Fault('usage', `one ${what} at a time; "${next}" is one too many`, {
		hint: 'what is meant for Claude stands on a line of its own',
	});
}

/** The session needs no name here; a project does where it is not the one the session started in. */
function whoseOf({ place }: { readonly place: Place }, { cwd }: Caller, ports: Ports): Whose {
	return { on: onBranchOf(place, cwd, ports), session: 'this session' };
}

function branchOf({ branch, root }: Place, cwd: string, ports: Ports): string {
	return `${branchText(branch)}${ofRoot(root, cwd, ports)}`;
}

function onBranchOf({ branch, root }: Place, cwd: string, ports: Ports): string {
	return `${onBranchText(branch)}${ofRoot(root, cwd, ports)}`;
}

function ofRoot(root: string, cwd: string, ports: Ports): string {
	return root === startOf(cwd, ports).root ? '' : ` of ${oneLine(root)}`;
}

function withNotes(text: string, { stored }: { readonly stored: Stored }): string[] {
	return [...text.split('\n'), ...storageNotes(stored.kind).map(typedForm)];
}
