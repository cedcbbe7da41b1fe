import * as z from '../store/shape.ts';

/** Milliseconds of a day. */
export const DAY_MS = 86_400_000;

const text = z.string();

/** What a pin may be worth: a critical one crosses branches and ignores relevance (D20). */
const Importance = z.enum(['critical', 'standard']);

/** A pin. `origin`: the other session that said it, and when. */
export const Pin = z.looseObject({
	label: text,
	content: text,
	importance: Importance,
	pinned_at: text,
	origin: z.optional(z.looseObject({ session: text, at: text })),
	/** Of its note. */
	id: z.optional(text),
});
export type Pin = z.output<typeof Pin>;

/** Claude Code's own words are mapped to these. */
export const TaskStatus = z.enum(['open', 'in_progress', 'done', 'dropped']);
export type TaskStatus = z.output<typeof TaskStatus>;

/** A task as a session left it. */
export const TaskSnapshot = z.looseObject({
	id: text,
	title: text,
	status: TaskStatus,
	stage: z.optional(text),
	flagged_incomplete: z.boolean(),
	last_activity: text,
	/** Who keeps it: client, todo or req. */
	source: z.optional(text),
	branch: z.optional(text),
});
export type TaskSnapshot = z.output<typeof TaskSnapshot>;

/** Folders in which workspaces keep their packages. */
export const PACKAGE_FOLDERS = [
	...['packages', 'apps', 'libs', 'services', 'crates', 'modules', 'plugins'],
];

/** `app` of `/home/u/app`. */
export function lastPartOf(path: string): string {
	return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
