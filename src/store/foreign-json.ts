import { isRecord } from './shape.ts';

/** A member of foreign JSON; `undefined` if it is no object or has no such member of its own. */
export function member(json: unknown, key: string): unknown {
	if (typeof json !== 'object' || json === null || !Object.hasOwn(json, key)) return undefined;
	return (json as Readonly<Record<string, unknown>>)[key];
}

/** The members of a foreign object; none if it is no object. */
export function members(json: unknown): [string, unknown][] {
	return isRecord(json) ? Object.entries(json) : [];
}

/** The elements of a foreign list; none if it is no list. */
export function elements(json: unknown): readonly unknown[] {
	return Array.isArray(json) ? json : [];
}

/** A foreign text; `undefined` if it is none. */
export function textIn(json: unknown, key: string): string | undefined {
	const value = member(json, key);
	return typeof value === 'string' ? value : undefined;
}
