import type { RecordLine, RecordLineOf } from './lines.ts';
import type { Insight, SessionRecord } from './schema.ts';

/** The insights of a session after these lines, each id once; a score changes one where it is at home (S2-009). */
export function foldInsights(
	before: readonly Insight[],
	lines: readonly RecordLine[],
): readonly Insight[] {
	const insights = new Map(before.map((insight) => [insight.id, insight]));
	for (const line of lines) {
		if (line.e === 'insight') insights.set(line.id, merged(insights.get(line.id), line));
		else if (line.e === 'forget') insights.delete(line.id);
		else if (line.e === 'score') {
			const known = insights.get(line.id);
			if (known !== undefined) insights.set(line.id, { ...known, confidence: line.new });
		}
	}
	return [...insights.values()];
}

/** What this session said of insights, its own or those of others (S2-026). */
export function foldConfidence(
	{ confidence_updates }: SessionRecord,
	lines: readonly RecordLine[],
): SessionRecord['confidence_updates'] {
	const updates = lines.flatMap((line) => {
		if (line.e !== 'score' || line.by !== undefined) return [];
		const { id, old, new: now, reason, at } = line;
		return [{ memory_id: id, old_score: old, new_score: now, reason, timestamp: at }];
	});
	return [...confidence_updates, ...updates];
}

/** Said again, an insight is the same one, and no less sure. */
function merged(known: Insight | undefined, line: RecordLineOf<'insight'>): Insight {
	const { at, id, kind, text, why, confidence, source, tags } = line;
	const said: Insight = {
		id,
		kind,
		text,
		...(why === undefined ? {} : { why }),
		confidence,
		source,
		created_at: at,
		...(tags === undefined ? {} : { tags }),
	};
	if (known === undefined) return said;
	if (known.confidence > confidence) return known;
	return { ...known, ...said, created_at: known.created_at };
}
