import type { Run } from './client-run.ts';
import type { Content, ModelRequest } from './model-turns.ts';

/** What the model got back for one of its tool calls. */
export interface ToolResult {
	readonly name: string;
	readonly text: string;
	readonly failed: boolean;
}

/** What 2.1.330 appends to a result on its own account. */
const reminder = /\n\n<system-reminder>[\s\S]*$/;

/** Results of all tool calls of the main conversation, or of the subagents, in order. */
export function toolResults(run: Pick<Run, 'requests'>, from: 'main' | 'agent' = 'main'): readonly ToolResult[] {
	const blocks = run.requests.filter((request) => request.from === from).flatMap(contentOf);
	const names = new Map(blocks.map((block) => [block.id, block.name ?? '']));
	const results = new Map<string | undefined, ToolResult>();
	for (const block of blocks) {
		if (block.type !== 'tool_result') continue;
		const name = names.get(block.tool_use_id) ?? '';
		results.set(block.tool_use_id, {
			name,
			text: textOf(block.content).replace(reminder, ''),
			failed: block.is_error === true,
		});
	}
	return [...results.values()];
}

/** Whether each tool call of the main conversation failed, in order. */
export function failures(run: Run): readonly boolean[] {
	return toolResults(run).map(({ failed }) => failed);
}

/** What SessionStart told the model before its nth request; the last one for -1. */
export function startContext(run: Run, request = 0): string {
	return injectedContext(mainRequests(run).at(request), 'SessionStart').join('\n');
}

/** Everything that stands in one request, as text: what the model had before it when it answered. */
export function promptText(request: ModelRequest | undefined): string {
	return request === undefined
		? ''
		: contentOf(request)
				.map((block) => block.text ?? textOf(block.content))
				.join('\n');
}

/** `additionalContext` of the named event's hooks that stands in a request, in order. */
export function injectedContext(request: ModelRequest | undefined, event: string): readonly string[] {
	const told = new RegExp(`<system-reminder>\\n${event} hook additional context: ([^]*?)</system-reminder>`, 'g');
	return [...promptText(request).matchAll(told)].map((match) => (match[1] ?? '').trim());
}

/** What came last before each request of the main conversation: a tool result, a prompt, a held Stop. */
export function lastWords(run: Run): readonly string[] {
	return mainRequests(run).map((request) => {
		const last = request.messages.slice(-1);
		return promptText({ ...request, messages: last });
	});
}

/** How often a Stop was answered with "not yet". */
export function heldStops(run: Run): readonly string[] {
	return lastWords(run).filter((words) => words.includes('Stop hook feedback:'));
}

/** Requests of the main conversation. */
export function mainRequests(run: Run): readonly ModelRequest[] {
	return run.requests.filter((request) => request.from === 'main');
}

function contentOf(request: ModelRequest): readonly Content[] {
	return request.messages.flatMap(({ content }) =>
		typeof content === 'string' ? [{ type: 'text', text: content }] : content,
	);
}

function textOf(content: Content['content']): string {
	if (content === undefined || typeof content === 'string') return content ?? '';
	return content.map((block) => block.text ?? '').join('\n');
}
