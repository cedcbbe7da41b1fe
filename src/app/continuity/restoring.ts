import type { Config } from '../../core/config/config.ts';
import type { StartSource } from '../../core/config/continuity.ts';
import type { ActivityEntry } from '../../core/journal/activity.ts';
import type { Place } from '../../core/place/place.ts';
import type { Registry } from '../../core/registry/schema.ts';
import { isFirstTold, type Told } from '../../core/restore/first-told.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { RecordSummary } from '../../core/session-record/summary.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { processFields } from '../registering.ts';
import { type Composed, composeCompaction, composeResume, composeStart } from './composing.ts';
import { linkOf } from './linking.ts';
import type { Looking } from './looking-back.ts';
import { recordRestoration } from './recording.ts';

/** A session start that may be told of earlier sessions. */
export interface Start {
	readonly place: Place;
	readonly config: Config;
	readonly session: Session;
	/** As the host names it. */
	readonly source: string;
	/** Only a compaction has one. */
	readonly prompt: string | undefined;
	readonly registry: Registry;
	/** Sessions of the last days, newest activity first; `undefined` where nobody has looked yet. */
	readonly earlier: readonly RecordSummary[] | undefined;
	/** What the gates have to say. */
	readonly gates: string;
}

/**
 * The text of a start: what the gates say, followed by what earlier sessions pass on where there is
 * anything (D18, D19). A start is told once, and everything that was told is kept (D12, S2-096).
 */
export async function startText(start: Start, ports: Ports): Promise<string> {
	const { place, config, session, gates } = start;
	const { continuity } = config;
	const summaries =
		start.earlier ?? (await ports.records.summaries(place, continuity.retentionDays));
	const looking = { place, continuity, session, own: [], registry: start.registry, summaries };
	const link = isNew(start) ? await linkOf(start, summaries, ports) : undefined;
	const links = link === undefined ? [] : [link];
	const composed = await compose(start, looking, ports);
	if (composed === undefined || composed.injection.text === gates) {
		await note(place, session, { entries: links, ports });
		return gates;
	}
	if (!(await speaks(start, links, ports))) return gates;
	await keep(composed, looking, ports);
	return composed.injection.text;
}

/** A session that was not there before follows others. */
function isNew({ source }: Start): boolean {
	return source !== 'resume' && source !== 'compact';
}

/** By source (D19); `undefined` where only the gates speak. */
async function compose(
	start: Start,
	looking: Looking,
	ports: Ports,
): Promise<Composed | undefined> {
	const { source, gates, config } = start;
	const isWanted = config.continuity.injectOn.includes(source as StartSource);
	if (!isWanted) return source === 'resume' ? composeResume(looking, gates, ports) : undefined;
	return source === 'compact'
		? composeCompaction(looking, gates, ports)
		: composeStart(looking, gates, ports);
}

/** Claims the start in the session's journal; false where another hook of the same start came first. */
async function speaks(
	{ place, session, source, prompt }: Start,
	links: readonly ActivityEntry[],
	ports: Ports,
): Promise<boolean> {
	const { pid, pid_started: started } = processFields(ports);
	const told: Told = {
		...{ e: 'told', source, client: `${pid} ${started ?? ''}`.trim(), by: ports.host.pid },
		...(prompt === undefined ? {} : { p: prompt }),
	};
	await note(place, session, { entries: [...links, told], ports });
	return isFirstTold(await ports.journal.read(place, session.key), session.uuid, told);
}

/** What came from the session itself is in its journal already. */
async function keep(
	{ restoration }: Composed,
	{ place, continuity, session }: Looking,
	ports: Ports,
): Promise<void> {
	if (restoration === undefined || session === undefined) return;
	const recording = { place, continuity, session, restoration, mode: 'auto' as const };
	await recordRestoration(recording, { more: [], also: [] }, ports);
}
