import { type KeptText, keptText, redactedNotes } from '../app/commands/kept-text.ts';
import { memoryIfAny, onlyItsOwn, rememberingProject } from '../app/commands/memory-of.ts';
import { keepTask, storedTasks } from '../app/commands/task-storing.ts';
import type { CommandPorts } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { oneLine, quoted } from '../core/text/one-line.ts';
import type { Project } from '../events/projects.ts';
import { onBranchText } from '../git/place.ts';
import { isPending, pendingOn, type Task, taskReferred } from '../memory/tasks.ts';
import { type Answer, type Command, callerAt, command, SESSION, TABLE_OPTIONS } from './command.ts';
import { type Cells, elsewhereText, layoutOf, table } from './layout.ts';

const TITLE = { what: 'the title', max: 200 };
const DESCRIPTION = { what: 'the description', max: 1_000 };
const STAGE = { what: 'the stage', max: 40 };

/** `req task`: tasks outlive their sessions. */
export const task: Command = {
	about:
		'Keeps the tasks of a branch; what is left of them is told to the next sessions. A task is named by its id, or by its number in the list.',
	examples: ['req task add "cache the schema"', 'req task list'],
	commands: {
		/** It needs no session: tasks outlive them. */
		add: command({
			about: 'Adds a task of this branch.',
			words: { '<title...>': 'one sentence' },
			options: {
				'--stage <stage>': 'where it stands; in build, verify and validate it is worked on',
				'--description <text>': 'what there is to know of it',
				...SESSION,
			},
			examples: ['req task add "cache the schema" --stage build'],
			run: async ({ title, stage, description, session }, ports) => {
				const kept = {
					title: keptText(title.join(' '), TITLE),
					...(stage === undefined ? {} : { stage: keptText(stage, STAGE) }),
					...(description === undefined ? {} : { description: keptText(description, DESCRIPTION) }),
				};
				return keep({ kept }, session, ports);
			},
		}),
		list: command({
			about: 'Lists the tasks of this branch that wait. So does `req task` alone.',
			options: {
				'--all': 'those of every branch',
				'--done': 'also those that are over',
				...SESSION,
				...TABLE_OPTIONS,
			},
			examples: ['req task list', 'req task list --all --done --json'],
			run: async ({ all = false, done = false, session, wide }, ports) => {
				const project = await rememberingProject(callerAt(ports, session), ports);
				const { branch } = project.place;
				const tasks = await storedTasks(project, ports);
				const asked = tasks.filter((one) => done || isPending(one));
				const listed = asked.filter((one) => all || one.branch === branch);
				const numbers = pendingOn(branch, tasks);
				const numberOf = (one: Task) => numbers.indexOf(one) + 1 || undefined;
				const where = all ? 'in this repository' : onBranchText(branch);
				const none = `no task ${done ? 'is kept' : 'waits'} ${where}${elsewhereText(asked.length)}`;
				const layout = layoutOf({ wide }, ports);
				const cells: Cells<Task> = {
					NR: (one) => `${numberOf(one) ?? ''}`,
					ID: ({ id }) => oneLine(id),
					STATUS: statusText,
					STAGE: (one) => oneLine(one.stage ?? '-'),
					ACTIVE: ({ last_activity: at }) => layout.when(at),
					BY: (one) => oneLine(authorOf(one)),
					TITLE: (one) =>
						`${oneLine(one.title)}${one.branch === branch ? '' : ` (${onBranchText(one.branch)})`}`,
				};
				return {
					text: () => (listed.length === 0 ? none : table(listed, cells, layout)),
					json: () => listed.map((one) => ({ ...taskJson(one), number: numberOf(one) ?? null })),
				};
			},
		}),
		stage: command({
			about: 'Says at which stage a task stands.',
			words: {
				'<task>': 'id, or number in the list',
				'<stage>': 'in build, verify and validate it is worked on',
			},
			options: SESSION,
			examples: ['req task stage t1 verify'],
			run: async ({ task: reference, stage, session }, ports) =>
				keep({ reference, kept: { stage: keptText(stage, STAGE) } }, session, ports),
		}),
		start: changing('start', { status: 'in_progress' }, 'Says that somebody works on a task.'),
		done: changing('done', { status: 'done' }, 'Says that a task is done.'),
		flag: changing(
			'flag',
			{ flagged: true },
			'Flags a task as incomplete, whatever else is said of it; `done` takes the flag away.',
		),
	},
};

type Edit = { readonly status: Task['status'] } | { readonly flagged: boolean };

function changing(name: string, edit: Edit, about: string): Command {
	return command({
		about,
		words: { '<task>': 'id, or number in the list' },
		options: SESSION,
		examples: [`req task ${name} t1`],
		run: async ({ task: reference, session }, ports) => keep({ reference, edit }, session, ports),
	});
}

/** What is said of a task. */
interface Said {
	/** Id, or number in this branch's list; without it, the task is a new one. */
	readonly reference?: string;
	/** What was typed, under the keys of a task. */
	readonly kept?: Readonly<Record<string, KeptText>>;
	readonly edit?: Edit;
}

/** @throws Fault `unknown_name`, `not_configured`, `state_newer`, `state_unwritable` */
async function keep(
	{ reference, kept = {}, edit }: Said,
	sessionRef: string | undefined,
	ports: CommandPorts,
): Promise<Answer> {
	const caller = callerAt(ports, sessionRef);
	const memory = await memoryIfAny(caller, ports);
	onlyItsOwn(caller, memory.session, ports);
	const texts = Object.fromEntries(Object.entries(kept).map(([key, { text }]) => [key, text]));
	const id = reference === undefined ? {} : { id: await idMeant(reference, memory, ports) };
	const said = { ...texts, ...edit, ...id };
	const it = await keepTask(memory, said, ports);
	const key = memory.session?.key;
	const where = key === undefined ? '' : `, in session ${key}`;
	const redacted = Object.values(kept).flatMap((text) => text.redacted);
	return {
		text: `task ${oneLine(it.id)} is ${statusText(it)}: ${quoted(it.title)}${where}`,

		warnings: redactedNotes(redacted),
	};
}

async function idMeant(reference: string, project: Project, ports: CommandPorts): Promise<string> {
	const found = taskReferred(reference, project.place.branch, await storedTasks(project, ports));
	if (found !== undefined) return found.id;
	throw new Fault('unknown_name', `there is no task "${oneLine(reference)}" here`, {
		hint: 'req task list --all',
	});
}

/** A task under its fixed keys, for scripts; absent values are null (D37, interface). */
function taskJson(task: Task): object {
	const { id, title, status, stage = null, branch, last_activity, description = null } = task;
	const { flagged_incomplete, created_at, session = null, user = null, source } = task;
	return {
		...{ id, title, status, stage, branch, last_activity, description },
		...{ flagged_incomplete, created_at, session, user, source },
	};
}

/** The user who added it by a command, else who keeps the list it came from: `client` and `todo` are the model's. */
function authorOf({ source, user }: Task): string {
	if (source !== 'req') return 'model';
	return user ?? '-';
}

function statusText({ status, flagged_incomplete }: Task): string {
	const words = status.replace('_', ' ');
	return flagged_incomplete ? `${words}, flagged` : words;
}
