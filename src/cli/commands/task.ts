import * as tasks from '../../app/commands/tasks.ts';
import { storageNotes } from '../../core/inject/change-text.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { keptAnswer } from '../text/kept.ts';
import { taskListJson, taskListText, taskText } from '../text/tasks.ts';

interface OfSession {
	readonly session?: string;
}

/** `req task add TITLE` */
export async function taskAdd(
	words: readonly string[],
	options: OfSession & { readonly stage?: string; readonly description?: string },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const { stage, description } = options;
	const request = { caller: caller(options.session), title: words.join(' '), stage, description };
	return changed(await tasks.taskAdd(request, ports));
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
	return changed(await tasks.taskChange(request, ports));
}

const EDITS: Readonly<Record<string, tasks.TaskEdit>> = {
	start: { status: 'in_progress' },
	done: { status: 'done' },
	drop: { status: 'dropped' },
	flag: { flagged: true },
};

/** `req task list` */
export async function taskList(
	options: OfSession & { readonly all?: true; readonly done?: true; readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const filter = { all: options.all === true, done: options.done === true };
	const listed = await tasks.taskList({ caller: caller(options.session), ...filter }, ports);
	if (options.json) return jsonAnswer(taskListJson(listed.tasks));
	return answer(taskListText(listed, filter, ports.now()));
}

function changed({ task, session, stored, redacted }: tasks.ChangedTask): Answer {
	const where = session === undefined ? '' : `, in session ${session.key}`;
	const kept = keptAnswer(`${taskText(task)}${where}`, redacted);
	return { ...kept, warnings: [...storageNotes(stored.kind), ...kept.warnings] };
}
