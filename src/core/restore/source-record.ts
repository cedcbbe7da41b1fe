import type { Importance } from '../journal/values.ts';
import type { SessionRecord } from '../session-record/schema.ts';
import type { Candidate } from './choose-sources.ts';

/** A chosen session with its record. */
export interface SourceRecord extends Pick<Candidate, 'context' | 'pins'> {
	readonly record: SessionRecord;
	readonly score: number;
}

/** Whether a pin of this importance comes in from a source that gives such pins. */
export function isAllowed(pins: Candidate['pins'], importance: Importance): boolean {
	return pins === 'all' || (pins === 'critical' && importance === 'critical');
}
