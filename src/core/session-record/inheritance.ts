import { linesOfKind, type RecordLine } from './lines.ts';
import type { SessionRecord } from './schema.ts';

type Inheritance = Pick<SessionRecord, 'inherited' | 'comprehension'>;

/** What a session inherited, and whether it said what it understood of it (seed 000, CMP-1, P3-1..3). */
export function foldInheritance(
	before: SessionRecord,
	lines: readonly RecordLine[],
): Partial<Inheritance> {
	const asked = linesOfKind(lines, 'inherit')[0];
	const inherited =
		before.inherited ??
		(asked && { from: asked.from, at: asked.at, door: asked.door, select: asked.select });
	const comprehension = comprehensionAfter(before, lines);
	return {
		...(inherited === undefined ? {} : { inherited }),
		...(comprehension === undefined ? {} : { comprehension }),
	};
}

const MISSING = 'Agent did not acknowledge inherited context';

/** The last word counts. */
function comprehensionAfter(
	{ comprehension: before }: SessionRecord,
	lines: readonly RecordLine[],
): Inheritance['comprehension'] {
	const asked = linesOfKind(lines, 'inherit').find(({ required }) => required);
	const said = linesOfKind(lines, 'ack').at(-1);
	const missed = linesOfKind(lines, 'unacknowledged').at(-1);
	const required = before?.required === true || asked !== undefined;
	if (said !== undefined) {
		return { required, present: true, text: said.text, warning: null, at: said.at };
	}
	if (before?.present === true) return { ...before, required };
	if (missed !== undefined) return { required, present: false, warning: MISSING, at: missed.at };
	if (before !== undefined || asked === undefined) return before && { ...before, required };
	return { required, present: false, warning: null, at: asked.at };
}
