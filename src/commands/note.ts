import { keptText } from '../app/commands/kept-text.ts';
import type { CommandPorts } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { completionsOf, isDone, nextStepsOf } from '../core/inject/codes.ts';
import type { JournalEntry } from '../core/journal/line.ts';
import { PIN_CONTENT, PIN_LABEL, pinning } from '../core/session-record/pins.ts';
import type { Pin, SessionRecord } from '../core/session-record/schema.ts';
import { flat, named, oneLine, quoted } from '../core/text/one-line.ts';
import { type Command, command, SESSION, TABLE_OPTIONS } from './command.ts';
import { type Cells, layoutOf, table } from './layout.ts';
import {
	bearersOf,
	type Held,
	heldBy,
	noted,
	notedMemory,
	noteInHomes,
	noterOf,
	type OwnMemory,
	openRecords,
	originText,
	type ShownMemory,
	shownMemory,
} from './working-memory.ts';

type Blocker = SessionRecord['activity']['blockers'][number];

/** One note of a session, or of a session before it. */
interface Note extends Pick<Held<unknown>, 'homes' | 'origin'> {
	/** The same for the same note in any session. */
	readonly id: string;
	readonly kind: 'pin' | 'next' | 'blocker';
	/** Label of a pin, type of a blocker. */
	readonly label: string | undefined;
	readonly text: string;
	readonly importance: Pin['importance'] | undefined;
	readonly at: string | undefined;
	/** Who noted it, where that is known. */
	readonly source: string | undefined;
	/** The journal line that ends it; `undefined` if it cannot end that way. */
	readonly ending: (how: 'done' | 'removed', source: 'agent' | 'user') => JournalEntry | undefined;
}

type Identity = Pick<Note, 'kind' | 'text' | 'label'>;

const ID_LENGTH = 8;

/** A pin is known by its label, anything else by all that it says. */
function idOf(
	{ kind, label = '', text }: Identity,
	{ sha256 }: Pick<CommandPorts, 'sha256'>,
): string {
	const known = kind === 'pin' ? [kind, label] : [kind, label, text];
	return sha256(JSON.stringify(known)).slice(0, ID_LENGTH);
}

const LABEL_RULE = { what: 'the label', max: PIN_LABEL };
const CONTENT_RULE = { what: 'the text', max: PIN_CONTENT };
const STEP_RULE = { what: 'the next step', max: 300 };
const TYPE_RULE = { what: 'the type', max: 40 };
const BLOCKER_RULE = { what: 'the text', max: 300 };

const WORDS = { '<id>': 'its id in the list, or the first characters of it' } as const;

/** `req note`: pins, next steps and blockers of a session, for itself and the sessions after it. */
export const note: Command = {
	about:
		'Keeps pins, next steps and blockers of a session, for itself and the sessions after it. In a terminal where no session is live they are kept for the next session of the branch.',
	examples: ['req note pin db "Postgres 16, port 5433"', 'req note list', 'req note done 3fa9'],
	commands: {
		pin: command({
			summary: 'pin a text that must stay in view',
			about: 'Pins a text under a label. A pin of the same label is replaced.',
			words: { '<label>': 'at most 64 characters', '<text...>': 'at most 1,000 characters' },
			options: { '--critical': 'also for sessions of other branches', ...SESSION },
			examples: ['req note pin api "v2 only; v1 is frozen" --critical'],
			run: async (given, ports) => {
				const label = keptText(given.label, LABEL_RULE);
				const content = keptText(given.text.join(' '), CONTENT_RULE);
				const memory = await notedMemory(given.session, ports);
				const { pins } = memory.record;
				const { max } = memory.config.continuity.pins;
				const made = pinning(label.text, pins, max);
				if (made.kind === 'full') throw noRoom(pins, max, ports);
				const importance = given.critical ? 'critical' : 'standard';
				await memory.note({ e: 'pin', label: label.text, content: content.text, importance });
				const { replaced, count } = made;
				const id = idOf({ kind: 'pin', label: label.text, text: '' }, ports);
				const what = `${replaced ? 'replaced' : 'pinned'} ${named(label.text)}`;
				const text = `${id}, ${importance}, ${count} of ${max}`;
				return noted(memory, what, text, [...label.redacted, ...content.redacted]);
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
				const memory = await notedMemory(given.session, ports);
				const already = memory.record.activity.next_actions.includes(text);
				if (!already) await memory.note({ e: 'next', text });
				const id = idOf({ kind: 'next', label: undefined, text }, ports);
				const what = already ? 'there already' : 'noted as next';
				return noted(memory, what, `${id} ${quoted(text)}`, redacted);
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
				const type = kind.text.toLowerCase().replace(/[\s:]+/g, '-');
				const hint = 'such as `req note blocker api "…"`';
				if (type === '-') throw new Fault('usage', 'the type is empty', { hint });
				const memory = await notedMemory(given.session, ports);
				const open = unresolved(memory.record);
				const already = open.some((one) => one.type === type && one.text === text);
				const source = noterOf(memory.caller);
				if (!already) await memory.note({ e: 'block', type, text, source });
				const id = idOf({ kind: 'blocker', label: type, text }, ports);
				const what = already ? 'there already' : 'noted as a blocker';
				const said = `${id} ${named(type)}, ${quoted(text)}`;
				return noted(memory, what, said, [...kind.redacted, ...redacted]);
			},
		}),
		list: command({
			summary: 'list pins, next steps and blockers',
			about:
				'Lists pins (critical ones first), next steps and blockers of a session with their ids. So does `req note` alone.',
			options: { ...SESSION, ...TABLE_OPTIONS },
			examples: ['req note list', 'req note list --json'],
			run: async (given, ports) => {
				const memory = await shownMemory(given.session, ports);
				const notes = await openNotes(memory, ports);
				const none = `session ${memory.session.key} has no pins, next steps or blockers`;
				const layout = layoutOf(given, ports);
				const cells: Cells<Note> = {
					ID: ({ id }) => id,
					KIND: ({ kind, importance }) => (importance === 'critical' ? `critical ${kind}` : kind),
					LABEL: ({ label }) => oneLine(label ?? '-'),
					NOTED: ({ at }) => (at === undefined ? '-' : layout.when(at)),
					TEXT: ({ text, origin, source }) => {
						const from = source === 'prompt' ? ' (from a prompt)' : '';
						return `${oneLine(text)}${from}${originText(origin)}`;
					},
				};
				return {
					text: () => (notes.length === 0 ? none : table(notes, cells, layout)),
					json: () => notes.map(noteJson),
					warnings: memory.warnings,
				};
			},
		}),
		done: ending('done', {
			summary: 'end a next step or a blocker',
			about: 'Ends a next step as done or a blocker as resolved, an inherited one too.',
			examples: ['req note done 3fa9'],
		}),
		remove: ending('removed', {
			summary: 'remove a pin, a next step or a blocker',
			about: 'Removes a pin, a next step or a blocker, an inherited one too.',
			examples: ['req note remove 3fa9'],
		}),
	},
};

/** A command that ends a note in every session in whose journal it is. */
function ending(
	how: 'done' | 'removed',
	help: Pick<Command, 'summary' | 'about' | 'examples'>,
): Command {
	return command({
		...help,
		words: WORDS,
		options: SESSION,
		run: async ({ id: word, session }, ports) => {
			const memory = await notedMemory(session, ports);
			const one = noteWithId(word, await openNotes(memory, ports));
			const { id, kind, text } = one;
			const line = one.ending(how, noterOf(memory.caller));
			if (line === undefined) {
				const hint = `req note remove ${id}`;
				throw new Fault('usage', 'a pin is not done, only removed', { hint });
			}
			await noteInHomes(one, memory, line, ports);
			return noted(memory, `${how} the ${kind}`, `${id} ${quoted(text)}`);
		},
	});
}

/** @throws Fault `unknown_name` */
function noteWithId(word: string, notes: readonly Note[]): Note {
	const meant = notes.filter(({ id }) => word !== '' && id.startsWith(word.toLowerCase()));
	const [only] = meant;
	if (only !== undefined && meant.length === 1) return only;
	const what = meant.length === 0 ? 'no note has the id' : `${meant.length} notes have an id like`;
	throw new Fault('unknown_name', `${what} ${quoted(word)}`, {
		hint:
			notes.length === 0
				? 'nothing is noted here; --session names another session: req session list'
				: 'req note list',
	});
}

/** Pins, then next steps, then blockers; of each kind those of the session before those of earlier ones. */
async function openNotes(memory: OwnMemory | ShownMemory, ports: CommandPorts): Promise<Note[]> {
	const bearers = await bearersOf(memory, ports);
	const records = await openRecords(memory, ports);
	const all = [...pinsIn(bearers), ...stepsIn(records), ...blockersIn(records)];
	return all.map((one) => ({ ...one, id: idOf(one, ports) }));
}

type Unnamed = Omit<Note, 'id'>;

function pinsIn(bearers: readonly SessionRecord[]): Unnamed[] {
	const pins = criticalFirst(bearers.flatMap((record) => record.pins));
	return pins.map(({ label, content, importance, pinned_at, origin }) => ({
		...{ kind: 'pin', label, text: content, importance, at: pinned_at, source: undefined },
		homes: bearers.filter((record) => record.pins.some((one) => one.label === label)),
		origin: origin?.session,
		ending: (how) => (how === 'done' ? undefined : { e: 'unpin', label }),
	}));
}

function stepsIn(records: readonly [SessionRecord, ...SessionRecord[]]): Unnamed[] {
	const [, ...sources] = records;
	const done = records.flatMap(completionsOf);
	const over = sources.flatMap(nextStepsOf).filter((step) => isDone(step, done));
	const cancelled = new Set(over.map(({ text }) => text));
	const held = heldBy(records, (one) => one.activity.next_actions, String);
	return held
		.filter(({ entry, origin }) => origin === undefined || !cancelled.has(entry))
		.map(({ entry: text, homes, origin }) => ({
			...{ kind: 'next', label: undefined, text, homes, origin },
			...{ importance: undefined, at: undefined, source: undefined },
			// A step that is done is something completed from now on; one that is removed is only gone.
			ending: (how) => ({ e: 'next', text, [how]: true }),
		}));
}

function blockersIn(records: readonly [SessionRecord, ...SessionRecord[]]): Unnamed[] {
	const held = heldBy(records, unresolved, ({ type, text }) => `${type} ${text}`);
	return held.map(({ entry: { type, text, at, source }, homes, origin }) => ({
		...{ kind: 'blocker', label: type, text, homes, origin, importance: undefined, at, source },
		ending: (_, by) => ({ e: 'block', type, text, source: by, resolved: true }),
	}));
}

function unresolved({ activity }: SessionRecord): Blocker[] {
	return activity.blockers.filter(({ resolved }) => resolved !== true);
}

/** Critical ones first, then the newest. */
function criticalFirst(pins: readonly Pin[]): Pin[] {
	const rank = ({ importance }: Pin) => (importance === 'critical' ? 0 : 1);
	const time = ({ pinned_at }: Pin) => Date.parse(pinned_at);
	return pins.toSorted((one, other) => rank(one) - rank(other) || time(other) - time(one));
}

function noRoom(pins: readonly Pin[], max: number, ports: CommandPorts): Fault {
	const lines = pins.map(
		({ label }) => `  ${idOf({ kind: 'pin', label, text: '' }, ports)}  ${named(label)}`,
	);
	return new Fault('refused', `the session has ${pins.length} pins, ${max} at most`, {
		hint: ['remove one with `req note remove ID`, or replace it:', ...lines].join('\n'),
	});
}

/** For scripts; absent values are null (D37). */
function noteJson(one: Note): object {
	const { id, kind, label = null, text, importance = null, at = null, source = null } = one;
	return { id, kind, label, text, importance, at, source, origin: one.origin ?? null };
}
