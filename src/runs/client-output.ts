import { isUuid } from '../host/session-id.ts';
import { elements, member, textIn } from '../store/foreign-json.ts';

/** What a headless session has printed so far. What it has not printed yet is `undefined`. */
export interface ClientOutput {
	/** Full id of the session. */
	readonly uuid?: string;
	/** The model has answered. */
	readonly hasAnswered?: true;
	/** Answers of the model; at the end as Claude Code counts them. */
	readonly turns: number;
	/** The tool that the model called last. */
	readonly tool?: string | undefined;
	/** The model's last words. */
	readonly said?: string | undefined;
	/** The last line. */
	readonly result?: { readonly isError: boolean; readonly text: string | undefined };
}

/**
 * Adds one parsed line of `stream-json`. Takes any JSON, for the format is Claude Code's own.
 *
 * @returns `before` itself if the line says nothing
 */
export function withLine(before: ClientOutput, json: unknown): ClientOutput {
	const uuid = textIn(json, 'session_id') ?? '';
	// A subagent's answer names the call that started it.
	const isSubagents = typeof member(json, 'parent_tool_use_id') === 'string';
	switch (textIn(json, 'type')) {
		case 'system':
			return textIn(json, 'subtype') === 'init' && isUuid(uuid) ? { ...before, uuid } : before;
		case 'assistant':
			return isSubagents ? before : withTurn(before, json);
		case 'result':
			return withResult(before, json);
		default:
			return before;
	}
}

function withTurn(before: ClientOutput, json: unknown): ClientOutput {
	const parts = elements(member(member(json, 'message'), 'content'));
	const last = (type: string) => parts.findLast((part) => textIn(part, 'type') === type);
	const said = textIn(last('text'), 'text') ?? before.said;
	const tool = textIn(last('tool_use'), 'name');
	return { ...before, hasAnswered: true, turns: before.turns + 1, tool, said };
}

function withResult(before: ClientOutput, json: unknown): ClientOutput {
	const count = member(json, 'num_turns');
	const turns = typeof count === 'number' ? count : before.turns;
	const errors = elements(member(json, 'errors')).filter((one) => typeof one === 'string');
	const text = textIn(json, 'result') ?? (errors.join('; ') || undefined);
	const isError = member(json, 'is_error') === true || textIn(json, 'subtype') !== 'success';
	const said = (isError ? undefined : text) ?? before.said;
	return { ...before, turns, said, result: { isError, text } };
}
