import * as z from '../store/shape.ts';

const text = z.string();

/** A pin. `origin`: the other session that said it, and when. */
export const Pin = z.looseObject({
	label: text,
	content: text,
	/** A critical one crosses branches and ignores relevance (D20). */
	importance: z.enum(['critical', 'standard']),
	pinned_at: text,
	origin: z.optional(z.looseObject({ session: text, at: text })),
	/** Of its note. */
	id: z.optional(text),
});
export type Pin = z.output<typeof Pin>;

/** Claude Code's own words are mapped to these. */
export const TaskStatus = z.enum(['open', 'in_progress', 'done', 'dropped']);
export type TaskStatus = z.output<typeof TaskStatus>;

/** Who keeps a task: Claude Code in its list, or req. */
export const TaskSource = z.enum(['client', 'req']);

/**
 * A task. `id`: `t1`, `t2`, … of those that `req task add` made; `<session key>-<id>` of those in Claude Code's own list.
 */
export const Task = z.looseObject({
	id: text,
	title: text,
	description: z.optional(text),
	status: TaskStatus,
	stage: z.optional(text),
	flagged_incomplete: z.boolean(),
	branch: text,
	source: TaskSource,
	created_at: text,
	last_activity: text,
	/** Key of the session that touched it last. */
	session: z.optional(text),
	/** Who added it; `undefined`: not known. */
	user: z.optional(text),
});
export type Task = z.output<typeof Task>;

/** What becomes of a task at a time; absent fields stay as they are. */
export interface TaskChange {
	readonly at: string;
	/** `undefined`: it is new. */
	readonly id?: string;
	readonly title?: string | undefined;
	readonly description?: string | undefined;
	readonly status?: TaskStatus | undefined;
	readonly stage?: string | undefined;
	readonly flagged?: boolean | undefined;
	readonly branch: string;
	readonly source: Task['source'];
	readonly session?: string | undefined;
	readonly user?: string | undefined;
}

/** Pipeline stages in which a task is being worked on. */
const WORKING_STAGES = ['build', 'verify', 'validate'];

/** A task after a change. */
export function taskAfter(
	known: Task | undefined,
	{ at, flagged, ...change }: TaskChange & { readonly id: string },
): Task {
	const { id, status, stage, session, description } = change;
	const { branch, source, user } = change;
	const before = known ?? { title: id, status: 'open' as const, flagged_incomplete: false };
	const isOver = status === 'done' || status === 'dropped';
	const isWorkedOn = WORKING_STAGES.includes(stage?.toLowerCase() ?? '');
	return {
		...{ branch, source, user, created_at: at },
		...known,
		...(description !== undefined && { description }),
		...(stage !== undefined && { stage }),
		...(session !== undefined && { session }),
		id,
		title: change.title ?? before.title,
		status: status ?? (isWorkedOn ? 'in_progress' : before.status),
		flagged_incomplete: flagged ?? (isOver ? false : before.flagged_incomplete),
		last_activity: at,
	};
}

/** Folders in which workspaces keep their packages. */
export const PACKAGE_FOLDERS = 'packages apps libs services crates modules plugins'.split(' ');

/** `app` of `/home/u/app`. */
export function lastPartOf(path: string): string {
	return path.split(/[/\\]/).findLast((part) => part !== '') ?? path;
}
