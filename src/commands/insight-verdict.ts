import { type Caller, onlyInATerminal } from '../app/commands/caller.ts';
import {
	everyRecordWith,
	isThisSession,
	memoriesOf,
	memoryIfAny,
	onlyItsOwn,
	remember,
	rememberingProject,
} from '../app/commands/memory-of.ts';
import { OUTSIDE } from '../app/commands/session-choice.ts';
import { recordEvents } from '../app/continuity/events.ts';
import { everyRecord } from '../app/continuity/records.ts';
import type { CommandPorts } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import type { JournalEntry } from '../core/journal/line.ts';
import type { Session } from '../core/session/session-id.ts';
import {
	confirmed,
	disputed,
	insightsNamed,
	isBlockerId,
	isDoubted,
	isPassedOn,
	type KnownInsight,
	knownInsights,
	SHORTEST_INSIGHT,
	supersededBy,
	supposedBlockers,
	tagsOf,
	toldBlockers,
} from '../core/session-record/insights.ts';
import type { SessionRecord } from '../core/session-record/schema.ts';
import { oneLine, quoted } from '../core/text/one-line.ts';
import type { Project } from '../events/projects.ts';
import type { Answer } from './command.ts';
import { noterOf } from './working-memory.ts';

/** What somebody says of an insight, or of a blocker that a prompt let suppose. */
export type InsightVerdict = 'confirmed' | 'disputed' | 'forgotten';

interface Judging {
	/** An id, or its beginning. */
	readonly reference: string;
	readonly verdict: InsightVerdict;
	readonly caller: Caller;
}

/**
 * Judges what any session of the repository knows. It needs no session.
 *
 * @throws Fault `unknown_name`, `unknown_session`, `not_configured`, `refused`
 */
export async function judged(judging: Judging, ports: CommandPorts): Promise<Answer> {
	const { reference, verdict, caller } = judging;
	if (isBlockerId(reference)) return judgedBlocker(judging, ports);
	const { meant, memory } = await insightMeant(reference, caller, ports);
	if (verdict === 'forgotten') return forgotten(meant, memory, caller, ports);
	const { insight } = meant;
	const confidence = verdict === 'confirmed' ? confirmed(insight) : disputed(insight);
	const reason = `${verdict} by ${noterOf(caller)}`;
	const isTold = await scored(meant, { confidence, reason }, { memory, ports });
	const { id, confidence: old } = insight;
	const change = old === confidence ? `its confidence stays ${old}` : `${old} → ${confidence}`;
	const untold = verdict === 'confirmed' ? 'still not passed on' : 'not passed on any more';
	const by = verdict === 'confirmed' ? supersededBy(insight) : undefined;
	const both =
		by === undefined
			? ''
			: `. ${by}, which took its place, is told as well: \`req learn forget ${by}\` if it is wrong`;
	return {
		text: `${verdict} ${id}: ${change}${isTold ? '' : `, ${untold}`}${both}`,
	};
}

/**
 * Makes ready for a newer insight to take the place of one that is known: nobody is told of that one any more, but it stays.
 *
 * @returns its tags, and what does it, for the id of the newer one
 * @throws Fault `unknown_name`, `unknown_session`, `not_configured`, `refused`
 */
export async function superseding(
	reference: string,
	caller: Caller,
	ports: CommandPorts,
): Promise<Superseding> {
	const { meant } = await insightMeant(reference, caller, ports);
	const { id } = meant.insight;
	const replace = async (by: string) => {
		const reason = `superseded by ${by}`;
		if (by === id)
			throw new Fault('usage', `${id} cannot take its own place`, { hint: 'req learn list --all' });
		const memory = await memoryIfAny(caller, ports);
		await scored(meant, { confidence: 0, reason }, { memory, ports });
		return id;
	};
	return { tags: tagsOf(meant), replace };
}

/** An insight whose place is to be taken. */
export interface Superseding {
	readonly tags: readonly string[];
	/** @returns its id */
	readonly replace: (by: string) => Promise<string>;
}

/** @throws Fault `unknown_name`, `unknown_session`, `not_configured`, `refused` */
async function insightMeant(reference: string, caller: Caller, ports: CommandPorts) {
	const memory = await memoryIfAny(caller, ports);
	await onlyItsOwn(caller, memory.session, ports);
	const records = await everyRecordWith(memory.session, memory.place, ports);
	return { meant: insightNamed(reference, records), memory };
}

/** How something is spoken of where a reference means none of it, or several. */
interface Naming {
	readonly many: string;
	readonly none: string;
	/** The command that lists it. */
	readonly list: string;
}

const INSIGHTS: Naming = {
	many: 'insights',
	none: 'nothing that was learned here is',
	list: 'req learn list --all',
};

/** @throws Fault `unknown_name` */
function insightNamed(reference: string, records: readonly SessionRecord[]) {
	const found = insightsNamed(reference, knownInsights(records));
	const named = found.map((one) => ({ ...one, id: one.insight.id, text: one.insight.text }));
	return theOnlyOne(named, reference, INSIGHTS);
}

/**
 * The one thing that a reference means.
 *
 * @throws Fault `unknown_name`
 */
function theOnlyOne<Thing extends { readonly id: string; readonly text: string }>(
	found: readonly Thing[],
	reference: string,
	words: Naming,
): Thing {
	const [only] = found;
	if (only !== undefined && found.length === 1) return only;
	const what = `"${oneLine(reference)}"`;
	if (only === undefined) {
		const least =
			reference.trim().length < SHORTEST_INSIGHT
				? `name it by ${SHORTEST_INSIGHT} characters at least: `
				: '';
		throw new Fault('unknown_name', `${words.none} ${what}`, { hint: `${least}${words.list}` });
	}
	const lines = found.map(({ id, text }) => `  ${id}  ${quoted(text)}`);
	throw new Fault('unknown_name', `${what} means ${found.length} ${words.many}`, {
		hint: ['name one of them with more characters:', ...lines].join('\n'),
	});
}

type MemoryIfAny = Project & { readonly session: Session | undefined };

/**
 * Nothing else than this and `forgotten` ever changes what another session knows.
 *
 * @returns whether it is passed on
 */
async function scored(
	{ insight: { id, confidence: old }, records }: KnownInsight,
	{ confidence, reason }: { readonly confidence: number; readonly reason: string },
	{ memory, ports }: { readonly memory: MemoryIfAny; readonly ports: CommandPorts },
): Promise<boolean> {
	const { session, ...project } = memory;
	const line = { e: 'score', id, old, new: confidence, reason } as const;
	const others = records.filter(({ uuid }) => uuid !== session?.uuid);
	for (const home of memoriesOf(others, project, ports)) {
		await remember(home, [{ ...line, by: session?.key ?? OUTSIDE }], ports);
	}
	if (session !== undefined) await remember({ ...project, session }, [line], ports);
	return !isDoubted({ confidence }) && isPassedOn(confidence, project.config.continuity.decay);
}

/** Nobody is told of it any more; that the user took it away is an event. */
async function forgotten(
	{ insight: { id, text }, records }: KnownInsight,
	{ session, ...project }: MemoryIfAny,
	caller: Caller,
	ports: CommandPorts,
): Promise<Answer> {
	const what = `req learn forget ${id}`;
	await tellEach(records, { e: 'forget', id }, { what, project, caller, ports });
	if (!caller.isModel) {
		const data = { command: 'learn forget', ref: id, by: caller.user };
		const event = { name: 'session_override' as const, session: session?.uuid ?? null, data };
		await recordEvents(project.place, [event], ports);
	}
	return {
		text: `forgotten: ${id}, ${quoted(text)}; its words still count among the topics`,
	};
}

/**
 * Says of a blocker what it is: confirmed, it stands like one noted by hand; else it is resolved, in each session that has
 * it (D26). What somebody noted in another session is not the model's to resolve.
 */
async function judgedBlocker(judging: Judging, ports: CommandPorts): Promise<Answer> {
	const { reference, verdict, caller } = judging;
	const project = await rememberingProject(caller, ports);
	const records = await everyRecord(project.place, ports);
	const told = toldBlockers(records);
	const all = [...supposedBlockers(records, ports.sha256), ...told];
	const found = all.filter(({ id }) => id.startsWith(reference.trim().toLowerCase()));
	const naming = { many: 'blockers', none: 'no open blocker is', list: 'req learn review --all' };
	const { id, type, text, records: holders } = theOnlyOne(found, reference, naming);
	const isNoted = told.some((one) => one.id === id);
	const said = { e: 'block', type, text, source: noterOf(caller) } as const;
	const entry = verdict === 'confirmed' ? said : ({ ...said, resolved: true } as const);
	const isForUsers = verdict === 'forgotten' || (verdict === 'disputed' && isNoted);
	const what = isForUsers ? `req learn ${COMMANDS[verdict]} ${id}` : undefined;
	await tellEach(holders, entry, { what, project, caller, ports });
	const head = verdict === 'forgotten' ? `forgotten: ${id}, ` : `${verdict} ${id}: `;
	return {
		text: `${head}${quoted(text)}`,
	};
}

export const COMMANDS = { confirmed: 'confirm', disputed: 'dispute', forgotten: 'forget' } as const;

/**
 * Notes something in each session that it is about.
 *
 * @param what the command for the user, where what others than its own session know is not the model's to take away
 * @throws Fault `refused`
 */
async function tellEach(
	holders: readonly SessionRecord[],
	entry: JournalEntry,
	by: {
		readonly what: string | undefined;
		readonly project: Project;
		readonly caller: Caller;
		readonly ports: CommandPorts;
	},
): Promise<void> {
	const { what, project, caller, ports } = by;
	const homes = memoriesOf(holders, project, ports);
	const isFree = what === undefined || homes.every(({ session }) => isThisSession(session, ports));
	if (!isFree) onlyInATerminal(caller, what);
	for (const home of homes) await remember(home, [entry], ports);
}
