import * as z from '../document/shape.ts';
import { TaskStatus } from '../journal/enums.ts';

/** A task that outlives its session. */
export const Task = z.looseObject({
	/** `t1`, `t2`, … for those of `req task add`; `<session key>-<id>` for the client's own. */
	id: z.string(),
	title: z.string(),
	description: z.optional(z.string()),
	status: TaskStatus,
	/** Pipeline stage; build, verify and validate are pending. */
	stage: z.optional(z.string()),
	branch: z.string(),
	flagged_incomplete: z.boolean(),
	created_at: z.string(),
	last_activity: z.string(),
	/** Key of the session that touched it last. */
	session: z.optional(z.string()),
	/** Whose it is; nobody's in particular where it is not said. */
	user: z.optional(z.string()),
	source: z.enum(['client', 'todo', 'req']),
});
export type Task = z.output<typeof Task>;

/** `tasks.json`. Entries are checked one by one, so that a bad one costs only itself. */
export const Tasks = z.looseObject({
	schema_version: z.literal(1),
	/** Number of the last `t…`: an id is never used twice. */
	last: z.number(),
	tasks: z.array(z.unknown()),
});
export type Tasks = z.output<typeof Tasks>;

/**
 * A change of `tasks.json`: what is known of one task; absent fields stay. `id: undefined` takes a new one. Made when one
 * that waits is read: mostly there is none.
 */
export const TaskChange = z.lazy(() =>
	z.looseObject({
		op: z.literal('put'),
		at: z.string(),
		id: z.optional(z.string()),
		title: z.optional(z.string()),
		description: z.optional(z.string()),
		status: z.optional(TaskStatus),
		stage: z.optional(z.string()),
		flagged: z.optional(z.boolean()),
		branch: z.string(),
		session: z.optional(z.string()),
		user: z.optional(z.string()),
		source: z.enum(['client', 'todo', 'req']),
	}),
);
export type TaskChange = z.output<typeof TaskChange>;
