import { CODE_ORDER, type CodeSections, cancelledNext } from '../inject/codes.ts';
import { toldCodes } from '../inject/told-codes.ts';
import type { SessionRecord } from '../session-record/schema.ts';
import { rankTopics } from '../topics/rank-topics.ts';
import type { SourceRecord } from './choose-sources.ts';
import {
	type Drop,
	lastSession,
	type Restoration,
	type RestoredSource,
	type RestoreFacts,
} from './restoration.ts';
import { restoreInsights } from './restore-insights.ts';
import { type PinFrom, restorePins } from './restore-pins.ts';
import { restoreTasks } from './restore-tasks.ts';
import { cleanTexts, secretsAmong } from './secrets-among.ts';

/** Projects that are named. */
const MAX_PROJECTS = 10;

/**
 * What a session gets of chosen others (FR-002, D18..D25), before it is put into words. The records stay as they are.
 *
 * @param sources newest first
 */
export function restore(sources: readonly SourceRecord[], facts: RestoreFacts): Restoration {
	const giving = sources.filter(({ context }) => context);
	const records = giving.map(({ record }) => record).filter((one) => isOpen(one, facts));
	const here = records.filter(({ branch }) => facts.mode === 'explicit' || branch === facts.branch);
	const { pins, dropped } = restorePins(sources, facts);
	const insights = restoreInsights(giving, facts);
	const { tasks, older } = restoreTasks(
		records.flatMap(({ pending_tasks: pending }) => pending),
		facts,
	);
	const codes = codesOf(here, facts);
	return {
		sources: contributing(sources, pins),
		pins: pins.map(({ pin, branch }) => ({
			...pin,
			...(branch === facts.branch ? {} : { elsewhere: branch }),
		})),
		insights: insights.insights,
		tasks,
		olderTasks: older,
		projects: projectsOf(records, facts),
		topics: topicsOf(records, facts),
		codes: codes.codes,
		lastSession: here[0] && lastSession(here[0], facts.holdsSecret),
		dropped: [...dropped, ...insights.dropped, ...codes.dropped],
		decays: insights.decays,
		surfaced: tasks.map(({ id, days }) => ({ task_id: id, days_pending: days })),
	};
}

/** A session whose work is finished passes on what it learnt, and nothing of what it did, unless the user names it (S1-025). */
function isOpen({ closed }: SessionRecord, { mode }: RestoreFacts): boolean {
	return mode === 'explicit' || closed !== true;
}

/** The sources that anything came from, each with the pins it gave. */
function contributing(
	sources: readonly SourceRecord[],
	pins: readonly PinFrom[],
): readonly RestoredSource[] {
	return sources
		.map(({ record, score, context }) => ({
			context,
			source: {
				key: record.key,
				uuid: record.uuid,
				name: record.name,
				score,
				lastActivity: record.last_activity,
				expiresAt: record.expires_at,
				pins: pins.filter(({ source }) => source === record.key).map(({ pin }) => pin),
			},
		}))
		.filter(({ context, source }) => context || source.pins.length > 0)
		.map(({ source }) => source);
}

function projectsOf(
	records: readonly SessionRecord[],
	{ holdsSecret }: RestoreFacts,
): readonly string[] {
	const projects = new Set(records.flatMap(({ active_projects: active }) => active));
	return cleanTexts([...projects], holdsSecret).slice(0, MAX_PROJECTS);
}

/** The sources' terms together, against all sessions (D28): what is everywhere tells nothing. */
function topicsOf(
	records: readonly SessionRecord[],
	{ documents, continuity, holdsSecret }: RestoreFacts,
): readonly string[] {
	const counts = new Map<string, number>();
	for (const [term, count] of records.flatMap(countsOf)) {
		counts.set(term, (counts.get(term) ?? 0) + count);
	}
	const topics = rankTopics(Object.fromEntries(counts), documents, continuity.topics);
	return cleanTexts(topics, holdsSecret);
}

/** Where a record has lost its terms to its size (D28), its topics stand for them. */
function countsOf({ terms, hot_topics: topics }: SessionRecord): readonly [string, number][] {
	const counts = Object.entries(terms);
	return counts.length > 0 ? counts : topics.map((topic) => [topic, 2]);
}

/**
 * The codes of the sources' work on the branch, oldest session first; a session the user names gives them from
 * whichever branch.
 *
 * @param records newest first
 */
function codesOf(
	records: readonly SessionRecord[],
	{ holdsSecret }: RestoreFacts,
): { readonly codes: CodeSections; readonly dropped: readonly Drop[] } {
	const oldestFirst = [...records].reverse();
	const all = toldCodes(oldestFirst);
	const isSecret = secretsAmong(Object.values(all).flat(), holdsSecret);
	const clean = CODE_ORDER.map((section) => [
		section,
		all[section].filter((one) => !isSecret(one)),
	]);
	const codes: CodeSections = Object.fromEntries(clean);
	const secrets = CODE_ORDER.filter((section) => codes[section].length < all[section].length);
	return {
		codes,
		dropped: [
			...secrets.map((section): Drop => ({ what: `a code of ${section}`, why: 'secret' })),
			...cleanTexts(cancelledNext(oldestFirst), holdsSecret).map(
				(line): Drop => ({ what: `code ${line}`, why: 'done' }),
			),
		],
	};
}

/**
 * What a session gets back after its compaction (D19): its own pins, insights, tasks and codes, none of them faded, and
 * the insights it had inherited.
 *
 * @param inherited what `restore` makes of the sessions it took from, anew
 */
export function ownContext(
	record: SessionRecord,
	inherited: Restoration | undefined,
	facts: RestoreFacts,
): Restoration {
	const own = restore([{ record, score: 1, context: true, pins: 'all' }], {
		...facts,
		mode: 'explicit',
		own: [],
	});
	const ids = new Set(own.insights.map(({ insight }) => insight.id));
	return {
		...own,
		sources: [],
		pins: own.pins.map((pin) => record.pins.find(({ label }) => label === pin.label) ?? pin),
		insights: [
			...own.insights.map((one) => ({ ...one, confidence: one.insight.confidence })),
			...(inherited?.insights ?? []).filter(({ insight }) => !ids.has(insight.id)),
		],
		decays: [],
		surfaced: [],
		lastSession: undefined,
	};
}
