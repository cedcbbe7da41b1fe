import { homeOfCaller } from '../../app/commands/memory-of.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { counted } from '../../core/text/phrases.ts';
import { type ChainedEvent, readEvents, verifyChain } from '../../memory/events.ts';
import { sessionNamed } from '../../memory/known-sessions.ts';
import { members } from '../../store/foreign-json.ts';
import { type Answer, callerAt, command, EXIT, SESSION, TABLE_OPTIONS } from '../command.ts';
import { columns, layoutOf } from '../layout.ts';

/** What a reader wants to see at once; scripts get all. */
const MOST_SHOWN = 50;

/** Nothing happened that a person asks for: only scripts get these. */
const FOR_SCRIPTS: readonly string[] = ['session_chain_traversal', 'confidence_decay_applied'];

/** `req session events`; with `--verify` 1 if the chain is broken (D37). */
export const events = command({
	about:
		'Lists what happened to the sessions of this repository, newest last: the last 50, with --json all.',
	options: {
		...SESSION,
		'--verify':
			'only check that no event was changed, removed or inserted; exits with 1 if one was. A cut-off end leaves no trace',
		...TABLE_OPTIONS,
	},
	examples: ['req session events', 'req session events --verify'],
	run: async ({ session, verify, wide }, ports) => {
		const place = await homeOfCaller(callerAt(ports, session), ports);
		const lines = readEvents(place);
		if (verify) return verdict(lines);
		const whose = session && sessionNamed(session, place, ports).uuid;
		const all = lines.filter((event) => event !== undefined);
		const asked = whose === undefined ? all : all.filter((event) => event.session === whose);
		const shown = asked.filter(({ name }) => !FOR_SCRIPTS.includes(name));
		const unreadable = lines.length - all.length;
		const { when, width } = layoutOf({ wide }, ports);
		return {
			text: () => {
				const rows = shown.slice(-MOST_SHOWN).map((event) => {
					return [when(event.ts), shortened(event.session ?? '-'), wordsOf(event)];
				});
				const earlier = shown.length - rows.length;
				return [
					...(rows.length === 0 ? ['no event'] : []),
					...(earlier === 0 ? [] : [`… ${earlier} earlier: --json`]),
					...columns(rows, width),
				].join('\n');
			},
			json: () => asked.map(({ ts, name, session: of, data }) => ({ ts, name, session: of, data })),
			warnings:
				unreadable === 0 ? [] : [`${unreadable} lines are not events: req session events --verify`],
		};
	},
});

/** `session override: command inherit, ref 5e6f7a8b, by ana`. What it holds may come from any build. */
function wordsOf({ name, data }: ChainedEvent): string {
	const fields = members(data).map(([key, value]) => {
		const values = [value].flat().map((one) => {
			if (typeof one === 'number') return Number(one.toFixed(2));
			return typeof one === 'string' ? one : JSON.stringify(one);
		});
		return `${key} ${values.join(' ')}`;
	});
	const said = fields.length === 0 ? '' : `: ${fields.join(', ')}`;
	return shortened(`${name.replaceAll('_', ' ')}${said}`);
}

const UUID = /\b([0-9a-f]{8})(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** One line, with ids of sessions by their first 8 digits. */
function shortened(text: string): string {
	return oneLine(text.replace(UUID, '$1'));
}

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
