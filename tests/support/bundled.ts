import { type Bundle, type BundleFacts, makeBundle } from '../../src/memory/bundle.ts';
import type { Insight, SessionRecord } from '../../src/memory/record.ts';
import { DEFAULT_CONTINUITY } from './some-continuity.ts';
import { hoursAgo, insight } from './some-source.ts';

/** The bundle of some records, the source first. */
export function bundle(records: readonly [SessionRecord, ...SessionRecord[]], more: Partial<BundleFacts> = {}): Bundle {
	const [source] = records;
	return makeBundle(source, records, {
		...{ session: 'heir', now: Date.parse(hoursAgo(0)), select: 'all', ancestors: [] },
		continuity: DEFAULT_CONTINUITY,
		...more,
	});
}

/** Progress text of two hours ago. */
export function note(text: string): SessionRecord['notes'][number] {
	return { at: hoursAgo(2), from: 'turn', text };
}

/** Learnings with these texts. */
export function learnt(...texts: readonly string[]): Insight[] {
	return texts.map((text, index) => insight(`i${index}`, { text }));
}
