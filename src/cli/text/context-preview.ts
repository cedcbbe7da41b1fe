import type { ContextPreview } from '../../app/commands/context-preview.ts';
import type { Injection } from '../../core/inject/compile-injection.ts';
import { onBranchText } from '../../core/place/branch-text.ts';
import type { Candidate } from '../../core/restore/choose-sources.ts';
import { counted } from '../../core/text/counted.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import type { Layout } from '../desk.ts';
import { columns } from './columns.ts';

/** The fixed keys of what is injected (interface: context preview). */
export function injectionJson({ text, chars, tokenCount, sources, dropped }: Injection) {
	return {
		...{ text, chars, token_count: tokenCount },
		sources: sources.map(({ key, score }) => ({ key, score })),
		dropped: dropped.map(({ what, why }) => ({ what, why })),
	};
}

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
