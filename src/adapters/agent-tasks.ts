import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { elements, member, textIn } from '../core/document/foreign-json.ts';
import { parseJson, readTail, textOrNothing } from './read-regular.ts';

/** The calls that start subagents are the last thing in it. */
const MAX_TAIL = 512 * 1024;
const MAX_NOTE = 16 * 1024;
const MOST_NOTES = 500;
/** Of subagents that start together. */
const MOST_TASKS = 4;
const TOOLS = ['Agent', 'Task'];
/** What the client takes where a call names no type. */
const USUAL_TYPE = 'general-purpose';

/** The client writes its transcript some 100 ms late, on a busy machine a second, and waits for this hook meanwhile. */
const MOST_LOOKS = 25;
const BETWEEN_LOOKS_MS = 60;

interface AgentCall {
	readonly id: string;
	readonly type: string;
	readonly prompt: string;
}

/**
 * The tasks that a subagent may have been given, by calls in its session's transcript that no other one was started by. The
 * client notes beside the transcript which call started which, a moment after the start (`docs/notes/claude-code`).
 */
export async function agentTasks(transcript: string, agent: Agent): Promise<readonly string[]> {
	for (let looks = 1; ; looks += 1) {
		const tasks = tasksNow(transcript, agent);
		if (tasks.length > 0 || looks === MOST_LOOKS) return tasks;
		await pause(BETWEEN_LOOKS_MS);
	}
}

interface Agent {
	readonly id: string;
	readonly type: string;
}

function tasksNow(transcript: string, agent: Agent): readonly string[] {
	const { calls: all, answered } = callsIn(tailOf(transcript));
	const over = new Set(answered.flatMap(([id, call]) => (id === agent.id ? [] : [call])));
	const calls = all.filter(({ id }) => !over.has(id));
	// No other one could be meant. There may be a note for each of a thousand that ended.
	if (calls.length <= 1) return calls.map(({ prompt }) => prompt);
	const startedBy = notedStarts(transcript, agent);
	for (const [id, call] of answered) if (id !== undefined) startedBy.set(id, call);
	const own = calls.find(({ id }) => id === startedBy.get(agent.id));
	if (own !== undefined) return [own.prompt];
	const taken = new Set(startedBy.values());
	const open = calls.filter(({ id }) => !taken.has(id));
	const ofType = open.filter(({ type }) => type === agent.type);
	return (ofType.length > 0 ? ofType : open).slice(-MOST_TASKS).map(({ prompt }) => prompt);
}

/** Calls that start subagents, and which calls have an answer: by the id of the subagent, where it names one. */
function callsIn(text: string) {
	const calls: AgentCall[] = [];
	const answered: (readonly [string | undefined, string])[] = [];
	for (const line of text.split('\n')) {
		if (!line.includes('"tool_use')) continue;
		const json = parseJson(line);
		for (const block of elements(member(member(json, 'message'), 'content'))) {
			const call = callIn(block);
			if (call !== undefined) calls.push(call);
			const answers = textIn(block, 'tool_use_id');
			if (answers !== undefined)
				answered.push([textIn(member(json, 'toolUseResult'), 'agentId'), answers]);
		}
	}
	return { calls, answered };
}

function callIn(block: unknown): AgentCall | undefined {
	const [id, name] = [textIn(block, 'id'), textIn(block, 'name')];
	const input = member(block, 'input');
	const prompt = textIn(input, 'prompt');
	if (id === undefined || prompt === undefined || !TOOLS.includes(name ?? '')) return undefined;
	return { id, prompt, type: textIn(input, 'subagent_type') ?? USUAL_TYPE };
}

/** By id of the subagent, the call it was started by: of the one asked about in any case. */
function notedStarts(transcript: string, { id }: Agent): Map<string, string> {
	const dir = join(transcript.replace(/\.jsonl$/, ''), 'subagents');
	const starts = new Map<string, string>();
	for (const name of [`agent-${id}.meta.json`, ...namesIn(dir).slice(0, MOST_NOTES)]) {
		const agent = /^agent-([\w-]+)\.meta\.json$/.exec(name)?.[1];
		if (agent === undefined) continue;
		const call = textIn(parseJson(textOrNothing(join(dir, name), MAX_NOTE)), 'toolUseId');
		if (call !== undefined) starts.set(agent, call);
	}
	return starts;
}

function namesIn(dir: string): readonly string[] {
	try {
		return readdirSync(dir);
	} catch {
		return [];
	}
}

function tailOf(transcript: string): string {
	try {
		return readTail(transcript, MAX_TAIL) ?? '';
	} catch {
		return '';
	}
}
