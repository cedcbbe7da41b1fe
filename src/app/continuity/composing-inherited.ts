import { runningWarning } from '../../core/inject/continued-text.ts';
import { onlySelected } from '../../core/restore/only-selected.ts';
import type { Ports } from '../ports.ts';
import { type Composed, composed, idleNotes } from './composing.ts';
import { gatherNamed } from './gathering.ts';

import { insightsOfBundle, itemsOfBundle } from './inherited-again.ts';
import type { Inheritance } from './inheriting.ts';
import type { Looking } from './looking-back.ts';

/** What a session inherits, and what is said beside it. */
export interface TellingInheritance extends Pick<Inheritance, 'bundle' | 'sources' | 'isRunning'> {
	/** The bundle was made before: its items are told, whatever its sources have learnt since. */
	readonly isGiven: boolean;
	/** It has to say what it understood. */
	readonly isAsked: boolean;
	/** Single sentences of ours beside it. */
	readonly notes: readonly string[];
	/** What the gates have to say. */
	readonly gates: string;
}

/**
 * What a session is told of its inheritance (D18, D24): in place of what would come in by itself, what was selected of
 * the one source and its ancestors, with what is pending. Writes nothing.
 */
export async function composeInherited(
	telling: TellingInheritance,
	looking: Looking,
	ports: Ports,
): Promise<Composed> {
	const { bundle, sources, isRunning, isGiven, isAsked, notes, gates } = telling;
	const all = onlySelected(await gatherNamed(sources, looking, ports), bundle.select);
	const inherited = await itemsOfBundle({ bundle, isAsked }, looking, ports);
	const tellsProgress = inherited.some(({ section }) => section === 'progress');
	const last = all.lastSession;
	// What was said last is the last line of the progress.
	const lastSession = tellsProgress && last !== undefined ? { ...last, note: undefined } : last;
	const running = isRunning ? [runningWarning(bundle.from_session)] : [];
	const insights = isGiven ? await insightsOfBundle(bundle) : all.insights;
	const told = {
		gates,
		restoration: { ...all, insights, lastSession },
		occasion: 'start' as const,
	};
	return composed({ ...told, notes: [...running, ...notes], inherited }, looking);
}

/** What a session that starts is told of its inheritance, with what else is worth knowing of others. Writes nothing. */
export function composeInheritedStart(
	{
		warnings,
		...inheritance
	}: Omit<TellingInheritance, 'notes'> & { readonly warnings: readonly string[] },
	looking: Looking,
	ports: Ports,
): Promise<Composed> {
	const isSource = new Set(inheritance.sources.map(({ record }) => record.uuid));
	const others = looking.summaries.filter(({ uuid }) => !isSource.has(uuid));
	const notes = [...warnings, ...idleNotes({ ...looking, summaries: others }, ports)];
	return composeInherited({ ...inheritance, notes }, looking, ports);
}
