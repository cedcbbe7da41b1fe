import type { CommandContext } from '../context.ts';
import { keptText, redactedNotes } from '../events/caller.ts';
import { keepTask, rememberingProject, sessionFor } from '../events/session-memory.ts';
import { onBranchText } from '../git/place.ts';
import type { Task, TaskChange } from '../journal/work.ts';
import { storedTasks } from '../memory/task-list.ts';
import { isPending, pendingOn, taskNamed } from '../memory/tasks.ts';
import { oneLine, quoted } from '../text/one-line.ts';
import { type Answer, type Command, callerAt, command, SESSION, TABLE_OPTIONS } from './command.ts';
import { type Cells, elsewhereText, layoutOf, table } from './layout.ts';

/** What may be typed of a task, and how long. */
const TYPED = {
	title: { what: 'the title', max: 200 },
	description: { what: 'the description', max: 1_000 },
	stage: { what: 'the stage', max: 40 },
};

/** What a task may not have is null for scripts (D37). */
const ABSENT = { stage: null, description: null, session: null, user: null };

const REFERENCE = { '<task>': 'id, or number in the list' };
const STAGE = 'in build, verify and validate it is worked on';

/** `req task`: tasks outlive their sessions. */
export const task: Command = {
	about: 'keep tasks that outlive sessions',
	details:
		'The next sessions of the branch are shown what is pending. A task is named by its id, or by its number in the list.',
	examples: ['req task add "cache the schema"', 'req task list'],
	commands: {
		/** It needs no session: tasks outlive them. */
		add: command({
			about: 'add a task to this branch',
			words: { '<title...>': 'one sentence' },
			options: {
				'--stage <stage>': `where it is; ${STAGE}`,
				'--description <text>': 'what there is to know of it',
				...SESSION,
			},
			examples: ['req task add "cache the schema" --stage build'],
			run: async ({ title, ...given }, context) => keep({ ...given, title: title.join(' ') }, {}, context),
		}),
		list: command({
			about: 'list pending tasks',
			isDefault: true,
			options: {
				'--all': 'those of every branch',
				'--done': 'also those that are over',
				...SESSION,
				...TABLE_OPTIONS,
			},
			examples: ['req task list', 'req task list --all --done --json'],
			run: async ({ all = false, done = false, session, wide }, context) => {
				const { place } = await rememberingProject(callerAt(context, session), context);
				const { branch } = place;
				const tasks = await storedTasks(place, context);
				const asked = tasks.filter((one) => done || isPending(one));
				const listed = asked.filter((one) => all || one.branch === branch);
				const numbers = pendingOn(branch, tasks);
				const numberOf = (one: Task) => numbers.indexOf(one) + 1 || undefined;
				const where = all ? 'in this repository' : onBranchText(branch);
				const none = `no task is ${done ? 'kept' : 'pending'} ${where}`;
				const layout = layoutOf({ wide }, context);
				const cells: Cells<Task> = {
					NR: (one) => `${numberOf(one) ?? ''}`,
					ID: ({ id }) => oneLine(id),
					STATUS: statusText,
					STAGE: (one) => oneLine(one.stage ?? '-'),
					ACTIVE: ({ last_activity: at }) => layout.when(at),
					BY: ({ source, user = '-' }) => (source === 'req' ? oneLine(user) : 'model'),
					TITLE: (one) => `${oneLine(one.title)}${one.branch === branch ? '' : ` (${onBranchText(one.branch)})`}`,
				};
				return {
					text: () => (listed.length === 0 ? `${none}${elsewhereText(asked.length)}` : table(listed, cells, layout)),
					json: () => listed.map((one) => ({ ...ABSENT, ...one, number: numberOf(one) ?? null })),
				};
			},
		}),
		stage: command({
			about: 'set the stage of a task',
			words: { ...REFERENCE, '<stage>': STAGE },
			options: SESSION,
			examples: ['req task stage t1 verify'],
			run: async (given, context) => keep(given, {}, context),
		}),
		start: changing('start', { status: 'in_progress' }, 'mark a task in progress'),
		done: changing('done', { status: 'done' }, 'mark a task done'),
		flag: changing('flag', { flagged: true }, 'flag a task as incomplete: pending until it is done'),
	},
};

type Edit = Pick<TaskChange, 'status' | 'flagged'>;

function changing(name: string, edit: Edit, about: string): Command {
	return command({
		about,
		words: REFERENCE,
		options: SESSION,
		examples: [`req task ${name} t1`],
		run: async (given, context) => keep(given, edit, context),
	});
}

/** What was typed. `task`: id, or number in the list of this branch; without it the task is new. */
type Typed = { readonly [Key in keyof typeof TYPED | 'task' | 'session']?: string };

/** @throws Fault `usage`, `unknown_name`, `not_configured`, `state_newer`, `state_unwritable` */
async function keep(typed: Typed, edit: Edit, context: CommandContext): Promise<Answer> {
	const texts = Object.entries(TYPED).flatMap(([key, rule]) => {
		const text = typed[key as keyof typeof TYPED];
		return text === undefined ? [] : [[key, keptText(text, rule)] as const];
	});
	const caller = callerAt(context, typed.session);
	const memory = await sessionFor(caller, 'any', context);
	const { place, session } = memory;
	const { task: reference } = typed;
	const known = reference === undefined ? [] : await storedTasks(place, context);
	const named = reference && taskNamed(reference, place.branch, known);
	const said = Object.fromEntries(texts);
	const it = await keepTask(memory, { ...said, ...edit, ...(named && { id: named.id }) }, context);
	const where = session === undefined ? '' : `, in session ${session.key}`;
	return {
		text: `task ${oneLine(it.id)} is ${statusText(it)}: ${quoted(it.title)}${where}`,
		warnings: redactedNotes(typed, said),
	};
}

function statusText({ status, flagged_incomplete: isFlagged }: Task): string {
	return `${status.replace('_', ' ')}${isFlagged ? ', flagged' : ''}`;
}
