import { keptText } from '../app/commands/kept-text.ts';
import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { completionsOf, isDone, nextStepsOf } from '../core/inject/codes.ts';
import type { JournalEntry } from '../core/journal/line.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { flat, named, oneLine, quoted } from '../core/text/one-line.ts';
import { type Command, command, JSON_CHANGED, SESSION, TABLE_OPTIONS } from './command.ts';
import { columns, type Layout, layoutOf } from './layout.ts';
import {
	type Held,
	heldBy,
	noted,
	notedMemory,
	noteInHomes,
	noterOf,
	type OwnMemory,
	openRecords,
	originText,
	picked,
	type ShownMemory,
	shownMemory,
} from './working-memory.ts';

/** A list of what a session leaves open, for itself and for the sessions after it. */
interface OpenList<Entry> {
	/** The command that shows it. */
	readonly list: string;
	/** What is open, the session's own first, then what it was told of, oldest first. */
	readonly open: (memory: OwnMemory | ShownMemory, ports: Ports) => Promise<Held<Entry>[]>;
	readonly textOf: (entry: Entry) => string;
}

/** How an entry ends. */
interface Ending<Entry> {
	/** In a word. */
	readonly what: string;
	readonly line: (entry: Entry, source: 'agent' | 'user') => JournalEntry;
	readonly json: (entry: Entry) => object;
}

/** A command that ends an entry in every session in whose journal it stands. */
function ending<Entry>(
	{ list, open, textOf }: OpenList<Entry>,
	{ what, line, json }: Ending<Entry>,
	help: Pick<Command, 'about' | 'examples'>,
): Command {
	return command({
		...help,
		words: { '<which...>': 'its number in the list, or its text' },
		options: { ...SESSION, ...JSON_CHANGED },
		run: async ({ which, session }, ports) => {
			const memory = await notedMemory(session, ports);
			const one = picked(which.join(' '), await open(memory, ports), {
				...{ textOf: ({ entry }) => textOf(entry), list },
			});
			const { entry } = one;
			await noteInHomes(one, memory, line(entry, noterOf(memory.caller)), ports);
			return noted(memory, { what, text: quoted(textOf(entry)), json: json(entry) });
		},
	});
}

const STEP_RULE = { what: 'the next step', max: 300 };

const steps: OpenList<string> = {
	list: 'req next list',
	open: async (memory, ports) => {
		const [record, ...sources] = await openRecords(memory, ports);
		const done = [record, ...sources].flatMap(completionsOf);
		const over = sources.flatMap(nextStepsOf).filter((step) => isDone(step, done));
		const cancelled = new Set(over.map(({ text }) => text));
		const textOf = (text: string) => text;
		const held = heldBy([record, ...sources], (one) => one.activity.next_actions, textOf);
		return held.filter(({ entry, origin }) => origin === undefined || !cancelled.has(entry));
	},
	textOf: (text) => text,
};

/** A step that is done is something completed from now on; one that is removed is only gone. */
function endOfStep(how: 'done' | 'removed'): Ending<string> {
	return {
		what: how,
		line: (text) => ({ e: 'next', text, [how]: true }),
		json: (text) => ({ text, ended: how }),
	};
}

/** `req next`: what is to be done next. */
export const next: Command = {
	about:
		'Keeps what a session has to do next, for itself and for the sessions after it. In a terminal where no session is live it is kept for the next session of the branch.',
	examples: ['req next add "wire the cache"', 'req next list'],
	commands: {
		add: command({
			about: 'Adds what is to be done next.',
			words: { '<text...>': 'one sentence' },
			options: { ...SESSION, ...JSON_CHANGED },
			examples: ['req next add "write the migration test"'],
			run: async (given, ports) => {
				// A `next:` before it is not doubled, nor is the same text.
				const said = flat(given.text.join(' ')).replace(/^(?:next:\s*)+/i, '');
				const { text, redacted } = keptText(said, STEP_RULE);
				const memory = await notedMemory(given.session, ports);
				const already = memory.record.activity.next_actions.includes(text);
				if (!already) await memory.note({ e: 'next', text });
				const what = already ? 'there already' : 'noted as next';
				return noted(memory, { what, text: quoted(text), json: { text, already } }, redacted);
			},
		}),
		list: command({
			about: 'Lists it, oldest first. So does `req next` alone.',
			options: { ...SESSION, ...TABLE_OPTIONS },
			examples: ['req next list'],
			run: async (given, ports) => {
				const memory = await shownMemory(given.session, ports);
				const open = await steps.open(memory, ports);
				const none = `nothing is noted as next in session ${memory.session.key}`;
				const rows = open.map(({ entry, origin }, index) => {
					return [`${index + 1}`, `${oneLine(entry)}${originText(origin)}`];
				});
				return {
					text: () =>
						rows.length === 0 ? none : columns(rows, layoutOf(given, ports).width).join('\n'),
					json: () =>
						open.map(({ entry: text, origin = null }, at) => ({ number: at + 1, text, origin })),
					warnings: memory.warnings,
				};
			},
		}),
		done: ending(steps, endOfStep('done'), {
			about: 'Says that one is done, an inherited one too.',
			examples: ['req next done 1'],
		}),
		remove: ending(steps, endOfStep('removed'), {
			about: 'Takes one away that is not to be done any more, an inherited one too.',
			examples: ['req next remove 1'],
		}),
	},
};

type Blocker = SessionRecord['activity']['blockers'][number];

const TYPE_RULE = { what: 'the type', max: 40 };
const TEXT_RULE = { what: 'the text', max: 300 };

const blockers: OpenList<Blocker> = {
	list: 'req block list',
	open: async (memory, ports) =>
		heldBy(await openRecords(memory, ports), unresolved, ({ type, text }) => `${type} ${text}`),
	textOf: ({ text }) => text,
};

function unresolved({ activity }: SessionRecord): Blocker[] {
	return activity.blockers.filter(({ resolved }) => resolved !== true);
}

const resolved: Ending<Blocker> = {
	what: 'resolved',
	line: ({ type, text }, source) => ({ e: 'block', type, text, source, resolved: true }),
	json: ({ type, text }) => ({ type, text, resolved: true }),
};

/** `req block`: what holds the work up. */
export const block: Command = {
	about:
		'Keeps what holds a session up, for itself and for the sessions after it. In a terminal where no session is live it is kept for the next session of the branch.',
	examples: ['req block add api "no staging key yet"', 'req block list'],
	commands: {
		add: command({
			about: 'Adds what holds the work up.',
			words: {
				'<type>': 'of what kind, one word: api, decision, access',
				'<text...>': 'one sentence',
			},
			options: { ...SESSION, ...JSON_CHANGED },
			examples: ['req block add decision "unclear who owns the schema"'],
			run: async (given, ports) => {
				const kind = keptText(given.type, TYPE_RULE);
				const { text, redacted } = keptText(given.text.join(' '), TEXT_RULE);
				// One word, as its code `block:type:text` asks; the text is kept as it was said.
				const type = kind.text.toLowerCase().replace(/[\s:]+/g, '-');
				const hint = 'such as `req block add api "…"`';
				if (type === '-') throw new Fault('usage', 'the type is empty', { hint });
				const memory = await notedMemory(given.session, ports);
				const open = unresolved(memory.record);
				const already = open.some((one) => one.type === type && one.text === text);
				const source = noterOf(memory.caller);
				if (!already) await memory.note({ e: 'block', type, text, source });
				const what = already ? 'there already' : 'noted as a blocker';
				const json = { type, text, already, resolved: false };
				const said = { what, text: `${named(type)}, ${quoted(text)}`, json };
				return noted(memory, said, [...kind.redacted, ...redacted]);
			},
		}),
		list: command({
			about: 'Lists it, oldest first. So does `req block` alone.',
			options: { '--all': 'also what is resolved', ...SESSION, ...TABLE_OPTIONS },
			examples: ['req block list --all'],
			run: async (given, ports) => {
				const memory = await shownMemory(given.session, ports);
				const { record } = memory;
				const over = record.activity.blockers
					.filter((one) => one.resolved === true)
					.map((entry): Held<Blocker> => ({ entry, homes: [record], origin: undefined }));
				const open = await blockers.open(memory, ports);
				const all = given.all ? [...open, ...over] : open;
				const none = `nothing holds session ${memory.session.key} up`;
				return {
					text: () => (all.length === 0 ? none : blockerTable(all, layoutOf(given, ports))),
					json: () => all.map(blockerJson),
					warnings: memory.warnings,
				};
			},
		}),
		resolve: ending(blockers, resolved, {
			about: 'Says that one holds nothing up any more, an inherited one too.',
			examples: ['req block resolve 1'],
		}),
		remove: ending(blockers, resolved, {
			about: 'Another word for `req block resolve`: what is resolved stays in `list --all`.',
			examples: ['req block remove 1'],
		}),
	},
};

/** Blockers, numbered as `req block resolve` counts. */
function blockerTable(all: readonly Held<Blocker>[], { width, when }: Layout): string {
	const rows = all.map(({ entry: { type, text, at, source, resolved: over }, origin }, index) => {
		const from = source === 'prompt' ? ' (from a prompt)' : '';
		return [
			over === true ? '' : `${index + 1}`,
			oneLine(type),
			when(at),
			`${oneLine(text)}${over === true ? ' (resolved)' : from}${originText(origin)}`,
		];
	});
	return columns(rows, width).join('\n');
}

/** For scripts; what is resolved has no number. */
function blockerJson({ entry, origin }: Held<Blocker>, index: number): object {
	const { type, text, at, source, resolved: over } = entry;
	return {
		number: over === true ? null : index + 1,
		...{ type, text, at, source },
		resolved: over === true,
		origin: origin ?? null,
	};
}
