import { remembers } from '../../core/config/config.ts';
import { linesAboutFile } from '../../core/lesson/lines-about-file.ts';
import type { PreToolUseInput } from '../../core/protocol/hook-input.ts';
import { alsoInform, type HookOutput, questionOf } from '../../core/protocol/hook-output.ts';
import type { Call } from '../calls/read-calls.ts';
import type { HookEvent } from '../scene.ts';
import { orNothing } from './with-memory.ts';

/**
 * The answer to a call, with what earlier sessions learned about the files that it is about to edit. A question to the user
 * is left as it is, and so is what is told to the guard: the hook itself is asked as well.
 */
export async function withLessons(
	answer: HookOutput | undefined,
	event: HookEvent<PreToolUseInput>,
	call: Call | undefined,
): Promise<HookOutput | undefined> {
	const { input, ports } = event;
	if (call === undefined || call.action.edits.length === 0 || input['asked_by'] === 'guard')
		return answer;
	const { place, config } = call.scene;
	if (!remembers(config) || !config.continuity.recall || ports.host.nested) return answer;
	if (questionOf(answer) !== undefined) return answer;
	const what = 'earlier lessons could not be told';
	const told = await orNothing(() => recallAtEdit(event, call), { place, what, ports });
	return told === undefined ? answer : alsoInform(answer, told);
}

/** A command may write more files: the first of them are what it is about. */
const MOST_FILES = 3;

async function recallAtEdit(
	event: HookEvent<PreToolUseInput>,
	{ scene: { place }, action }: Call,
): Promise<HookOutput | undefined> {
	const cache = (await event.ports.lessons()).read(place);
	if (cache === undefined) return undefined;
	const files = action.edits
		.slice(0, MOST_FILES)
		.map((path) => ({ path, starts: linesAboutFile(cache, path) }))
		.filter(({ starts }) => starts.length > 0);
	if (files.length === 0) return undefined;
	const { tellAtFiles } = await import('./tell-lessons.ts');
	return tellAtFiles(event, { place, cache, files });
}
