import type { CommandContext } from '../context.ts';
import { noteById } from '../events/add-notes.ts';
import { isThisSession, onlyItsOwn, onlyTheUser } from '../events/caller.ts';
import type { Project } from '../events/projects.ts';
import { sessionFor } from '../events/session-memory.ts';
import { onBranchText, type Place } from '../git/place.ts';
import { clientMemory } from '../host/client-memory.ts';
import { environmentOf } from '../host/environment.ts';
import { parseSessionId } from '../host/session-id.ts';
import { recordEvents } from '../memory/events.ts';
import { filesNow } from '../memory/files-now.ts';
import { confidenceAfter } from '../memory/lesson.ts';
import { candidateId } from '../memory/make-record.ts';
import {
	addNotes,
	type Draft,
	isInsight,
	type Note,
	type NoteLine,
	type Notes,
	readNotes,
	type VerdictLine,
} from '../memory/notes.ts';
import { findGone, isIn, plainWords } from '../memory/recall.ts';
import { isDoubted, SUPPOSED } from '../memory/record.ts';
import { allSessions } from '../memory/sessions.ts';
import { TEAM_FILE, teamLinesOf } from '../memory/team-file.ts';
import { oneLine, quoted } from '../text/one-line.ts';
import { listed } from '../text/phrases.ts';
import { compareTexts } from '../text/strings.ts';
import { type Answer, type Command, callerAt, command, SESSION, TABLE_OPTIONS } from './command.ts';
import { type Cells, elsewhereText, layoutOf, table } from './layout.ts';

/** The lists of notes: what each is about, and what it says if it is empty. */
const LISTS = {
	lessons: {
		about: 'list lessons of this branch, newest first',
		none: 'no lesson was noted',
		examples: ['req learn list --kind warning', 'req learn list --all --json'],
	},
	notes: {
		about: 'list open pins, next steps and blockers',
		none: 'no pin, next step or blocker is open',
		examples: ['req note list', 'req note list --all --json'],
	},
	review: {
		about: 'list suggested decisions and blockers, and outdated lessons',
		none: 'nothing waits for review',
		examples: ['req learn review', 'req learn confirm i3f2a1b0c'],
	},
} as const;
type List = keyof typeof LISTS;

interface Given {
	readonly kind?: string;
	readonly all?: true;
	readonly session?: string;
	readonly wide?: true;
}

/** `req learn list`, `req learn review`, `req note list` */
export function declareList(list: List): Command {
	const { about, examples } = LISTS[list];
	const choices = ['learning', 'pattern', 'warning', 'decision'];
	const kind = list === 'lessons' && { '--kind <kind>': { about: 'only this kind', choices } };
	const options = { ...kind, '--all': 'of every branch', ...SESSION, ...TABLE_OPTIONS };
	const run = async (given: Given, context: CommandContext) => listNotes(list, given, context);
	return { about, ...(list === 'notes' && { isDefault: true }), options, examples, run };
}

/** A note, and whether sessions are shown it. */
interface Listed {
	readonly note: Note;
	/** `shown`, `open`, or why it is not shown. */
	readonly state: string;
	/** Files that it names and that were deleted. */
	readonly gone: readonly string[];
}

/** The notes of a list: what holds on this branch or was inherited, of every branch, or of one session. */
export async function listNotes(list: List, given: Given, context: CommandContext): Promise<Answer> {
	const { kind, all = false, session: reference, wide } = given;
	const project = await sessionFor(callerAt(context, reference), 'none', context);
	const { place, session, record } = project;
	const inherited = record?.pins ?? [];
	const isHere = ({ note: { id, branch, isTeams, critical, session: of } }: Listed) => {
		if (inherited.some((pin) => pin.id === id)) return true;
		if (reference !== undefined) return of === session?.uuid;
		return branch === place.branch || isTeams || critical === true;
	};
	const meant = notesOf(list, project, context)
		.filter(({ note }) => kind === undefined || note.kind === kind)
		.sort(({ note: one }, { note: other }) => rankOf(one) - rankOf(other) || compareTexts(other.at, one.at));
	const shown = all ? meant : meant.filter(isHere);
	const where = reference === undefined ? onBranchText(place.branch) : 'in this session';
	const elsewhere = reference === undefined ? elsewhereText(meant.length) : '';
	const none = `${LISTS[list].none} ${all ? 'in this repository' : where}${elsewhere}`;
	const layout = layoutOf({ wide }, context);
	const keyOf = ({ session: uuid }: Note) => parseSessionId(uuid)?.key;
	const cells: Cells<Listed> = {
		ID: ({ note }) => oneLine(note.id),
		KIND: ({ note }) => (note.critical ? `critical ${note.kind}` : note.kind),
		AGE: ({ note }) => layout.when(note.at),
		SESSION: ({ note }) => (note.isTeams ? 'team' : oneLine(keyOf(note) ?? '-')),
		STATE: ({ state, gone }) => oneLine(gone.length > 0 ? `gone: ${gone.join(', ')}` : state),
		TEXT: ({ note }) => oneLine(`${textOf(note)}${elsewhereOf(note, place)}`),
	};
	return {
		text: () => (shown.length === 0 ? none : table(shown, cells, layout)),
		json: () => shown.map((one) => jsonOf(one, keyOf(one.note))),
	};
}

/** Critical pins, other pins, next steps, blockers; all lessons are equal. */
function rankOf({ kind, critical }: Note): number {
	return critical === true ? -1 : ['pin', 'next', 'blocker'].indexOf(kind);
}

function notesOf(list: List, project: Project, context: CommandContext): Listed[] {
	const { place } = project;
	const { all } = readNotes(place);
	if (list === 'notes') {
		const open = all.filter((one) => !isInsight(one) && one.ended === undefined);
		return open.map((note) => ({ note, state: 'open', gone: [] }));
	}
	const now = filesNow(place);
	const { user } = environmentOf(context);
	const read = clientMemory(place.root).map(plainWords);
	const lessons = all.filter(isInsight).map((note): Listed => {
		return { note, state: stateOf(note, project, { user, read }), gone: findGone(note, now) };
	});
	if (list === 'lessons') return lessons;
	const outdated = lessons.filter(({ note, gone }) => gone.length > 0 && !isDoubted(note));
	const suggested = suggestions(place, context);
	return [...outdated, ...suggested.map((note) => ({ note, state: 'suggested', gone: [] }))];
}

/**
 * Whether prompts and files bring a lesson, or the first reason why not.
 *
 * @param read what Claude Code reads by itself, as `plainWords` makes it
 */
function stateOf(
	note: Note,
	{ config }: Project,
	{ user, read }: { readonly user: string; readonly read: readonly string[] },
): string {
	if (note.user !== user && !note.isTeams) return "another user's";
	if (note.nested === true) return "nested client's";
	if (note.confidence === 0) return 'superseded';
	if (isDoubted(note)) return 'disputed';
	if (!config.continuity.recall) return 'recall off';
	return isIn(note.text, read) ? 'client reads it' : 'shown';
}

/** `db: Postgres 16`, `keep SQLite — one writer is enough [storage]` */
function textOf({ label, text, why, tags }: Note): string {
	const labeled = label === undefined ? text : `${label}: ${text}`;
	const because = why === undefined ? labeled : `${labeled} — ${why}`;
	return tags.length === 0 ? because : `${because} [${tags.join(', ')}]`;
}

/** The branch of a note, if it is of another one. */
function elsewhereOf({ branch, isTeams }: Note, place: Place): string {
	return isTeams || branch === place.branch ? '' : ` (${onBranchText(branch)})`;
}

/** For scripts; absent values are null (D37). `session`: its key. */
function jsonOf({ note, state, gone }: Listed, session: string | undefined): object {
	const { id, kind, label = null, text, why = null, tags, confidence, source, branch, at } = note;
	const weight = note.critical === true ? 'critical' : 'standard';
	const said = { id, kind, label, text, why, tags, importance: kind === 'pin' ? weight : null };
	const origin = { source, session: session ?? null, team: note.isTeams, branch, at };
	return { ...said, confidence, ...origin, state, gone };
}

/** What prompts only seemed to say (D26), as notes; several prompts may have said the same. */
function suggestions(place: Place, context: CommandContext): Note[] {
	const all = allSessions(place, context).flatMap((record): Note[] => {
		const { uuid: session, branch, user, candidates } = record;
		const of = { session, branch, user, source: 'prompt', confidence: SUPPOSED } as const;
		const more = { ...of, tags: [], files: [], isTeams: false };
		return candidates.map((one) => {
			const { kind, type: label, text, at } = one;
			return { ...more, id: candidateId(one), kind, label, text, at };
		});
	});
	return [...new Map(all.toReversed().map((one) => [one.id, one])).values()];
}

/** The verdicts on a lesson, and the ends of an open note. */
const VERDICTS = {
	confirm: { of: 'lesson', about: 'confirm a lesson: it counts for more' },
	dispute: { of: 'lesson', about: 'dispute a lesson: hidden until it is confirmed' },
	forget: { of: 'lesson', about: 'remove a lesson from every session of this repository' },
	done: { of: 'note', about: 'end a next step or a blocker as done' },
	remove: { of: 'note', about: 'remove a pin, a next step or a blocker' },
} as const;
type Verdict = keyof typeof VERDICTS;

/** The command that stores a verdict on a lesson, or ends a note; it needs no session. */
export function declareVerdict(verdict: Verdict): Command {
	const { of, about } = VERDICTS[verdict];
	const example = of === 'lesson' ? `learn ${verdict} i3f2a1b0c` : `note ${verdict} n3fa9`;
	return command({
		about,
		words: { '<id>': 'id or unique prefix' },
		options: SESSION,
		examples: [`req ${example}`],
		run: async (given, context) => {
			const caller = callerAt(context, given.session);
			const { place, session } = await sessionFor(caller, 'none', context);
			onlyItsOwn(caller, session, context);
			const suggested = of === 'lesson' ? suggestions(place, context) : [];
			const by = { at: new Date(context.now()).toISOString(), session: session?.uuid };
			const decide = ({ all }: Notes, lineOf: (draft: Draft) => NoteLine) => {
				// Prompts bring blockers as lessons, with the command that disputes them.
				const isMeant = (note: Note) => note.kind === 'blocker' || isInsight(note) === (of === 'lesson');
				const noted = all.filter((note) => note.ended === undefined && isMeant(note));
				const one = noteById(given.id, [...noted, ...suggested], of);
				// What another session learned is not the model's to take away.
				if (verdict === 'forget' && !isThisSession(one.session, context))
					onlyTheUser(caller, `req learn forget ${one.id}`);
				const line = verdictOn(one, verdict, by);
				const isSaid = verdict === 'confirm' && one.source === 'prompt';
				const { kind, text, label, branch, user, session: sayer } = one;
				const said = { at: by.at, kind, text, label, branch, user, session: sayer };
				return { one, line, added: isSaid ? [lineOf({ ...said, source: 'user' }), line] : [line] };
			};
			const { one, line } = await addNotes(place, decide, context);
			if (verdict === 'forget' && !caller.isModel) {
				const data = { command: 'learn forget', ref: one.id, by: caller.user };
				const event = { name: 'session_override' as const, session: session?.uuid ?? null, data };
				await recordEvents(place, [event], context);
			}
			return { text: `${verdictText(one, line)}${teamText(one, line, place)}` };
		},
	});
}

/** A dispute of a noted blocker ends it: prompts would still bring it. */
function verdictOn(note: Note, verdict: Verdict, by: Pick<VerdictLine, 'at' | 'session'>): VerdictLine {
	const { id, kind, confidence: old } = note;
	if (verdict === 'forget') return { ...by, op: 'forget', id };
	const isLesson = kind !== 'blocker' || note.source === 'prompt';
	if (verdict === 'confirm' || (verdict === 'dispute' && isLesson))
		return { ...by, op: verdict, id, old, confidence: confidenceAfter(verdict, note) };
	return { ...by, op: 'resolve', id, how: verdict === 'done' ? 'done' : 'removed' };
}

function verdictText(note: Note, { op, how, confidence = 0 }: VerdictLine): string {
	const { id, kind, text, confidence: old, supersededBy: newer } = note;
	if (op === 'resolve') return `${how}: ${kind} ${id}, ${quoted(text)}`;
	if (op === 'forget') return `forgotten: ${id}, ${quoted(text)}; its words still count among the topics`;
	const change = old === confidence ? `its confidence stays ${old}` : `${old} → ${confidence}`;
	const said = `${op === 'confirm' ? 'confirmed' : 'disputed'} ${id}: ${change}`;
	if (isDoubted({ confidence })) return `${said}, no longer shown`;
	if (old > 0 || newer === undefined) return said;
	return `${said}. ${newer}, which took its place, is shown as well: \`req learn forget ${newer}\` if it is wrong`;
}

/** What a lesson that is taken away here still is for the team; empty if its file does not have it. */
function teamText(note: Note, { op }: VerdictLine, place: Place): string {
	const lines = op === 'forget' || op === 'dispute' ? teamLinesOf(place, note) : [];
	if (lines.length === 0) return '';
	const where = `line${lines.length === 1 ? '' : 's'} ${listed(lines.map(String))} of ${TEAM_FILE}`;
	return `. This counts in this clone only: for the whole team, remove ${where} and commit the file`;
}
