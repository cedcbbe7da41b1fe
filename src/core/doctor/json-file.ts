/** A JSON file of the client's, as far as it can be read. */
export interface JsonFile {
	readonly path: string;
	/** Why it cannot be read; `undefined` where it can, or is absent. */
	readonly trouble: string | undefined;
	/** The parsed content; `undefined` where there is none. */
	readonly json: unknown;
	/** The text; empty where there is none. */
	readonly text: string;
}

/** 1-based line of the first place that names a key; `undefined` where none does. */
export function lineOfKey({ text }: JsonFile, key: string): number | undefined {
	const at = text.indexOf(JSON.stringify(key));
	return at === -1 ? undefined : text.slice(0, at).split('\n').length;
}

/** A member of foreign JSON; `undefined` where it is no object or has no such member of its own. */
export function member(json: unknown, key: string): unknown {
	if (typeof json !== 'object' || json === null || !Object.hasOwn(json, key)) return undefined;
	return (json as Readonly<Record<string, unknown>>)[key];
}

/** The members of a foreign object; none where it is no object. */
export function members(json: unknown): [string, unknown][] {
	const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
	return isObject ? Object.entries(json) : [];
}

/** The elements of a foreign list; none where it is no list. */
export function elements(json: unknown): readonly unknown[] {
	return Array.isArray(json) ? json : [];
}

/** A foreign text; `undefined` where it is none. */
export function textIn(json: unknown, key: string): string | undefined {
	const value = member(json, key);
	return typeof value === 'string' ? value : undefined;
}
