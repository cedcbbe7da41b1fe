import type { DocumentKind, Loaded } from '../core/document/document.ts';
import type { LockWorld } from './lock-owner.ts';

/** One stored document, and everything a writer of it needs. */
export interface DocumentTarget<Doc extends object, Change> extends LockWorld {
	/** Absolute. Its directory is made with the first write. */
	readonly path: string;
	readonly kind: DocumentKind<Doc, Change>;
	/** How long a change may wait for the lock, in milliseconds (D8). */
	readonly waitMs: number;
	readonly quarantineDir: string;
	/** Where retired lines go (D10); `undefined` for a kind that retires nothing. */
	readonly historyPath: string | undefined;
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** Whether what lies at `path` is the document meant; asked under the lock (D4: files change owners). */
	readonly isMine: (found: Loaded<Doc>) => boolean;
}

/** What was meant is not at this path any more: look it up again. Nothing was changed. */
export interface Moved {
	readonly kind: 'moved';
}
