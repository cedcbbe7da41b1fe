import type { StartSource } from '../../core/config/continuity.ts';
import type { ActivityEntry } from '../../core/journal/activity.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { type Composed, composeCompaction, composeResume, composeStart } from './composing.ts';
import type { Looking } from './looking-back.ts';
import { recordRestoration } from './recording.ts';
import type { Start } from './start.ts';

/** A start to which earlier sessions pass on what they have by themselves. */
export interface Restoring {
	readonly start: Start;
	readonly looking: Looking;
	/** Written with the first word that is told. */
	readonly links: readonly ActivityEntry[];
	/** Whether this hook speaks at this start. */
	readonly claim: () => Promise<boolean>;
}

/**
 * What the gates say, followed by what earlier sessions pass on where there is anything (D18, D19). A start is told
 * once, and everything that was told is kept (D12, S2-096).
 */
export async function restoredText(
	{ start, looking, links, claim }: Restoring,
	ports: Ports,
): Promise<string> {
	const { place, session, gates } = start;
	const composed = await compose(start, looking, ports);
	if (composed === undefined || composed.injection.text === gates) {
		await note(place, session, { entries: links, ports });
		return gates;
	}
	if (!(await claim())) return gates;
	await keep(composed, looking, ports);
	return composed.injection.text;
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
