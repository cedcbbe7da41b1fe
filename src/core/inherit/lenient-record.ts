import { elements, member } from '../../store/foreign-json.ts';
import { type Shape, valueIn } from '../../store/shape.ts';
import { emptyRecord, NO_ACTIVITY } from '../session-record/fold.ts';
import { Insight, SessionRecord } from '../session-record/schema.ts';

/** What an insight says is worth more than who said it when. Nobody is known to have disputed it, so it is passed on. */
const UNSAID = { id: '', confidence: 0.6, source: '', created_at: '' };

/**
 * What this build understands of a record of any other make: field by field, and of its lists each item that it
 * knows; of the rest it is as if the session had only started. Takes any JSON; `undefined` where that is no object.
 */
export function lenientRecord(
	json: unknown,
	filed: Pick<SessionRecord, 'key' | 'uuid'>,
): SessionRecord | undefined {
	if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
	const { activity, insights, ...shape } = SessionRecord.shape;
	return {
		...emptyRecord(filed),
		...known(shape, json),
		activity: { ...NO_ACTIVITY, ...known(activity.shape, member(json, 'activity')) },
		insights: elements(member(json, 'insights')).flatMap(insightIn),
		...filed,
		schema_version: 1,
	};
}

/** The fields of an object that have the shape they should have. */
function known(shape: Readonly<Record<string, Shape<unknown>>>, json: unknown): object {
	const fields = Object.entries(shape).flatMap(([name, schema]) => {
		const value = sound(schema, member(json, name));
		return value === undefined ? [] : [[name, value] as const];
	});
	return Object.fromEntries(fields);
}

/** What a schema takes of a value: of a list each item it takes; `undefined` where it takes nothing. */
function sound(schema: Shape<unknown>, value: unknown): unknown {
	const { element } = schema;
	if (element !== undefined && Array.isArray(value)) {
		return value.flatMap((one) => sound(element, one) ?? []);
	}
	return valueIn(schema, value);
}

function insightIn(json: unknown): Insight[] {
	const insight = { ...UNSAID, ...known(Insight.shape, json) };
	return Insight.fits(insight) ? [insight] : [];
}
