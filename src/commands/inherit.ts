import { type Caller, onlyTheUser } from '../app/commands/caller.ts';
import { inheritance, refusal } from '../app/commands/inherit-source.ts';
import { keptRemark, keptText, redactedNotes } from '../app/commands/kept-text.ts';
import {
	memoryIfAny,
	memoryOf,
	memoryToChange,
	onlyItsOwn,
	remember,
	rememberingProject,
} from '../app/commands/memory-of.ts';
import { sessionNamed } from '../app/commands/session-choice.ts';
import { storeOrFail } from '../app/commands/store-changes.ts';
import { ageOf, selectionAsked } from '../app/commands/typed-values.ts';
import { dated } from '../app/local-time.ts';
import type { CommandPorts } from '../app/ports.ts';
import type { Config } from '../config/config.ts';
import { LISTS, type Selection, selectionText } from '../config/selection.ts';
import { Fault } from '../core/fault/fault.ts';
import type { Session } from '../core/session/session-id.ts';
import { named, oneLine } from '../core/text/one-line.ts';
import type { Paint } from '../core/text/paint.ts';
import { counted } from '../core/text/phrases.ts';
import { readState } from '../events/stored-state.ts';
import { branchText, type Place } from '../git/place.ts';
import { type Bundle, onlyOf } from '../memory/bundle.ts';
import type { Inheritance } from '../memory/compile.ts';
import { inherit as inheritNow, loadInheritance } from '../memory/inherit.ts';
import { runningWarning } from '../memory/other-sessions.ts';
import { readSession } from '../memory/sessions.ts';
import type { AskedInheritance } from '../memory/start.ts';
import { viewpointNow } from '../memory/take.ts';
import { waitingInherit } from '../state/branch-state.ts';
import { type Answer, callerAt, command, EXIT, SESSION } from './command.ts';

import { paintOn } from './paint.ts';

const EARLIER = 'the earlier session: name, key, id or the first 4 or more characters of it';
const SELECT = {
	'--select <words>':
		'all, or of learnings, patterns, warnings, decisions, progress, with commas between; default: all',
} as const;

const ACKNOWLEDGED = { what: 'the text', max: 2_000 };

/** `req inherit`: what one session takes over from another. 2 if the source is still running (D37). */
export const inherit = command({
	about:
		'Lets the active session inherit what an earlier one learned and reached, at any age, once; the earlier session stays as it is. Without an active session the next one of the branch inherits.',
	words: { '[ref]': EARLIER },
	options: {
		...SELECT,
		'--max-age <duration>': 'refuse a session that ended longer ago, such as 7d',
		'--cancel': 'take back what waits for the next session',
		...SESSION,
	},
	examples: [
		'req inherit auth-v1',
		'req inherit auth-v1 --select learnings,warnings --max-age 7d',
		'req inherit show auth-v1',
		'req inherit --cancel',
	],
	run: async ({ ref, cancel, session, select, maxAge }, ports) => {
		const caller = callerAt(ports, session);
		if (cancel) return cancelled(ref, caller, ports);
		if (ref === undefined) return shownOwn(caller, selectionAsked(select), ports);
		const asked = {
			...{ caller, ref, select: selectionAsked(select) },
			maxAge: maxAge === undefined ? undefined : ageOf(maxAge),
		};
		const { place, config, session: heir } = await heirOf(caller, ports);
		onlyItsOwn(caller, heir, ports);
		const source = await sessionNamed(ref, place, ports);
		const required = config.inherit?.comprehension === 'required';
		const inheriting = { ...asked, place, config, source, required };
		return heir === undefined ? armed(inheriting, ports) : inheritedBy(heir, inheriting, ports);
	},
	commands: {
		/** 2 where that session is still running. */
		show: command({
			about: 'Shows what the session inherited, or what it would inherit from REF now.',
			words: { '[ref]': EARLIER },
			options: { ...SELECT, ...SESSION, '--json': 'for scripts; {} where there is nothing' },
			examples: ['req inherit show', 'req inherit show auth-v1 --json'],
			run: async ({ ref, session, select }, ports) => {
				const caller = callerAt(ports, session);
				const selected = selectionAsked(select);
				return ref === undefined
					? shownOwn(caller, selected, ports)
					: shownFrom(ref, caller, selected, ports);
			},
		}),
		ack: command({
			about: 'Keeps what the session understood of what it inherited. The last answer counts.',
			words: { '<text...>': 'in two or three sentences' },
			options: SESSION,
			examples: [
				'req inherit ack "Tokens rotate atomically; I finish the logout and keep session.ts as it is"',
			],
			run: async ({ text, session: reference }, ports) => {
				const said = keptText(text.join(' '), ACKNOWLEDGED);
				const memory = await memoryToChange(callerAt(ports, reference), ports);
				const { place, session } = memory;
				if (readSession(place, session, ports)?.inherited === undefined) {
					throw new Fault('refused', `session ${session.key} inherited nothing`, {
						hint: '`req inherit REF` lets it inherit: req session list --completed',
					});
				}
				await remember(memory, [{ e: 'ack', text: said.text }], ports);
				return {
					text: `session ${session.key} acknowledged what it inherited`,

					warnings: redactedNotes(said.redacted),
				};
			},
		}),
	},
});

/** Who asks to inherit what, and from where. */
interface Inheriting extends Pick<AskedInheritance, 'ref' | 'select' | 'maxAge' | 'required'> {
	readonly caller: Caller;
	readonly place: Place;
	readonly config: Config;
	readonly source: Session;
}

/** Whoever names a session means that one, and no later one. */
async function heirOf(caller: Caller, ports: CommandPorts) {
	if (caller.session !== undefined) await memoryOf(caller, ports);
	return memoryIfAny(caller, ports);
}

async function inheritedBy(
	session: Session,
	inheriting: Inheriting,
	ports: CommandPorts,
): Promise<Answer> {
	const { caller, ref, source } = inheriting;
	const by = caller.isModel ? 'agent' : caller.user;
	const { place, config, required } = inheriting;
	const heir = { place, continuity: config.continuity, session };
	const viewpoint = await viewpointNow(heir, ports);
	const loading = await loadInheritance({ ...inheriting, session, door: 'command' }, ports);
	const outcome = await inheritNow(
		{ ...{ session, viewpoint, gates: undefined, required, by }, door: 'command' },
		loading,
		ports,
	);
	if (outcome.kind === 'refused') throw await refusal(outcome, inheriting, ports);
	const { bundle } = outcome;
	const from = named(bundle.from_session);
	if (outcome.kind === 'inherited') {
		const { text } = outcome.injection;
		const lines = [
			`session ${session.key} inherits from ${from}: \`req inherit show\``,
			...(caller.isModel ? [] : [UNREAD]),
			...(text === '' ? [] : ['', text]),
		];
		return { text: lines.join('\n'), ...warned(outcome) };
	}
	const already = `session ${session.key} inherited from ${from} already`;
	// What a session has is written once.
	if (bundle.from_uuid !== source.uuid) {
		throw new Fault('refused', already, {
			hint: `start another session with REQ_INHERIT_FROM=${named(ref)} in its environment`,
		});
	}
	return { text: `${already}: \`req inherit show\`` };
}

/** What a terminal shows has not reached the model. */
const UNREAD =
	'its model has not read this yet: it does after `/clear` or a compaction, or when you ask it to run `req inherit show`';

/** Arms the branch: the first new session of it inherits. What a session begins with is the user's to decide (D36). */
async function armed(inheriting: Inheriting, ports: CommandPorts): Promise<Answer> {
	const { caller, place, ref, source, select, maxAge, required } = inheriting;
	onlyTheUser(caller, 'req inherit for the next session');
	const asked = { ...inheriting, session: undefined, door: 'command' as const };
	const found = await inheritance(asked, ports);
	const { bundle } = found;
	const from = bundle.from_uuid === '' ? source.uuid : bundle.from_uuid;
	const armed = {
		...{ at: new Date(ports.now()).toISOString(), by: caller.user, from },
		...{ ref: keptRemark(ref), select: selectionText(select), required, max_age: maxAge },
	};
	await storeOrFail(place, [{ op: 'arm_inherit', armed }], ports);
	return {
		text: `the next session of ${branchText(place.branch)} inherits from ${named(bundle.from_session)}; \`req inherit --cancel\` takes that back`,
		...warned(found),
	};
}

async function cancelled(
	ref: string | undefined,
	caller: Caller,
	ports: CommandPorts,
): Promise<Answer> {
	if (ref !== undefined) {
		throw new Fault('usage', '--cancel takes no session', { hint: 'req inherit --cancel' });
	}
	onlyTheUser(caller, 'req inherit --cancel');
	const { place } = await rememberingProject(caller, ports);
	const waiting = waitingInherit((await readState(place, ports)).state)?.ref;
	const changes = waiting === undefined ? [] : [{ op: 'arm_inherit' as const, armed: undefined }];
	await storeOrFail(place, changes, ports);
	const branch = branchText(place.branch);
	return {
		text:
			waiting === undefined
				? `nothing waits for the next session of ${branch}`
				: `the next session of ${branch} does not inherit from ${named(waiting)}`,
	};
}

function warned({ bundle, isRunning, warnings }: Shown): Pick<Answer, 'warnings' | 'exit'> {
	if (!isRunning) return { warnings };
	return { warnings: [...warnings, runningWarning(bundle.from_session)], exit: EXIT.warned };
}

/** A bundle, and whether its source is still at work. */
type Shown = Pick<Inheritance, 'bundle' | 'isRunning' | 'warnings'>;

/** What the session at work inherited, or the one that was named. */
async function shownOwn(caller: Caller, select: Selection, ports: CommandPorts): Promise<Answer> {
	const { place, session } = await heirOf(caller, ports);
	const waiting = waitingInherit((await readState(place, ports)).state)?.ref;
	const loaded = session && (await ports.bundles.read(place, session));
	if (session === undefined || loaded === undefined || loaded.kind === 'absent') {
		return { text: noneText(session, waiting), json: () => ({}) };
	}
	if (loaded.kind === 'corrupt') {
		const what = `what session ${session.key} inherited cannot be read: ${loaded.reason}`;
		throw new Fault('state_unreadable', what, { hint: 'req doctor' });
	}
	const note = 'another version of req wrote it: what is known is shown';
	const warnings = loaded.isOther ? [note] : [];
	return shown({ bundle: onlyOf(loaded.doc, select), isRunning: false, warnings }, ports);
}

function noneText(session: Session | undefined, waiting: string | undefined): string {
	const none =
		session === undefined
			? 'no session is at work here; `req inherit show REF` shows what one would inherit'
			: `session ${session.key} inherited nothing; \`req inherit show REF\` shows what it could`;
	if (waiting === undefined) return none;
	const next = `the next session of this branch inherits from ${named(waiting)}`;
	return `${none}\n${next}: \`req session preview\`, \`req inherit --cancel\``;
}

/** What a session would get that inherited from this one now. Writes nothing. */
async function shownFrom(
	ref: string,
	caller: Caller,
	select: Selection,
	ports: CommandPorts,
): Promise<Answer> {
	const { place, config } = await rememberingProject(caller, ports);
	const source = await sessionNamed(ref, place, ports);
	const nobody = { session: undefined, maxAge: undefined, door: 'command' as const };
	return shown(await inheritance({ place, config, source, select, ...nobody }, ports), ports);
}

/** A bundle to read: each item with how sure it was there, and the session it is of. */
function shown(it: Shown, ports: CommandPorts): Answer {
	const { bundle, isRunning } = it;
	return {
		text: () => {
			const { bold } = paintOn(ports.context);
			const facts = [
				bold(`inherited from ${named(bundle.from_session)}`),
				isRunning
					? '  still at work'
					: `  ended       ${dated(bundle.from_completed_at, ports.now())}`,
				`  lineage     ${bundle.lineage.map(named).join(' → ')}`,
				`  selected    ${selectionText(bundle.select)}`,
				...(bundle.truncated ? ['  not all of it found room'] : []),
			];
			const parts = [facts, ...listParts(bundle, bold), progressPart(bundle, bold)];
			return parts
				.filter((lines) => lines.length > 0)
				.map((lines) => lines.join('\n'))
				.join('\n\n');
		},
		json: () => bundle,
		...warned(it),
	};
}

function listParts(bundle: Bundle, bold: Paint['bold']): string[][] {
	return LISTS.map((list) => {
		const texts = bundle[list];
		if (texts.length === 0) return [];
		const lines = texts.map((text, index) => {
			const origin = bundle.origins[list][index];
			const from = origin && ` [${named(origin.session)}, ${origin.confidence.toFixed(2)}]`;
			return `  ${oneLine(text)}${from ?? ''}`;
		});
		return [`${bold(list)} (${lines.length})`, ...lines];
	});
}

function progressPart({ progress_summary: summary }: Bundle, bold: Paint['bold']): string[] {
	const lines = summary.split('\n').map(oneLine);
	const said = lines.filter((line) => line !== '').map((line) => `  ${line}`);
	if (said.length === 0) return [];
	return [`${bold('progress')} (${counted(summary.length, 'character')})`, ...said];
}
