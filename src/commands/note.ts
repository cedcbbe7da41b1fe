import type { Caller } from '../app/commands/caller.ts';
import { keptText, redactedNotes } from '../app/commands/kept-text.ts';
import { homeOfCaller, recordAsked, rememberingProject } from '../app/commands/memory-of.ts';
import {
	isOwn,
	lineOf,
	type Noter,
	notedWhere,
	noterFor,
	type Saying,
	storeNotes,
	theOneNamed,
} from '../app/commands/noter.ts';
import { keepTask } from '../app/commands/task-storing.ts';
import type { CommandPorts } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { flat, named, oneLine, quoted } from '../core/text/one-line.ts';
import type { Place } from '../git/place.ts';
import { completionsOf, isDone, nextStepsOf } from '../memory/codes.ts';
import { type Note, type NoteKind, readNotes, supposedBlockerId } from '../memory/notes.ts';
import { emptyRecord, type SessionRecord, TERMINAL } from '../memory/record.ts';
import { readSession, sessionOfKey } from '../memory/sessions.ts';
import { holdingRestorations } from '../memory/take.ts';
import { storedTasks } from '../memory/task-list.ts';
import { unfinishedTasks } from '../memory/unfinished-tasks.ts';
import { attempt } from '../store/errors.ts';
import { type Answer, type Command, callerAt, command, SESSION, TABLE_OPTIONS } from './command.ts';
import { type Cells, layoutOf, table } from './layout.ts';

const LABEL_RULE = { what: 'the label', max: 64 };
const CONTENT_RULE = { what: 'the text', max: 1_000 };
const STEP_RULE = { what: 'the next step', max: 300 };
const TYPE_RULE = { what: 'the type', max: 40 };
const BLOCKER_RULE = { what: 'the text', max: 300 };

/** `req note`: pins, next steps and blockers of a session, for itself and the sessions after it. */
export const note: Command = {
	about:
		'Keeps pins, next steps and blockers of a session, for itself and the sessions after it. In a terminal where no session is live they are kept for the next sessions of the branch.',
	examples: ['req note pin db "Postgres 16, port 5433"', 'req note list', 'req note done n3fa9'],
	commands: {
		pin: command({
			summary: 'pin a text that must stay in view',
			about: 'Pins a text under a label. A pin of the same label is replaced.',
			words: { '<label>': 'at most 64 characters', '<text...>': 'at most 1,000 characters' },
			options: { '--critical': 'also for sessions of other branches', ...SESSION },
			examples: ['req note pin api "v2 only; v1 is frozen" --critical'],
			run: async ({ label: labelWord, text: words, critical, session }, ports) => {
				const label = keptText(labelWord, LABEL_RULE);
				const content = keptText(words.join(' '), CONTENT_RULE);
				const noter = await noterFor(callerAt(ports, session), ports);
				const { text, redacted } = content;
				const pin: Saying = {
					kind: 'pin',
					label: label.text,
					text,
					critical: critical || undefined,
				};
				const said = await pinned(pin, noter, ports);
				await flagUnfinished(`${label.text} ${text}`, noter, ports);
				return { ...said, warnings: redactedNotes([...label.redacted, ...redacted]) };
			},
		}),
		next: command({
			summary: 'note a next step',
			about: 'Notes a next step.',
			words: { '<text...>': 'one sentence' },
			options: SESSION,
			examples: ['req note next "write the migration test"'],
			run: async (given, ports) => {
				// A `next:` before it is not doubled, nor is the same text.
				const said = flat(given.text.join(' ')).replace(/^(?:next:\s*)+/i, '');
				const { text, redacted } = keptText(said, STEP_RULE);
				const noter = await noterFor(callerAt(ports, given.session), ports);
				const { id, already } = await noteOpen({ kind: 'next', text }, noter, ports);
				const what = already ? 'there already' : 'noted as next';
				return noted(noter, what, `${id} ${quoted(text)}`, redacted);
			},
		}),
		blocker: command({
			summary: 'note a blocker',
			about: 'Notes a blocker.',
			words: {
				'<type>': 'of what kind, one word: api, decision, access',
				'<text...>': 'one sentence',
			},
			options: SESSION,
			examples: ['req note blocker decision "unclear who owns the schema"'],
			run: async (given, ports) => {
				const kind = keptText(given.type, TYPE_RULE);
				const { text, redacted } = keptText(given.text.join(' '), BLOCKER_RULE);
				// One word, as its code `block:type:text` asks; the text is kept as it was said.
				const label = kind.text.toLowerCase().replace(/[\s:]+/g, '-');
				const hint = 'such as `req note blocker api "…"`';
				if (label === '-') throw new Fault('usage', 'the type is empty', { hint });
				const noter = await noterFor(callerAt(ports, given.session), ports);
				const { id, already } = await noteOpen({ kind: 'blocker', label, text }, noter, ports);
				const what = already ? 'there already' : 'noted as a blocker';
				const said = `${id} ${named(label)}, ${quoted(text)}`;
				return noted(noter, what, said, [...kind.redacted, ...redacted]);
			},
		}),
		list: command({
			summary: 'list pins, next steps and blockers',
			about:
				'Lists pins (critical ones first), next steps and blockers of a session with their ids. So does `req note` alone.',
			options: { ...SESSION, ...TABLE_OPTIONS },
			examples: ['req note list', 'req note list --json'],
			run: async (given, ports) => {
				const caller = callerAt(ports, given.session);
				await rememberingProject(caller, ports);
				const { place, record, isLatest } = await recordShown(caller, ports);
				const notes = openNotes(record, place, ports);
				const layout = layoutOf(given, ports);
				const cells: Cells<OpenNote> = {
					ID: ({ id }) => id,
					KIND: ({ kind, critical }) => (critical ? `critical ${kind}` : kind),
					LABEL: ({ label }) => oneLine(label ?? '-'),
					NOTED: ({ at }) => layout.when(at),
					TEXT: ({ text, origin, source }) => {
						const from = source === 'prompt' ? ' (from a prompt)' : '';
						return `${oneLine(text)}${from}${originText(origin)}`;
					},
				};
				const isSession = record.key !== TERMINAL;
				const latest = isSession
					? `of session ${record.key}, the last one of this branch`
					: NOBODYS;
				const none = `session ${record.key} has no pins, next steps or blockers`;
				return {
					text: () => (notes.length === 0 ? none : table(notes, cells, layout)),
					json: () => notes.map(noteJson),
					warnings: isLatest ? [latest] : [],
				};
			},
		}),
		done: ending('done', {
			summary: 'end a next step or a blocker',
			about: 'Ends a next step as done or a blocker as resolved, an inherited one too.',
			examples: ['req note done n3fa9'],
		}),
		remove: ending('removed', {
			summary: 'remove a pin, a next step or a blocker',
			about: 'Removes a pin, a next step or a blocker, an inherited one too.',
			examples: ['req note remove p3fa9'],
		}),
	},
};

/** Pins a text. Of one label the newest pin holds; there are as many as `continuity.pins.max` (D23). */
async function pinned(saying: Saying, noter: Noter, ports: CommandPorts): Promise<Answer> {
	const { max } = noter.config.continuity.pins;
	const line = lineOf(saying, noter, ports);
	const inherited = (noter.record?.pins ?? []).filter(({ origin }) => origin !== undefined);
	let labels = new Set<string | undefined>();
	await storeNotes(
		noter,
		({ all }) => {
			const own = all.filter(
				(one) => one.kind === 'pin' && one.ended === undefined && isOwn(one, noter),
			);
			const pins = [...own, ...inherited];
			labels = new Set(pins.map(({ label }) => label));
			if (labels.has(line.label) || labels.size < max) return [line];
			const lines = pins.map(({ id, label = '' }) => `  ${id ?? '-'}  ${named(label)}`);
			throw new Fault('refused', `the session has ${pins.length} pins, ${max} at most`, {
				hint: ['remove one with `req note remove ID`, or replace it:', ...lines].join('\n'),
			});
		},
		ports,
	);
	const isReplaced = labels.has(line.label);
	const count = labels.size + (isReplaced ? 0 : 1);
	const what = `${isReplaced ? 'replaced' : 'pinned'} ${named(line.label ?? '')}`;
	const importance = line.critical === true ? 'critical' : 'standard';
	return noted(noter, what, `${line.id}, ${importance}, ${count} of ${max}`);
}

/** Notes a next step or a blocker that is not open already. */
async function noteOpen(
	saying: Saying,
	noter: Noter,
	ports: CommandPorts,
): Promise<{ readonly id: string; readonly already: boolean }> {
	const line = lineOf(saying, noter, ports);
	let already = false;
	await storeNotes(
		noter,
		({ all }) => {
			already = all.some((one) => one.id === line.id && one.ended === undefined);
			return already ? [] : [line];
		},
		ports,
	);
	return { id: line.id, already };
}

/** A pin that calls tasks unfinished flags them. */
async function flagUnfinished(text: string, noter: Noter, ports: CommandPorts): Promise<void> {
	const ids = unfinishedTasks(text);
	if (ids.length === 0) return;
	const known = new Set((await storedTasks(noter.place, ports.context)).map(({ id }) => id));
	for (const id of ids.filter((one) => known.has(one)))
		await keepTask(noter, { id, flagged: true }, ports);
}

/** A command that ends a note: one line, which holds for every session. */
function ending(
	how: 'done' | 'removed',
	help: Pick<Command, 'summary' | 'about' | 'examples'>,
): Command {
	return command({
		...help,
		words: { '<id>': 'its id in the list, or the first characters of it' },
		options: SESSION,
		run: async ({ id: reference, session }, ports) => {
			const noter = await noterFor(callerAt(ports, session), ports);
			const { place, record } = noter;
			const shown = record ?? (await recordShown(callerAt(ports, session), ports)).record;
			const one = theOneNamed(reference, openNotes(shown, place, ports), {
				many: 'notes',
				none: 'no note has the id',
				list: 'req note list',
			});
			const { id, kind, text } = one;
			if (kind === 'pin' && how === 'done') {
				const hint = `req note remove ${id}`;
				throw new Fault('usage', 'a pin is not done, only removed', { hint });
			}
			const at = new Date(ports.now()).toISOString();
			const line = { at, op: 'resolve' as const, id, how, session: noter.session?.uuid };
			await storeNotes(noter, () => [line], ports);
			return noted(noter, `${how} the ${kind}`, `${id} ${quoted(text)}`);
		},
	});
}

const NOBODYS = 'noted in a terminal on this branch, where no session is recorded';

/** The session whose notes are shown; before the first one of a branch, as if there were one. */
async function recordShown(caller: Caller, ports: CommandPorts): ReturnType<typeof recordAsked> {
	const asked = await attempt(() => recordAsked(caller, ports));
	if (asked.kind === 'done') return asked.value;
	const place = await homeOfCaller(caller, ports);
	const nobody = { place, caller, session: undefined };
	const isNoted = readNotes(place).all.some((one) => isOwn(one, nobody));
	if (caller.session !== undefined || !isNoted) throw asked.error;
	const empty = emptyRecord({ key: TERMINAL, uuid: TERMINAL });
	const record = { ...empty, branch: place.branch, user: caller.user };
	return { place, record, isLatest: true };
}

/** The answer of a command that changed a note. */
function noted(noter: Noter, what: string, text: string, redacted: readonly string[] = []): Answer {
	return { text: `${what} ${notedWhere(noter)}: ${text}`, warnings: redactedNotes(redacted) };
}

/** A pin, a next step or a blocker that is open for a session. */
interface OpenNote {
	readonly id: string;
	readonly kind: NoteKind;
	/** Label of a pin, type of a blocker. */
	readonly label: string | undefined;
	readonly text: string;
	readonly critical: boolean;
	readonly at: string;
	/** Who noted it, if that is known. */
	readonly source: string | undefined;
	/** Key of the session it is from; `undefined`: the session's own, or noted in a terminal. */
	readonly origin: string | undefined;
}

/** Pins, then next steps, then blockers; of each kind those of the session before those of earlier ones. */
function openNotes(record: SessionRecord, place: Place, ports: CommandPorts): OpenNote[] {
	const sources = sourcesOf(record, place, ports);
	const done = [record, ...sources].flatMap(completionsOf);
	const over = sources.flatMap(nextStepsOf).filter((step) => isDone(step, done));
	const cancelled = new Set(over.map(({ text }) => text));
	const keys = new Map(sources.map(({ uuid, key }) => [uuid, key]));
	const notes = readNotes(place).all.filter(({ kind, ended, text, session = '', ...one }) => {
		if (ended !== undefined || (kind !== 'next' && kind !== 'blocker')) return false;
		const isNobodys = session === '' && one.branch === record.branch && one.user === record.user;
		if (session === record.uuid || isNobodys) return true;
		return keys.has(session) && !(kind === 'next' && cancelled.has(text));
	});
	const said = notes
		.map((one): OpenNote => ({ ...fieldsOf(one), origin: keys.get(one.session ?? '') }))
		.sort((one, other) => Number(one.origin !== undefined) - Number(other.origin !== undefined));
	const supposed = record.activity.blockers.filter(({ source, resolved }) => {
		return source === 'prompt' && resolved !== true;
	});
	return [
		...pinsOf(record, place),
		...said.filter(({ kind }) => kind === 'next'),
		...said.filter(({ kind }) => kind === 'blocker'),
		...supposed.map(({ type, text, at, source }): OpenNote => {
			const id = supposedBlockerId({ type, text });
			const fields = { kind: 'blocker' as const, label: type, text, critical: false };
			return { id, ...fields, at, source, origin: undefined };
		}),
	];
}

function fieldsOf({ id, kind, label, text, critical = false, at, source }: Note) {
	return { id, kind, label, text, critical, at, source };
}

/** The pins of a session, and those that were noted in a terminal: critical ones first, then the newest. */
function pinsOf(record: SessionRecord, place: Place): OpenNote[] {
	const own = record.pins.map(({ id = '-', label, content, importance, pinned_at, origin }) => {
		const critical = importance === 'critical';
		const fields = { id, kind: 'pin' as const, label, text: content, critical };
		return { ...fields, at: pinned_at, source: undefined, origin: origin?.session };
	});
	const noted = readNotes(place)
		.all.filter((one) => one.kind === 'pin' && one.ended === undefined && !one.isTeams)
		.filter((one) => one.session === undefined && one.branch === record.branch)
		.filter((one) => one.user === record.user && !own.some(({ id }) => id === one.id))
		.map((one): OpenNote => ({ ...fieldsOf(one), origin: undefined }));
	const rank = ({ critical }: OpenNote) => (critical ? 0 : 1);
	return [...own, ...noted].sort(
		(one, other) => rank(one) - rank(other) || Date.parse(other.at) - Date.parse(one.at),
	);
}

/**
 * The sessions whose open work another one was shown, the one it took from last first: those it named, and
 * those of its branch that are not completed.
 */
function sourcesOf(record: SessionRecord, place: Place, ports: CommandPorts): SessionRecord[] {
	const taken = holdingRestorations(record).toReversed();
	return [...new Map(taken.map(({ from, mode }) => [from, mode]))].flatMap(([from, mode]) => {
		const source = readSession(place, sessionOfKey(place, from, ports), ports);
		const gives = source?.branch === record.branch && source.closed !== true;
		return source !== undefined && (mode === 'explicit' || gives) ? [source] : [];
	});
}

/** Of which earlier session something is. */
function originText(origin: string | undefined): string {
	return origin === undefined ? '' : ` [inherited from ${oneLine(origin)}]`;
}

/** For scripts; absent values are null (D37). */
function noteJson({ id, kind, label, text, critical, at, source, origin }: OpenNote): object {
	const weight = critical ? 'critical' : 'standard';
	const importance = kind === 'pin' ? weight : null;
	const labels = { label: label ?? null, text, importance };
	return { id, kind, ...labels, at, source: source ?? null, origin: origin ?? null };
}
