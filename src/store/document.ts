import type { Obstacle } from './obstacle.ts';
import { issueText, type Shape } from './shape.ts';

/** What reading a stored document can yield (D7). Only a missing file is `absent`. */
export type Loaded<Doc> =
	| { readonly kind: 'absent' }
	/** `migrated`: the file still has an older shape; the next write brings it up to date. */
	| { readonly kind: 'present'; readonly doc: Doc; readonly migrated?: boolean }
	| { readonly kind: 'corrupt'; readonly reason: string }
	/** `json`: what the file holds. */
	| { readonly kind: 'newer'; readonly version: number; readonly json?: unknown };

export interface Refused {
	readonly kind: 'refused';
	readonly obstacle: Obstacle;
}

export type Updated<Doc> = ({ readonly kind: 'written' | 'unchanged'; readonly doc: Doc } | Refused) & {
	/** Where a corrupt document was moved to first (D7). */
	readonly quarantined?: string;
};

/** How one kind of document is read. Pure; one constant per document. */
export interface DocumentKind<Doc> {
	/** Current shape, or migrated to it; `corrupt` if it is neither. Never throws. */
	readonly parse: (json: unknown) => Exclude<Loaded<Doc>, { kind: 'absent' }>;
	readonly empty: () => Doc;
}

/** The next document, and the lines that leave it for the history file (D10). */
export interface Applied<Doc> {
	/** The document that was given, if nothing changed. */
	readonly doc: Doc;
	readonly retired: readonly object[];
}

/**
 * How documents of one schema version are read: older ones are migrated, newer ones left alone.
 *
 * @param migrate returns the JSON itself if there is nothing to bring up to date; `undefined`: there is no older shape
 */
export function parserOf<Doc>(
	schema: { readonly version: number; readonly shape: Shape<Doc> },
	migrate: ((json: unknown) => unknown) | undefined,
): DocumentKind<Doc>['parse'] {
	return (json) => {
		const version = (json as { schema_version?: unknown } | null)?.schema_version;
		if (typeof version === 'number' && version > schema.version) {
			return { kind: 'newer', version, json };
		}
		const current = migrate === undefined ? json : migrate(json);
		const issue = schema.shape.check(current);
		if (issue !== undefined) return { kind: 'corrupt', reason: issueText(issue) };
		const doc = current as Doc;
		return current === json ? { kind: 'present', doc } : { kind: 'present', doc, migrated: true };
	};
}
