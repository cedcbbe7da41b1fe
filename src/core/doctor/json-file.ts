import type { Case } from './finding.ts';

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

/** A case in a file, at the first line that names the key. */
export function caseAt({ path, text }: JsonFile, key: string, what: string): Case {
	const at = text.indexOf(JSON.stringify(key));
	const line = at === -1 ? undefined : text.slice(0, at).split('\n').length;
	return { what, file: path, line, key };
}
