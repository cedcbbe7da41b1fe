import type { Caller } from '../../app/commands/caller.ts';
import { rememberingScene } from '../../app/commands/memory-of.ts';
import { loadInheritance } from '../../app/continuity/inherit.ts';
import { askedSource, isFirstOfBranch } from '../../app/continuity/inherit-at-start.ts';
import { type Viewpoint, viewpointNow } from '../../app/continuity/rank-sessions.ts';
import { type AskedInheritance, askedInheritance, type Start } from '../../app/continuity/start.ts';
import {
	type WrittenInjection,
	writeInheritedStart,
	writeStart,
} from '../../app/continuity/write-injection.ts';
import type { Ports } from '../../app/ports.ts';
import type { Scene } from '../../app/scene.ts';
import { startFacts } from '../../app/start-status.ts';
import { readState } from '../../app/state-reading.ts';
import type { BranchState } from '../../core/branch-state/schema.ts';
import { unreadFaults } from '../../core/fault/fault.ts';
import type { Injection } from '../../core/inject/compile-injection.ts';
import { noticeLines, statusText } from '../../core/inject/status-text.ts';
import { onBranchText } from '../../core/place/branch-text.ts';
import type { Place } from '../../core/place/place.ts';
import type { Candidate } from '../../core/restore/choose-sources.ts';
import { parseSessionId, type Session } from '../../core/session/session-id.ts';
import { counted } from '../../core/text/counted.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import { columns } from '../columns.ts';
import { callerAt, command, TABLE_OPTIONS } from '../command.ts';
import { type Layout, layoutOf } from '../layout.ts';
import { injectionJson } from '../working-memory.ts';

/** `req session preview` */
export const preview = command({
	about:
		'Shows exactly what a session that started now on this branch would be told, which sessions it comes from, and why from those. Writes nothing.',
	options: { '--all': 'name everything that is left out', ...TABLE_OPTIONS },
	examples: ['req session preview', 'req session preview --json'],
	run: async ({ all = false, wide }, ports) => {
		const found = await contextPreview(callerAt(ports, undefined), ports);
		return {
			text: () => previewText(found, all, layoutOf({ wide }, ports)),
			json: () => previewJson(found),
		};
	},
});
/** The same with every session that was looked at. */
export function previewJson({ injection, candidates, inherits }: ContextPreview): object {
	return {
		...injectionJson(injection),
		candidates: candidates.map(candidateJson),
		inherits: inherits === undefined ? null : { from_session: inherits.from, door: inherits.door },
	};
}

function candidateJson({ summary, hours, relevance, refused, context, pins }: Candidate): object {
	const { key, uuid, name, branch, lastActivity } = summary;
	return {
		...{ key, uuid, name: name ?? null, branch, last_activity: lastActivity, hours },
		...relevance,
		...{ context, pins, refused: refused ?? null },
	};
}

/** The text itself, then under a rule where it comes from and what was left out. */
export function previewText(
	{ place, injection, candidates, inherits, thresholds }: ContextPreview,
	all: boolean,
	{ width }: Layout,
): string {
	const { text, chars, tokenCount, dropped } = injection;
	const size = `${counted(chars, 'character')}, about ${counted(tokenCount, 'token')}`;
	return [
		text,
		'',
		'─'.repeat(RULE),
		`What a session that starts now ${onBranchText(place.branch)} is told: ${size}.`,
		...(inherits === undefined
			? sessionLines(candidates, thresholds, width)
			: [inheritsLine(inherits)]),
		...(all ? dropped.map(dropText) : dropCounts(dropped)),
	].join('\n');
}

function inheritsLine({ from, door }: NonNullable<ContextPreview['inherits']>): string {
	return `It inherits from ${named(from)}: ${DOORS[door]}.`;
}

const DOORS: Readonly<Record<NonNullable<ContextPreview['inherits']>['door'], string>> = {
	command: '`req inherit` left that, `req inherit --cancel` takes it back',
	environment: 'REQ_INHERIT_FROM says so here',
	config: '`inherit` in the config says so for the first session of a branch',
	clear: 'the cleared session did',
	pipeline: 'its pipeline does',
};

type Dropped = Injection['dropped'][number];

function dropText({ what, why }: Dropped): string {
	return `left out: ${oneLine(what)} (${REASONS[why]})`;
}

/** One line for each kind of thing and reason; what stands alone is named. */
function dropCounts(dropped: readonly Dropped[]): string[] {
	const groups = new Map<string, Dropped[]>();
	for (const drop of dropped) {
		const kind = `${kindOf(drop)} ${drop.why}`;
		groups.set(kind, [...(groups.get(kind) ?? []), drop]);
	}
	const lines = [...groups.values()].flatMap((group) => {
		const [first] = group;
		if (first === undefined) return [];
		if (group.length === 1) return [dropText(first)];
		return [`left out: ${counted(group.length, kindOf(first))} (${REASONS[first.why]})`];
	});
	const hint = lines.length < dropped.length ? ['`req session preview --all` names each.'] : [];
	return [...lines, ...hint];
}

/** `pin` of `pin db`. */
function kindOf({ what }: Dropped): string {
	return oneLine(what.replace(/^an? /, '').split(' ')[0] ?? what);
}

const RULE = 60;

/** Sessions that are listed; the rest is counted. */
const MOST = 20;

const HEAD = ['SESSION', 'AGE', 'SCORE', 'RECENCY', 'OVERLAP', 'TASKS', 'TAKEN', 'WHY'];

/** Fewest digits by which scores and thresholds still compare as they do: 0.2496 is not shown as 0.25. */
function deciding(scores: readonly number[], thresholds: readonly number[]): number {
	const all = [...new Set([...scores, ...thresholds])];
	const digits = [2, 3, 4, 5].find((count) => {
		const shown = all.map((one) => one.toFixed(count));
		return new Set(shown).size === all.length;
	});
	return digits ?? 6;
}

function sessionLines(
	candidates: readonly Candidate[],
	thresholds: readonly number[],
	width: number,
): string[] {
	if (candidates.length === 0) return ['No earlier session is recorded here.'];
	const rest = candidates.length - MOST;
	const shown = candidates.slice(0, MOST);
	const scores = shown.map(({ relevance }) => relevance.score);
	const digits = deciding(scores, thresholds);
	return [
		...columns([HEAD, ...shown.map((one) => row(one, digits))], width),
		...(rest > 0
			? [`… and ${counted(rest, 'more session')}: \`req session preview --json\`.`]
			: []),
	];
}

function row(
	{ summary, hours, relevance, refused, context, pins }: Candidate,
	digits: number,
): string[] {
	const { score, recency, overlap, tasks, lifted } = relevance;
	const taken = [...(context ? ['context'] : []), ...(pins === 'none' ? [] : [`${pins} pins`])];
	const why = refused === undefined ? (lifted ? 'a task is pending' : '') : REFUSALS[refused];
	return [
		oneLine(summary.name ?? summary.key),
		hours < HOURS_A_DAY * 2
			? `${hours.toFixed(0)} h`
			: counted(Math.round(hours / HOURS_A_DAY), 'day'),
		score.toFixed(digits),
		...[recency, overlap, tasks].map((part) => part.toFixed(2)),
		taken.length === 0 ? '-' : taken.join(', '),
		why,
	];
}

const HOURS_A_DAY = 24;

const REFUSALS: Readonly<Record<Exclude<Candidate['refused'], undefined>, string>> = {
	self: 'the session itself',
	live: 'still running',
	other_user: 'of another user',
	other_channel: 'of a nested client',
	archived: 'archived: `req session continue` takes it',
	too_old: 'too old: `req session continue` takes it',
	no_work: 'nothing to pass on',
	below_threshold: 'below the threshold',
	outscored: 'others score higher',
};

const REASONS: Readonly<Record<Injection['dropped'][number]['why'], string>> = {
	secret: 'it holds a secret',
	faded: 'its confidence has faded',
	cap: 'there are enough of its kind',
	expired: 'its time is over',
	duplicate: 'said already',
	own_wins: 'the session has its own',
	room: 'no room',
	removed: 'taken away by a later session',
	done: 'done since',
	unconfirmed: 'not confirmed: `req learn review`',
};

/** What the next session on a branch would be told, and why that. */
export interface ContextPreview {
	readonly place: Place;
	/** Scores from which a session's context and its pins are taken. */
	readonly thresholds: readonly number[];
	readonly injection: Injection;
	/** All sessions that were looked at, highest score first; none where it inherits. */
	readonly candidates: readonly Candidate[];
	/** The session it inherits from on somebody's word, and by which door; `undefined`: from nobody. */
	readonly inherits: Pick<InheritedPreview, 'from' | 'door'> | undefined;
}

/** The id of a session that is not there yet. */
const NEXT = '00000000-0000-4000-8000-000000000000';

/**
 * What a session that started now would be told, by the function that tells it (issue "Restore"). Writes
 * nothing.
 *
 * @throws Fault `not_configured`
 */
export async function contextPreview(caller: Caller, ports: Ports): Promise<ContextPreview> {
	const scene = await rememberingScene(caller, ports);
	const { place, config } = scene;
	const { continuity } = config;
	const { threshold, pinThreshold } = continuity.relevance;
	const told = { place, thresholds: [threshold, pinThreshold] };
	const looking = await viewpointNow({ place, continuity, session: undefined }, ports);
	const next = await nextStart(scene, looking, ports);
	const previewed = next && (await previewedInheritance({ ...next, scene, looking }, ports));
	if (previewed?.kind === 'inherits') {
		const { from, door, composed } = previewed;
		return { ...composed, ...told, inherits: { from, door } };
	}
	const composed = await writeStart(looking, previewed?.gates ?? '', ports);
	return { ...composed, ...told, inherits: undefined };
}

/** What a start finds beside earlier sessions. */
async function nextStart(scene: Scene, { registry }: Viewpoint, ports: Ports) {
	const { place } = scene;
	const session = parseSessionId(NEXT, ports.sha256);
	if (session === undefined) return undefined;
	const { state, isNewer } = await readState(place, ports);
	const faults = unreadFaults(await ports.faults.read(place));
	const found = { registry, state, isNewer, faults };
	const gates = statusText(await startFacts({ scene, session }, found, ports));
	return { session, state, gates };
}

/** What the next session on a branch would inherit on somebody's word. */
export interface InheritedPreview {
	readonly kind: 'inherits';
	readonly composed: WrittenInjection;
	/** Name of the source, else its key. */
	readonly from: string;
	readonly door: AskedInheritance['door'];
}

/** `nothing`: it starts as any other, and the gates' text says why where somebody asked in vain. */
export type Previewed = InheritedPreview | { readonly kind: 'nothing'; readonly gates: string };

interface NextStart {
	readonly scene: Scene;
	readonly session: Session;
	readonly state: BranchState | undefined;
	readonly looking: Viewpoint;
	readonly gates: string;
}

/** What a session that started now would inherit, chosen as its start would (D24). Writes nothing. */
export async function previewedInheritance(next: NextStart, ports: Ports): Promise<Previewed> {
	const { looking, gates } = next;
	const start = startOf(next);
	const { summaries } = looking;
	// Whoever asks may be a session of a pipeline; the next one is none.
	const host = { ...ports.host, inheritBundle: undefined };
	const asked = askedInheritance({ start, cleared: undefined, summaries, host });
	const isDue = asked?.door !== 'config' || (await isFirstOfBranch(start, ports));
	if (asked === undefined || !isDue) return { kind: 'nothing', gates };
	const loading = await loaded(asked, start, ports);
	if (loading.kind === 'refused') {
		const notices = noticeLines([`nothing inherited: ${loading.message}`]);
		return { kind: 'nothing', gates: [gates, ...notices].join('\n') };
	}
	const telling = { ...loading, isGiven: false, isAsked: asked.required, gates };
	const composed = await writeInheritedStart(telling, looking, ports);
	return { kind: 'inherits', composed, from: loading.bundle.from_session, door: asked.door };
}

function startOf({ scene, session, state, looking, gates }: NextStart): Start {
	const { place, config } = scene;
	const { registry, summaries } = looking;
	return {
		...{ place, config, session, registry, gates },
		...{ source: 'startup', prompt: undefined, earlier: summaries, armed: state?.armed_inherit },
	};
}

async function loaded(asked: AskedInheritance, start: Start, ports: Ports) {
	const source = await askedSource(asked, start, ports);
	if (source.kind === 'refused') return source;
	const { place, config } = start;
	return loadInheritance(
		{ ...asked, place, config, session: undefined, source: source.session },
		ports,
	);
}
