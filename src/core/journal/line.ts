import type { BranchName } from '../place/place.ts';

/** One line of `sessions/<key>.jsonl` as this build writes it (D9). `at`: ISO time, `s`: full session id. */
export type JournalLine = { readonly at: string; readonly s: string } & JournalEntry;

export type JournalEntry =
	| { readonly e: 'start'; readonly source: string; readonly pid?: number; readonly started?: string; readonly host?: string; readonly branch: BranchName; readonly cwd: string; readonly transcript?: string }
	| { readonly e: 'trigger'; readonly branch: BranchName; readonly names: readonly string[]; readonly p?: string }
	| { readonly e: 'refuse'; readonly branch: BranchName; readonly names: readonly string[]; readonly tool: string; readonly path?: string; readonly p?: string }
	/** A call guarded by single-use requirements was let through: where it was judged (D31). */
	| { readonly e: 'checked'; readonly branch: BranchName; readonly state: string; readonly names: readonly string[]; readonly call: string }
	| { readonly e: 'skill'; readonly skill: string; readonly by: 'model' | 'user'; readonly p?: string }
	| { readonly e: 'stopped'; readonly branch: BranchName; readonly names: readonly string[]; readonly p?: string }
	| { readonly e: 'end'; readonly reason: string; readonly pid?: number };
