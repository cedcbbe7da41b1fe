import type { StartSource } from '../../core/config/continuity.ts';
import { noticeLines } from '../../core/inject/status-text.ts';
import type { JournalEntry } from '../../core/journal/line.ts';
import { isFirstTold, type Told } from '../../core/restore/first-told.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { processFields } from '../registering.ts';
import type { Viewpoint } from './rank-sessions.ts';
import { recordRestoration } from './record-restoration.ts';
import { linkOf, UNLINKED } from './session-links.ts';
import { type AskedInheritance, askedInheritance, type Restoring, type Start } from './start.ts';
import {
	type WrittenInjection,
	writeCompaction,
	writeResume,
	writeStart,
} from './write-injection.ts';

/** What a start tells. */
export interface StartText {
	/** For the model. */
	readonly text: string;
	/** For the user: what became of an inheritance that he asked for, a sentence each. Mostly nothing. */
	readonly notices: readonly string[];
}

/**
 * What the gates say, followed by what the session inherits on somebody's word, else by what earlier sessions pass on
 * by themselves (D18, D24).
 */
export async function startText(start: Start, ports: Ports): Promise<StartText> {
	const { place, config, session, registry } = start;
	const { continuity } = config;
	const summaries =
		start.earlier ?? (await ports.records.summaries(place, continuity.retentionDays));
	const viewpoint = { place, continuity, session, own: [], registry, summaries };
	const { link, cleared } = isNew(start) ? await linkOf(start, summaries, ports) : UNLINKED;
	const links = link === undefined ? [] : [link];
	const claim = () => speaks(start, links, ports);
	const restoring = { start, viewpoint, links, claim };
	const asked = askedInheritance({ start, cleared, summaries, host: ports.host });
	if (asked !== undefined) return inheritedText(asked, restoring, ports);
	return { text: await restoredText(restoring, ports), notices: [] };
}

/** A session that was not there before follows others. */
function isNew({ source }: Start): boolean {
	return source !== 'resume' && source !== 'compact';
}

async function inheritedText(
	asked: AskedInheritance,
	restoring: Restoring,
	ports: Ports,
): Promise<StartText> {
	const { inheritAtStart } = await import('./inherit-at-start.ts');
	const inherited = await inheritAtStart({ ...restoring, asked }, ports);
	const { gates } = restoring.start;
	switch (inherited.kind) {
		case 'told':
			return { text: inherited.text, notices: inherited.warnings };
		case 'silent':
			return { text: gates, notices: [] };
		case 'nothing': {
			const { notices } = inherited;
			const start = { ...restoring.start, gates: [gates, ...noticeLines(notices)].join('\n') };
			const again = inherited.isClaimed ? { links: [], claim: async () => true } : {};
			return { text: await restoredText({ ...restoring, start, ...again }, ports), notices };
		}
		default:
			return inherited satisfies never;
	}
}

/**
 * What the gates say, followed by what earlier sessions pass on where there is anything (D18, D19). A start is told
 * once, and everything that was told is kept (D12, S2-096).
 */
async function restoredText(
	{ start, viewpoint, links, claim }: Restoring,
	ports: Ports,
): Promise<string> {
	const { place, session, gates } = start;
	const composed = await write(start, viewpoint, ports);
	if (composed === undefined || composed.injection.text === gates) {
		await note(place, session, { entries: links, ports });
		return gates;
	}
	if (!(await claim())) return gates;
	await keep(composed, viewpoint, ports);
	return composed.injection.text;
}

/** By source (D19); `undefined` where only the gates speak. */
async function write(
	start: Start,
	viewpoint: Viewpoint,
	ports: Ports,
): Promise<WrittenInjection | undefined> {
	const { source, gates, config } = start;
	const isWanted = config.continuity.injectOn.includes(source as StartSource);
	if (!isWanted) return source === 'resume' ? writeResume(viewpoint, gates, ports) : undefined;
	return source === 'compact'
		? writeCompaction(viewpoint, gates, ports)
		: writeStart(viewpoint, gates, ports);
}

/** What came from the session itself is in its journal already. */
async function keep(
	{ restoration }: WrittenInjection,
	{ place, continuity, session }: Viewpoint,
	ports: Ports,
): Promise<void> {
	if (restoration === undefined || session === undefined) return;
	const recording = { place, continuity, session, restoration, mode: 'auto' as const };
	await recordRestoration(recording, { more: [], also: [] }, ports);
}

/** Claims the start in the session's journal; false where another hook of the same start came first. */
async function speaks(
	{ place, session, source, prompt }: Start,
	links: readonly JournalEntry[],
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
