import { members, textIn } from '../document/foreign-json.ts';

/** The server's name in `plugin.json`, and the name that Claude Code gives it in hooks. */
export const SERVER = { name: 'req', inHooks: 'plugin:req:req' } as const;
/** The server's one tool, and the name by which a model would call it. */
export const HOOK_TOOL = { name: 'hook', byModel: 'mcp__plugin_req_req__hook' } as const;

/** `json`: anything but text, which arrives as JSON. */
type Kind = 'text' | 'json';

/**
 * The fields of hook inputs that req reads. An `mcp_tool` hook cannot send its whole input, so it lists each field; Claude
 * Code sends objects as JSON and an absent field as the empty text.
 */
const FIELDS: Readonly<Record<string, Kind>> = {
	hook_event_name: 'text',
	session_id: 'text',
	prompt_id: 'text',
	transcript_path: 'text',
	cwd: 'text',
	permission_mode: 'text',
	agent_id: 'text',
	agent_type: 'text',
	tool_name: 'text',
	tool_use_id: 'text',
	tool_input: 'json',
	tool_response: 'json',
	duration_ms: 'json',
	error: 'text',
	is_interrupt: 'json',
	prompt: 'text',
	command_name: 'text',
	command_args: 'text',
	command_source: 'text',
	invoked_by: 'text',
	stop_hook_active: 'json',
	last_assistant_message: 'text',
	background_tasks: 'json',
};

/** The `input` of each `mcp_tool` hook: every field, to be filled in by Claude Code. */
export const HOOK_ARGUMENTS: Readonly<Record<string, string>> = Object.fromEntries(
	Object.keys(FIELDS).map((name) => [name, `\${${name}}`]),
);

/** The tool as `tools/list` describes it. It is hidden from the model: hooks reach it all the same. */
export const HOOK_TOOL_DESCRIPTION = {
	name: HOOK_TOOL.name,
	description: 'Answers a hook event of Claude Code. For hooks only.',
	inputSchema: {
		type: 'object',
		properties: Object.fromEntries(Object.keys(FIELDS).map((name) => [name, { type: 'string' }])),
	},
	_meta: { ui: { visibility: ['app'] } },
} as const;

/**
 * The hook input that the arguments of a call stand for. What is no JSON where JSON is due stays text.
 *
 * @param parse returns the value of a JSON text; `undefined` if it is none
 */
export function eventOf(
	given: unknown,
	parse: (text: string) => unknown,
): Readonly<Record<string, unknown>> {
	const isPrompt = textIn(given, 'hook_event_name') === 'UserPromptSubmit';
	// A prompt may be empty: an image alone.
	const isSent = (name: string, value: unknown) => value !== '' || (name === 'prompt' && isPrompt);
	const sent = members(given).filter(([name, value]) => isSent(name, value));
	const read = (name: string, value: unknown) =>
		typeof value === 'string' && FIELDS[name] === 'json' ? (parse(value) ?? value) : value;
	return Object.fromEntries(sent.map(([name, value]) => [name, read(name, value)]));
}
