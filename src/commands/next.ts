import { keptText } from '../app/commands/kept-text.ts';
import type { Ports } from '../app/ports.ts';
import { completionsOf, isDone, nextStepsOf } from '../core/inject/codes.ts';
import { flat, oneLine, quoted } from '../core/text/one-line.ts';
import { columns } from './columns.ts';
import { type Command, command, JSON_CHANGED, SESSION, TABLE_OPTIONS } from './command.ts';
import { layoutOf } from './layout.ts';
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
} from './working-memory.ts';

const RULE = { what: 'the next step', max: 300 };

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
				const { text, redacted } = keptText(said, RULE);
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
				const actions = await openActions(memory, ports);
				const none = `nothing is noted as next in session ${memory.session.key}`;
				const rows = actions.map(({ entry, origin }, index) => [
					`${index + 1}`,
					`${oneLine(entry)}${originText(origin)}`,
				]);
				return {
					text: () =>
						rows.length === 0 ? none : columns(rows, layoutOf(given, ports).width).join('\n'),
					json: () =>
						actions.map(({ entry, origin }, index) => ({
							...{ number: index + 1, text: entry },
							origin: origin ?? null,
						})),
					warnings: memory.warnings,
				};
			},
		}),
		done: ending('done', 'done', 'Says that one is done, an inherited one too.'),
		remove: ending(
			'remove',
			'removed',
			'Takes one away that is not to be done any more, an inherited one too.',
		),
	},
};

/** Ends a next step wherever it stands: it is something completed from now on, or only gone. */
function ending(name: string, how: 'done' | 'removed', about: string): Command {
	return command({
		about,
		words: { '<which...>': 'its number in the list, or its text' },
		options: { ...SESSION, ...JSON_CHANGED },
		examples: [`req next ${name} 1`],
		run: async ({ which, session }, ports) => {
			const memory = await notedMemory(session, ports);
			const one = picked(which.join(' '), await openActions(memory, ports), {
				textOf: ({ entry }) => entry,
				list: 'req next list',
			});
			const text = one.entry;
			await noteInHomes(one, memory, { e: 'next', text, [how]: true }, ports);
			return noted(memory, { what: how, text: quoted(text), json: { text, ended: how } });
		},
	});
}

/** The session's own, then what it was told of, oldest first. */
async function openActions(memory: OwnMemory | ShownMemory, ports: Ports): Promise<Held<string>[]> {
	const [record, ...sources] = await openRecords(memory, ports);
	const done = [record, ...sources].flatMap(completionsOf);
	const over = sources.flatMap(nextStepsOf).filter((step) => isDone(step, done));
	const cancelled = new Set(over.map(({ text }) => text));
	const held = heldBy(
		[record, ...sources],
		({ activity }) => activity.next_actions,
		(text) => text,
	);
	return held.filter(({ entry, origin }) => origin === undefined || !cancelled.has(entry));
}
