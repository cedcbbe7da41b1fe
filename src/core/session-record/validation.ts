import type { SessionRecord } from './schema.ts';

/** Whether a session said what it understood of its inheritance, in the seed's shape (P3-5); `undefined`: nobody asked. */
export function validationOf({ comprehension }: Pick<SessionRecord, 'comprehension'>) {
	if (comprehension === undefined) return undefined;
	const { required, present, warning, at } = comprehension;
	return { comprehension_check: { required, present, warning }, timestamp: at };
}
