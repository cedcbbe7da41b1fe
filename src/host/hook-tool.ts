import { members, textIn } from '../store/foreign-json.ts';

/** The server's name in `plugin.json`, and the name that Claude Code gives it in hooks. */
export const SERVER = { name: 'req', inHooks: 'plugin:req:req' } as const;
/** The server's one tool, and the name by which a model would call it. */
export const HOOK_TOOL = { name: 'hook', byModel: 'mcp__plugin_req_req__hook' } as const;

/** The text for no answer. Of an empty result Claude Code tells the model that the hook has completed. */
export const NO_ANSWER = JSON.stringify({ suppressOutput: true });

/** What a field holds, as `typeof` names it. What is no text arrives as JSON. */
type Kind = 'string' | 'object' | 'boolean' | 'number';

/**
 * The fields of hook inputs that req reads. An `mcp_tool` hook cannot send its whole input, so it lists each field; Claude
 * Code sends objects as JSON and an absent field as the empty text.
 */
const FIELDS: Readonly<Record<string, Kind>> = {
	hook_event_name: 'string',
	session_id: 'string',
	prompt_id: 'string',
	transcript_path: 'string',
	cwd: 'string',
	permission_mode: 'string',
	agent_id: 'string',
	agent_type: 'string',
	tool_name: 'string',
	tool_use_id: 'string',
	tool_input: 'object',
	tool_response: 'object',
	duration_ms: 'number',
	error: 'string',
	is_interrupt: 'boolean',
	prompt: 'string',
	command_name: 'string',
	command_args: 'string',
	command_source: 'string',
	invoked_by: 'string',
	stop_hook_active: 'boolean',
	last_assistant_message: 'string',
	background_tasks: 'object',
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
 * The hook input that the arguments of a call stand for. A value of another type than its field's stays text.
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
	const read = (name: string, value: unknown) => {
		if (typeof value !== 'string' || FIELDS[name] === 'string') return value;
		const parsed = parse(value);
		// The response of a tool may be a text that looks like a number.
		return typeof parsed === FIELDS[name] ? parsed : value;
	};
	return Object.fromEntries(sent.map(([name, value]) => [name, read(name, value)]));
}
