import { orNothing } from '../app/faults.ts';
import { remembers } from '../config/config.ts';
import { absolutePath, relativeTo } from '../core/text/paths.ts';
import { addTo, type HookAnswer, type PreToolUseInput } from '../host/messages.ts';
import { realPath } from '../store/paths.ts';
import { type HookEvent, isPlan, type Project, projectOfEdit } from './projects.ts';
import type { ProjectCall } from './read-call.ts';
import { tellAtFiles } from './tell-lessons.ts';

/**
 * The answer to a call, with what earlier sessions learned about the files that it is about to edit. A question to the user
 * is left as it is, and so is what is told to the guard: the hook itself is asked as well.
 */
export async function withLessons(
	answer: HookAnswer,
	event: HookEvent<PreToolUseInput>,
	call: ProjectCall | undefined,
): Promise<HookAnswer> {
	if (call === undefined) return answer;
	if (answer?.decision !== undefined) return answer;
	const told = await lessonsAt(event, call.project, call.action.edits);
	return told === undefined ? answer : addTo(answer, told);
}

/**
 * What earlier sessions learned about a file that is about to be read: it reaches the model with the file's text, and so
 * before the edit that often follows.
 */
export async function lessonsBeforeRead(event: HookEvent<PreToolUseInput>): Promise<HookAnswer> {
	const { input, ports } = event;
	const { file_path: file } = input.tool_input;
	if (typeof file !== 'string') return undefined;
	const path = realPath(absolutePath(file, input.cwd));
	const project = await projectOfEdit(path, input.cwd, ports);
	if (!project?.config.enabled || isPlan(path, project.place, ports)) return undefined;
	return lessonsAt(event, project, [relativeTo(project.place.root, path)]);
}

/** A command may write more files: the first of them are what it is about. */
const MOST_FILES = 3;

/** @param paths relative to the project's root, with `/` */
async function lessonsAt(
	event: HookEvent<PreToolUseInput>,
	home: Project,
	paths: readonly string[],
): Promise<HookAnswer> {
	const { ports } = event;
	const { place, config } = home;
	if (paths.length === 0 || ports.host.nested) return undefined;
	if (!remembers(config) || !config.continuity.recall) return undefined;
	const what = 'earlier lessons could not be told';
	const recall = () => tellAtFiles(event, { home, paths: paths.slice(0, MOST_FILES) });
	return orNothing(recall, { place, what, ports });
}
