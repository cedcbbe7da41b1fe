import { homeOfCaller } from '../../events/session-memory.ts';
import { type ChainedEvent, readEvents, verifyChain } from '../../memory/events.ts';
import { sessionNamed } from '../../memory/known-sessions.ts';
import { oneLine } from '../../text/one-line.ts';
import { counted } from '../../text/phrases.ts';
import { type Answer, callerAt, command, EXIT, SESSION, TABLE_OPTIONS } from '../command.ts';
import { type Cells, layoutOf, table } from '../layout.ts';

/** `req session events`; with `--verify` 1 if the chain is broken (D37). */
export const events = command({
	about: 'list what happened to sessions, newest last',
	options: {
		...SESSION,
		'--verify':
			'only check that no event was changed, removed or inserted; exits with 1 if one was. A cut-off end leaves no trace',
		...TABLE_OPTIONS,
	},
	examples: ['req session events', 'req session events --verify'],
	run: async ({ session, verify, wide }, context) => {
		const place = homeOfCaller(callerAt(context, session), context);
		const lines = readEvents(place);
		if (verify) return verdict(lines);
		const whose = session && sessionNamed(session, place, context).uuid;
		const all = lines.filter((event) => event !== undefined);
		const asked = whose === undefined ? all : all.filter((event) => event.session === whose);
		const unreadable = lines.length - all.length;
		const layout = layoutOf({ wide }, context);
		const cells: Cells<ChainedEvent> = {
			TIME: ({ ts }) => layout.when(ts),
			EVENT: ({ name }) => oneLine(name),
			SESSION: ({ session: of }) => oneLine(of ?? '-'),
			DATA: ({ data }) => oneLine(JSON.stringify(data) ?? ''),
		};
		return {
			text: () => (asked.length === 0 ? 'no event' : table(asked, cells, layout)),
			json: () => asked.map(({ ts, name, session: of, data }) => ({ ts, name, session: of, data })),
			warnings:
				unreadable === 0 ? [] : [`${unreadable} lines are not events: req session events --verify`],
		};
	},
});

const WHY = {
	changed: 'it was changed after it was written',
	out_of_order: 'the line before it was changed, removed or moved, or this one was inserted',
} as const;

/** Whether the chain of events is whole, or where it first is not and what that means (D42). */
function verdict(lines: ReturnType<typeof readEvents>): Answer {
	const found = verifyChain(lines);
	const json = () => found;
	if (!found.whole) {
		const text = `line ${found.line} of events.jsonl breaks the chain: ${WHY[found.why]}`;
		return { text, json, exit: EXIT.no };
	}
	const torn = found.torn === 0 ? '' : `; ${counted(found.torn, 'line')} cut off by a crash`;
	return { text: `the chain of ${counted(found.events, 'event')} is whole${torn}`, json };
}
