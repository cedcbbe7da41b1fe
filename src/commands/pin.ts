import { keptText } from '../app/commands/kept-text.ts';
import { Fault } from '../core/fault/fault.ts';
import { PIN_CONTENT, PIN_LABEL, pinning } from '../core/session-record/pins.ts';
import type { Pin, SessionRecord } from '../core/session-record/schema.ts';
import { named, oneLine } from '../core/text/one-line.ts';
import { type Command, command, JSON_CHANGED, SESSION, TABLE_OPTIONS } from './command.ts';
import { type Cells, type Layout, layoutOf, table } from './layout.ts';
import { bearersOf, noted, notedMemory, noteInHomes, shownMemory } from './working-memory.ts';

const LABEL_RULE = { what: 'the label', max: PIN_LABEL };
const TEXT_RULE = { what: 'the text', max: PIN_CONTENT };

/** `req pin`: short texts that must not be forgotten. */
export const pin: Command = {
	about:
		'Keeps up to ten short texts in the working memory of a session; the next sessions of the branch get them, critical ones on every branch. In a terminal where no session is live they are kept for the next session of the branch.',
	examples: ['req pin add db "Postgres 16, port 5433"', 'req pin list'],
	commands: {
		add: command({
			about: 'Pins a text under a label. One of the same label is replaced.',
			words: { '<label>': 'at most 64 characters', '<text...>': 'at most 1,000 characters' },
			options: {
				'--critical': 'also for sessions of other branches',
				...SESSION,
				...JSON_CHANGED,
			},
			examples: ['req pin add api "v2 only; v1 is frozen" --critical'],
			run: async (given, ports) => {
				const label = keptText(given.label, LABEL_RULE);
				const content = keptText(given.text.join(' '), TEXT_RULE);
				const memory = await notedMemory(given.session, ports);
				const { pins } = memory.record;
				const { max } = memory.config.continuity.pins;
				const made = pinning(label.text, pins, max);
				if (made.kind === 'full') throw noRoom(pins, max);
				const importance = given.critical ? 'critical' : 'standard';
				await memory.note({ e: 'pin', label: label.text, content: content.text, importance });
				const { replaced, count } = made;
				const what = `${replaced ? 'replaced' : 'pinned'} ${named(label.text)}`;
				const text = `${importance}, ${count} of ${max}`;
				const json = { label: label.text, importance, replaced, count, max };
				return noted(memory, { what, text, json }, [...label.redacted, ...content.redacted]);
			},
		}),
		list: command({
			about: 'Lists the pins of a session with their origin. So does `req pin` alone.',
			options: { ...SESSION, ...TABLE_OPTIONS },
			examples: ['req pin list', 'req pin list --json'],
			run: async (given, ports) => {
				const shown = await shownMemory(given.session, ports);
				const { session, warnings } = shown;
				const bearers = await bearersOf(shown, ports);
				const pins = criticalFirst(bearers.flatMap((record) => record.pins));
				const none = `session ${session.key} has no pins`;
				return {
					text: () => (pins.length === 0 ? none : pinTable(pins, layoutOf(given, ports))),
					json: () => pins.map(pinJson),
					warnings,
				};
			},
		}),
		remove: command({
			about: 'Takes a pin away from this session, an inherited one too.',
			words: { '<label>': 'of the pin' },
			options: { ...SESSION, ...JSON_CHANGED },
			examples: ['req pin remove api'],
			run: async (given, ports) => {
				const memory = await notedMemory(given.session, ports);
				const label = keptText(given.label, LABEL_RULE).text;
				const bearers = await bearersOf(memory, ports);
				const homes = bearers.filter(({ pins }) => pins.some((one) => one.label === label));
				if (homes.length === 0) throw noPin(label, bearers);
				await noteInHomes({ homes }, memory, { e: 'unpin', label }, ports);
				const from = homes.map(({ name, key }) => named(name ?? key)).join(', ');
				const session = memory.around === undefined ? memory.session.key : null;
				return {
					text: `removed ${named(label)} from session ${from}`,
					changed: { session, label },
				};
			},
		}),
	},
};

function noPin(label: string, bearers: readonly SessionRecord[]): Fault {
	const known = bearers.flatMap(({ pins }) => pins.map((one) => named(one.label))).join(', ');
	const who = bearers.map(({ name, key }) => named(name ?? key)).join(' and ');
	return new Fault('unknown_name', `session ${who} has no pin ${named(label)}`, {
		hint: known === '' ? '`req pin add LABEL TEXT` makes one' : `it has ${known}`,
	});
}

/** Critical ones first, then the newest. */
function criticalFirst(pins: readonly Pin[]): Pin[] {
	const rank = ({ importance }: Pin) => (importance === 'critical' ? 0 : 1);
	const time = ({ pinned_at }: Pin) => Date.parse(pinned_at);
	return pins.toSorted((one, other) => rank(one) - rank(other) || time(other) - time(one));
}

function noRoom(pins: readonly Pin[], max: number): Fault {
	const lines = pins.map(({ label }) => `  ${named(label)}`);
	return new Fault('refused', `the session has ${pins.length} pins, ${max} at most`, {
		hint: ['take one away with `req pin remove LABEL`, or replace it:', ...lines].join('\n'),
	});
}

/** Pins with their label, importance and age, and where an inherited one is from. */
function pinTable(pins: readonly Pin[], layout: Layout): string {
	const { when } = layout;
	const from = ({ origin }: Pin) =>
		origin === undefined ? '' : ` [inherited from ${oneLine(origin.session)} ${when(origin.at)}]`;
	const cells: Cells<Pin> = {
		LABEL: ({ label }) => oneLine(label),
		IMPORTANCE: ({ importance }) => importance,
		PINNED: ({ pinned_at }) => when(pinned_at),
		TEXT: (one) => `${oneLine(one.content)}${from(one)}`,
	};
	return table(pins, cells, layout);
}

/** For scripts; absent values are null (D37). */
function pinJson({ label, content, importance, pinned_at, origin }: Pin): object {
	return {
		...{ label, content, importance, pinned_at },
		origin: origin === undefined ? null : { session: origin.session, at: origin.at },
	};
}
