import { keptText } from '../app/commands/kept-text.ts';
import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { named, oneLine, quoted } from '../core/text/one-line.ts';
import { columns } from './columns.ts';
import { type Command, command, JSON_CHANGED, SESSION, TABLE_OPTIONS } from './command.ts';
import { type Layout, layoutOf } from './layout.ts';
import {
	type Held,
	heldBy,
	noted,
	notedMemory,
	noteInHomes,
	type OwnMemory,
	openRecords,
	originText,
	picked,
	type ShownMemory,
	shownMemory,
	sourceOf,
} from './working-memory.ts';

const TYPE_RULE = { what: 'the type', max: 40 };
const TEXT_RULE = { what: 'the text', max: 300 };

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
				if (type === '-') {
					throw new Fault('usage', 'the type is empty', {
						hint: 'such as `req block add api "…"`',
					});
				}
				const memory = await notedMemory(given.session, ports);
				const open = unresolved(memory.record);
				const already = open.some((one) => one.type === type && one.text === text);
				const source = sourceOf(memory.caller);
				if (!already) await memory.note({ e: 'block', type, text, source });
				return noted(
					memory,
					{
						what: already ? 'there already' : 'noted as a blocker',
						text: `${named(type)}, ${quoted(text)}`,
						json: { type, text, already, resolved: false },
					},
					[...kind.redacted, ...redacted],
				);
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
					.filter(({ resolved }) => resolved === true)
					.map((entry): Held<Blocker> => ({ entry, homes: [record], origin: undefined }));
				const open = await openBlockers(memory, ports);
				const blockers = given.all ? [...open, ...over] : open;
				const none = `nothing holds session ${memory.session.key} up`;
				return {
					text: () =>
						blockers.length === 0 ? none : blockerTable(blockers, layoutOf(given, ports)),
					json: () => blockers.map(blockerJson),
					warnings: memory.warnings,
				};
			},
		}),
		resolve: resolving('resolve', 'Says that one holds nothing up any more, an inherited one too.'),
		remove: resolving(
			'remove',
			'Another word for `req block resolve`: what is resolved stays in `list --all`.',
		),
	},
};

/** Says that one holds nothing up any more, wherever it stands. */
function resolving(name: string, about: string): Command {
	return command({
		about,
		words: { '<which...>': 'its number in the list, or its text' },
		options: { ...SESSION, ...JSON_CHANGED },
		examples: [`req block ${name} 1`],
		run: async ({ which, session }, ports) => {
			const memory = await notedMemory(session, ports);
			const one = picked(which.join(' '), await openBlockers(memory, ports), {
				textOf: ({ entry }) => entry.text,
				list: 'req block list',
			});
			const { type, text } = one.entry;
			const end = { e: 'block', type, text, source: sourceOf(memory.caller) } as const;
			await noteInHomes(one, memory, { ...end, resolved: true }, ports);
			const json = { type, text, resolved: true };
			return noted(memory, { what: 'resolved', text: quoted(text), json });
		},
	});
}

type Blocker = SessionRecord['activity']['blockers'][number];

function unresolved({ activity }: SessionRecord): Blocker[] {
	return activity.blockers.filter(({ resolved }) => resolved !== true);
}

/** The session's own, then what it was told of, oldest first. */
async function openBlockers(
	memory: OwnMemory | ShownMemory,
	ports: Ports,
): Promise<Held<Blocker>[]> {
	return heldBy(
		await openRecords(memory, ports),
		unresolved,
		({ type, text }) => `${type} ${text}`,
	);
}

/** Blockers, numbered as `req block resolve` counts. */
function blockerTable(blockers: readonly Held<Blocker>[], { width, when }: Layout): string {
	const rows = blockers.map(({ entry: { type, text, at, source, resolved }, origin }, index) => {
		const from = source === 'prompt' ? ' (from a prompt)' : '';
		return [
			resolved === true ? '' : `${index + 1}`,
			oneLine(type),
			when(at),
			`${oneLine(text)}${resolved === true ? ' (resolved)' : from}${originText(origin)}`,
		];
	});
	return columns(rows, width).join('\n');
}

/** For scripts; what is resolved has no number. */
function blockerJson({ entry, origin }: Held<Blocker>, index: number): object {
	const { type, text, at, source, resolved } = entry;
	return {
		number: resolved === true ? null : index + 1,
		...{ type, text, at, source },
		resolved: resolved === true,
		origin: origin ?? null,
	};
}
