import { memoryIfAny } from '../app/commands/memory-of.ts';
import type { CommandPorts } from '../app/ports.ts';
import { parseSessionId } from '../core/session/session-id.ts';
import { oneLine } from '../core/text/one-line.ts';
import { onBranchText, type Place } from '../git/place.ts';
import { isPassedOn } from '../memory/confidence.ts';
import { recallFacts } from '../memory/learned-today.ts';
import { lessonOf } from '../memory/lesson.ts';
import { isInsight, type Note, readNotes } from '../memory/notes.ts';
import { findGone, isIn, plainWords } from '../memory/recall-text.ts';
import { type InsightKind, isDoubted } from '../memory/record.ts';
import { readSession } from '../memory/sessions.ts';
import { type Answer, callerAt } from './command.ts';
import { type Cells, elsewhereText, layoutOf, table } from './layout.ts';
import { type Judged, judgedThings } from './learn-verdict.ts';

interface Filter {
	readonly kind?: InsightKind;
	readonly all?: true;
	readonly session?: string;
	readonly wide?: true;
}

/** What was learned, or is supposed to hold work up: for scripts, and what only people read. */
interface Listed {
	readonly json: {
		readonly id: string;
		readonly kind: string;
		readonly confidence: number | null;
		readonly created_at: string;
		/** Of a blocker. */
		readonly type?: string | undefined;
		/** Words that it does not have and is found by. */
		readonly tags?: readonly string[];
	};
	readonly text: string;
	/** The session that has it. */
	readonly of: string;
	/** Why it waits for a word; or `yes`, or why no prompt brings it. */
	readonly why: string;
}

/** What sessions of this branch, of all, or one session learned; suppositions that wait for a word (D26) only by themselves. */
export async function listing(
	given: Filter,
	which: 'candidates' | 'certain',
	ports: CommandPorts,
): Promise<Answer> {
	const { kind, all, session: reference } = given;
	const project = await memoryIfAny(callerAt(ports, reference), ports);
	const { place, session } = project;
	const { branch } = place;
	const found = which === 'certain' ? learned(project, ports) : waiting(project, ports);
	const isHere = (one: Found) =>
		reference === undefined ? one.branch === branch || one.isTeams : one.session === session?.uuid;
	const meant = found.filter((one) => kind === undefined || one.kind === kind);
	const shown = all ? meant : meant.filter(isHere);
	const nameOf = namesOf(place, ports);
	const listed = shown
		.toSorted((one, other) => (one.at < other.at ? 1 : -1))
		.map((one) => listedOf(one, nameOf));
	const elsewhere = reference === undefined ? meant.length : 0;
	const here = reference === undefined ? onBranchText(branch) : 'in this session';
	const nothing = which === 'candidates' ? 'nothing waits for review' : 'nothing was learned';
	const none = `${nothing} ${all ? 'in this repository' : here}${elsewhereText(elsewhere)}`;
	const layout = layoutOf({ wide: given.wide }, ports);
	const reason = ({ why }: Listed) => oneLine(why);
	const cells: Cells<Listed> = {
		ID: ({ json }) => oneLine(json.id),
		KIND: ({ json }) => json.kind,
		CONFIDENCE: ({ json }) => String(json.confidence ?? '-'),
		AGE: ({ json }) => layout.when(json.created_at),
		SESSION: ({ of }) => oneLine(of),
		...(which === 'certain' ? { TOLD: reason } : { WHY: reason }),
		TEXT: ({ text, json: { tags = [] } }) =>
			tags.length === 0 ? oneLine(text) : oneLine(`${text} [${tags.join(', ')}]`),
	};
	return {
		text: () => (listed.length === 0 ? none : table(listed, cells, layout)),
		json: () => listed.map(({ json }) => json),
	};
}

/** Something that is listed, and why. `more`: further keys for scripts. */
interface Found
	extends Pick<
		Judged,
		'id' | 'kind' | 'text' | 'label' | 'why' | 'at' | 'branch' | 'session' | 'source'
	> {
	readonly confidence: number | null;
	readonly tags: readonly string[];
	readonly isTeams: boolean;
	readonly reason: string;
	readonly more: object;
}

type Project = Awaited<ReturnType<typeof memoryIfAny>>;

/** Who is shown lessons here, and what they know without that. */
interface Listener {
	readonly user: string;
	/** `continuity.recall` */
	readonly isOn: boolean;
	/** What Claude Code reads by itself, as `plainWords` makes it. */
	readonly read: readonly string[];
}

/** Why no prompt and no file brings an insight: the first reason that holds. */
const UNTOLD: readonly (readonly [why: string, holds: (one: Note, to: Listener) => boolean])[] = [
	["another user's", (one, { user }) => one.user !== user && !one.isTeams],
	["nested client's", ({ nested }) => nested === true],
	['superseded', ({ confidence }) => confidence === 0],
	['disputed', isDoubted],
	['recall off', (_, { isOn }) => !isOn],
	['client reads it', ({ text }, { read }) => isIn(text, read)],
];

/** Each insight, and whether prompts and files bring it, or why not. */
function learned({ place, config }: Project, ports: CommandPorts): Found[] {
	const read = ports.clientMemory(place).map(plainWords);
	const listener = { user: ports.host.user, isOn: config.continuity.recall, read };
	return readNotes(place)
		.all.filter(isInsight)
		.map((one): Found => {
			const reason = UNTOLD.find(([, holds]) => holds(one, listener))?.[0] ?? 'yes';
			const { id, kind, text, label, why, at, branch, session, source, confidence, tags } = one;
			const said = { id, kind, text, label, why, at, branch, session, source, confidence, tags };
			return { ...said, isTeams: one.isTeams, reason, more: { told: reason === 'yes' } };
		});
}

/** What waits for a word: suppositions, and insights that speak of a file that is gone. */
function waiting({ place, config }: Project, ports: CommandPorts): Found[] {
	const { exists } = recallFacts(place, ports);
	const { decay } = config.continuity;
	const outdated = readNotes(place).all.flatMap((one): Found[] => {
		const lesson = isInsight(one) ? lessonOf(one) : undefined;
		const gone = lesson === undefined ? [] : findGone(lesson, exists);
		if (gone.length === 0 || !isPassedOn(one.confidence, decay)) return [];
		const about = gone.join(', ');
		const { id, kind, text, label, why, at, branch, session, source, confidence, tags } = one;
		const said = { id, kind, text, label, why, at, branch, session, source, confidence, tags };
		const more = { waits: 'outdated', about };
		return [{ ...said, isTeams: one.isTeams, reason: `gone: ${about}`, more }];
	});
	const supposed = judgedThings(place, ports)
		.filter(({ isSupposed }) => isSupposed)
		.map((one): Found => {
			const { id, kind, text, label, why, at, branch, session, source } = one;
			const said = { id, kind, text, label, why, at, branch, session, source };
			const confidence = kind === 'blocker' ? null : one.confidence;
			const more = { waits: 'supposed', about: null };
			const reason = 'a prompt suggests it';
			return { ...said, confidence, tags: [], isTeams: false, reason, more };
		});
	return [...outdated, ...supposed];
}

type NameOf = (session: string | undefined) => { readonly key: string; readonly name: string };

/** What sessions are called, each read once. */
function namesOf(place: Place, ports: CommandPorts): NameOf {
	const known = new Map<string, ReturnType<NameOf>>();
	return (uuid = '') => {
		const session = parseSessionId(uuid, ports.sha256);
		const key = session?.key ?? '-';
		const read = () => ({ key, name: readSession(place, session, ports)?.name ?? key });
		const named = known.get(uuid) ?? read();
		known.set(uuid, named);
		return named;
	};
}

function listedOf(one: Found, nameOf: NameOf): Listed {
	const { id, kind, text, label, why, tags, confidence, source, at, more, isTeams } = one;
	const { key, name } = nameOf(one.session);
	const session = one.session === undefined ? null : key;
	const because = why === undefined ? text : `${text} — ${why}`;
	const about = { id, kind, text, why: why ?? null };
	const of = { confidence, source, session, created_at: at, team: isTeams };
	const isBlocker = kind === 'blocker';
	return {
		json: isBlocker
			? { ...about, type: label, ...of, ...more }
			: { ...about, tags, ...of, ...more },
		text: isBlocker ? `${label}: ${text}` : because,
		of: isTeams ? 'team' : name,
		why: one.reason,
	};
}
