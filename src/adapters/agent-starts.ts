import { join } from 'node:path';
import { textIn } from '../core/document/foreign-json.ts';
import { fileNamesIn, parseJson, textOrNothing } from './read-regular.ts';

const MAX_NOTE = 16 * 1024;
const MOST_NOTES = 500;

/**
 * Which call started which subagent, by id of the subagent. The client notes it beside the session's transcript, a moment
 * after the start (`docs/notes/claude-code`): of the subagent `id`, which is about to start, it may not stand there yet.
 */
export function agentStarts(transcript: string, id: string): ReadonlyMap<string, string> {
	const dir = join(transcript.replace(/\.jsonl$/, ''), 'subagents');
	const starts = new Map<string, string>();
	for (const name of [`agent-${id}.meta.json`, ...fileNamesIn(dir).slice(0, MOST_NOTES)]) {
		const agent = /^agent-([\w-]+)\.meta\.json$/.exec(name)?.[1];
		if (agent === undefined) continue;
		const call = textIn(parseJson(textOrNothing(join(dir, name), MAX_NOTE)), 'toolUseId');
		if (call !== undefined) starts.set(agent, call);
	}
	return starts;
}
