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
