import { cleanText } from '../app/commands/kept-text.ts';
import { isOwn, lineOf, notedWhere, noterFor, storeNotes } from '../app/commands/noter.ts';
import type { AllPorts } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { oneLine } from '../core/text/one-line.ts';
import { absolutePath, plainPath } from '../core/text/paths.ts';
import { type NotedInsight, notedInsights } from '../memory/noted-insights.ts';
import { isInsight } from '../memory/notes.ts';
import { allPorts } from '../runtime/all-ports.ts';
import { type Answer, callerAt, command, EXIT, SESSION } from './command.ts';

export const TEXT = { what: 'the text', max: 1_000 };
export const WHY = { what: 'the reason', max: 500 };

/** More in one session push files and notes out of its record: a limit of storage, as its 50 kB are, so no config has it. */
export const MOST_INSIGHTS = 100;

/** `req learn import`: what a file holds, such as a pipeline's `status.json`. */
export const imports = command({
	about:
		'Keeps what a JSON file holds as learnings, patterns, warnings and decisions, each a list of texts.',
	words: { '<file>': 'such as status.json' },
	options: SESSION,
	examples: ['req learn import status.json'],
	run: async ({ file, session: reference }, ports) => imported(file, reference, allPorts(ports)),
});

/** Keeps what a file such as `{"learnings": […], "patterns": […]}` holds, as far as there is room for it. */
async function imported(
	file: string,
	reference: string | undefined,
	ports: AllPorts,
): Promise<Answer> {
	const noted = notedIn(file, ports);
	let redacted = 0;
	const noter = await noterFor(callerAt(ports, reference), ports);
	const lines = noted.flatMap(({ kind, text: raw, why: reason = '' }) => {
		const [said, because] = [cleanText(raw), cleanText(reason)];
		const { text } = said;
		const why = because.text || undefined;
		if (said.redacted.length + because.redacted.length > 0) redacted += 1;
		if (text === '' || text.length > TEXT.max || (why ?? '').length > WHY.max) return [];
		return [lineOf({ kind, text, why, source: 'import' }, noter, ports)];
	});
	let kept = 0;
	let known = 0;
	await storeNotes(
		noter,
		({ all }) => {
			const own = all.filter((one) => isInsight(one) && isOwn(one, noter));
			const had = new Set<string>(own.map(({ id }) => id));
			const once = new Map(lines.map((line) => [line.id, line]));
			const fresh = [...once.values()].filter(({ id }) => !had.has(id));
			const fitting = fresh.slice(0, Math.max(0, MOST_INSIGHTS - own.length));
			kept = fitting.length;
			known = lines.length - fresh.length;
			return fitting;
		},
		ports,
	);
	const leftOut = noted.length - known - kept;
	return {
		text: `${kept} kept ${notedWhere(noter)}, ${known} known already`,
		warnings: [
			...(redacted === 0 ? [] : [`a secret was taken out of ${redacted}`]),
			...(leftOut === 0 ? [] : [`${leftOut} left out: empty, too long, or too many`]),
		],
		exit: leftOut === 0 ? EXIT.done : EXIT.warned,
	};
}

/** @throws Fault `usage` where nothing that can be kept stands in a file */
function notedIn(file: string, { context, setupFiles, client }: AllPorts): NotedInsight[] {
	const read = setupFiles.read(plainPath(absolutePath(file, context.cwd())));
	const noted = notedInsights(read.kind === 'text' ? client.parse(read.text) : undefined);
	if (noted.length > 0) return noted;
	const what = `nothing to learn is in ${oneLine(file)}`;
	const why = read.kind === 'text' ? '' : `: ${read.kind === 'absent' ? 'no such file' : read.why}`;
	throw new Fault('usage', `${what}${why}`, {
		hint: 'such as {"learnings": ["…"], "patterns": ["…"], "warnings": ["…"], "decisions": ["…"]}',
	});
}
