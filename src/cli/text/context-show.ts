import { codeLines, codeSections } from '../../core/inject/codes.ts';
import type { SessionRecord } from '../../core/session-record/schema.ts';
import type { Paint } from './paint.ts';
import {
	aheadParts,
	calledText,
	insightsPart,
	listPart,
	partsText,
	pinsPart,
	tasksPart,
} from './record-parts.ts';

/** What is known of a session and can be passed on. */
export function contextText(record: SessionRecord, { bold }: Paint): string {
	const parts = partsText(
		[
			pinsPart(record.pins),
			insightsPart(record.insights),
			tasksPart(record),
			...aheadParts(record),
			listPart('Topics', record.hot_topics),
			listPart('Codes', codesOf(record)),
		],
		bold,
	);
	const head = bold(`session ${calledText(record)}`);
	return parts.length === 0 ? `${head}: nothing is known yet` : [head, ...parts].join('\n\n');
}

/** The same for scripts; absent values are null (D37). */
export function contextJson(record: SessionRecord): object {
	const { key, uuid, name, branch, status, pins, insights, activity } = record;
	return {
		session: { key, uuid, name: name ?? null, branch, status },
		pins,
		insights,
		tasks: record.pending_tasks,
		next_actions: activity.next_actions,
		blockers: activity.blockers,
		topics: record.hot_topics,
		codes: codesOf(record),
	};
}

function codesOf(record: SessionRecord): readonly string[] {
	return codeLines(codeSections([record]));
}
