import { unlessError } from '../store/errors.ts';
import { members } from '../store/foreign-json.ts';
import type { Fields } from '../store/shape.ts';

/** The server's name in `plugin.json`, and the name that Claude Code gives it in hooks. */
export const SERVER = { name: 'req', inHooks: 'plugin:req:req' } as const;
/** The server's one tool, and the name by which a model would call it. */
export const HOOK_TOOL = { name: 'hook', byModel: 'mcp__plugin_req_req__hook' } as const;

/** The text for no answer. If the result is empty, Claude Code shows the model that the hook has completed. */
export const NO_ANSWER = JSON.stringify({ suppressOutput: true });

/** The tool as `tools/list` describes it. It is hidden from the model: hooks reach it all the same. */
export const HOOK_TOOL_DESCRIPTION = {
	name: HOOK_TOOL.name,
	description: 'Answers a hook event of Claude Code. For hooks only.',
	inputSchema: { type: 'object', additionalProperties: { type: 'string' } },
	_meta: { ui: { visibility: ['app'] } },
} as const;

/** The `input` of an `mcp_tool` hook, which cannot send its whole event: each field, to be filled in by Claude Code. */
export function hookArguments(fields: Fields): Readonly<Record<string, string>> {
	return Object.fromEntries(Object.keys(fields).map((name) => [name, `\${${name}}`]));
}

/**
 * The hook input that the arguments of a call stand for: Claude Code sends what is no text as JSON, and an absent field as
 * the empty text. A value of another type than its field's stays text.
 */
export function eventOf(given: unknown, fields: Fields): Readonly<Record<string, unknown>> {
	const event: Record<string, unknown> = {};
	for (const [name, value] of members(given)) {
		const field = fields[name];
		// A prompt may be empty: an image alone.
		if (value === '' && (field === undefined || field.isOptional === true || !field.fits(''))) continue;
		const isText = field === undefined || (field.fits('') && !field.fits({}));
		const parsed = isText || typeof value !== 'string' ? undefined : unlessError((): unknown => JSON.parse(value));
		// The response of a tool may be a text that looks like a number.
		const isRead = typeof parsed === 'object' || (parsed !== undefined && !field?.fits(''));
		event[name] = isRead ? parsed : value;
	}
	return event;
}
