import * as tasks from '../../app/commands/tasks.ts';
import { storageNotes } from '../../core/inject/change-text.ts';
import {
	type Answer,
	answer,
	type Changing,
	changed,
	type Desk,
	jsonAnswer,
	type Wide,
} from '../desk.ts';
import { redactedNotes } from '../text/kept.ts';
import { taskJson, taskListJson, taskListText, taskText } from '../text/tasks.ts';

interface OfSession {
	readonly session?: string;
	readonly json?: true;
}

/** `req task add TITLE` */
export async function taskAdd(
	words: readonly string[],
	options: OfSession & { readonly stage?: string; readonly description?: string },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { stage, description } = options;
	const request = { caller: caller(options.session), title: words.join(' '), stage, description };
	return told(await tasks.taskAdd(request, ports), options);
}

/** `req task start|done|flag|drop|stage REF` */
export async function taskChange(
	reference: string,
	options: OfSession & { readonly change: string; readonly stage?: string },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const edit =
		options.stage === undefined ? (EDITS[options.change] ?? {}) : { stage: options.stage };
	const request = { caller: caller(options.session), reference, edit };
	return told(await tasks.taskChange(request, ports), options);
}

const EDITS: Readonly<Record<string, tasks.TaskEdit>> = {
	start: { status: 'in_progress' },
	done: { status: 'done' },
	drop: { status: 'dropped' },
	flag: { flagged: true },
};

/** `req task list` */
export async function taskList(
	options: OfSession & { readonly all?: true; readonly done?: true } & Wide,
	{ ports, caller, layout }: Desk,
): Promise<Answer> {
	const filter = { all: options.all === true, done: options.done === true };
	const listed = await tasks.taskList({ caller: caller(options.session), ...filter }, ports);
	if (options.json) return jsonAnswer(taskListJson(listed.tasks));
	return answer(taskListText(listed, filter, layout(options)));
}

function told({ task, session, stored, redacted }: tasks.ChangedTask, options: Changing): Answer {
	const where = session === undefined ? '' : `, in session ${session.key}`;
	const value = { ...taskJson(task), in_session: session?.key ?? null };
	const warnings = [...storageNotes(stored.kind), ...redactedNotes(redacted)];
	return changed(options, `${taskText(task)}${where}`, value, warnings);
}
