import { issueText, type Shape } from './shape.ts';

/** What reading a stored document can yield (D7). Only a missing file is `absent`. */
export type Loaded<Doc> =
	| { readonly kind: 'absent' }
	/** `migrated`: the file still has an older shape; the next write brings it up. */
	| { readonly kind: 'present'; readonly doc: Doc; readonly migrated?: boolean }
	| { readonly kind: 'corrupt'; readonly reason: string }
	| { readonly kind: 'newer'; readonly version: number };

/** Why a document was not written. `linked`: its folder is a link, which is not followed. */
type Refusal = 'newer' | 'unwritable' | 'linked';

/** What the user does about it. */
export const REFUSAL_HINT = {
	newer: 'update req',
	unwritable: 'free the disk or make the folder writable',
	linked: 'remove the link',
} as const satisfies Record<Refusal, string>;

/** What a writer achieved (D8). `pending`: the lock was busy, the change is kept in a line beside the document. */
export type Updated<Doc> = (
	| { readonly kind: 'written' | 'unchanged' | 'pending'; readonly doc: Doc }
	| {
			readonly kind: 'refused';
			readonly why: Refusal;
			readonly doc: Doc;
			readonly reason: string;
	  }
) & {
	/** Where a corrupt document was moved to on the way: worth a fault line (D7). */
	readonly quarantined?: string;
};

/** How one kind of document is read, changed and retired. Pure; one constant per document. */
export interface DocumentKind<Doc, Change> {
	/** Current shape, or migrated to it; `corrupt` where it is neither. Never throws. */
	readonly parse: (json: unknown) => Exclude<Loaded<Doc>, { kind: 'absent' }>;
	readonly empty: () => Doc;
	/** Applies the changes in order. Returns `doc` itself when nothing changed. */
	readonly apply: (doc: Doc, changes: readonly Change[]) => Applied<Doc>;
	/** A change as read back from a pending line, or `undefined` for one this build does not know. */
	readonly parseChange: (json: unknown) => Change | undefined;
}

/** The next document, and the lines that leave it for the history file (D10). */
export interface Applied<Doc> {
	readonly doc: Doc;
	readonly retired: readonly object[];
}

/**
 * How documents of one schema version are read: older ones are migrated, newer ones left alone.
 *
 * @param migrate returns the JSON itself where there is nothing to bring up; `undefined`: there is no older shape
 */
export function parserOf<Doc>(
	schema: { readonly version: number; readonly shape: Shape<Doc> },
	migrate: ((json: unknown) => unknown) | undefined,
): DocumentKind<Doc, never>['parse'] {
	return (json) => {
		const version = (json as { schema_version?: unknown } | null)?.schema_version;
		if (typeof version === 'number' && version > schema.version) return { kind: 'newer', version };
		const current = migrate === undefined ? json : migrate(json);
		const parsed = schema.shape.safeParse(current);
		if (!parsed.success) return { kind: 'corrupt', reason: issueText(parsed.issue) };
		const doc = parsed.data;
		if (migrate === undefined) return { kind: 'present', doc };
		return { kind: 'present', doc, migrated: current !== json };
	};
}
