import { HOOKS } from '../../src/events/all-hooks.ts';
import type { HookStep } from './case-format.ts';
import type { HookName } from './run-hook.ts';

type Json = Readonly<Record<string, unknown>>;

/** What each event carries beside the common keys, as recorded from the client. */
const USUAL: Readonly<Partial<Record<HookName, Json>>> = {
	'session-start': { source: 'startup' },
	'user-prompt-submit': { prompt: 'Go on.' },
	'user-prompt-expansion': { expansion_type: 'slash_command', command_args: '', prompt: '/x' },
	'pre-tool-use': {},
	'pre-skill-shell-command': { command_name: 'ship', invoked_by: 'claude' },
	'post-tool-use': { duration_ms: 5 },
	'post-tool-use-failure': { error: 'Exit code 1', is_interrupt: false, duration_ms: 5 },
	stop: { stop_hook_active: false, background_tasks: [], session_crons: [] },
	'task-completed': { task_id: '1', task_subject: 'A task', task_description: 'To do.' },
	'subagent-stop': { agent_id: 'a1', agent_type: 'general-purpose', stop_hook_active: false },
	'post-compact': { trigger: 'manual', compact_summary: 'Done.' },
	'session-end': { reason: 'other' },
};

/**
 * The whole event of a step, placeholders still in it. Calls are numbered, so that the events before
 * and after one call carry the same id and those of another call do not.
 */
export function eventOf(step: HookStep, call: number): Json {
	const isTool = /^(?:pre|post)-tool-use/.test(step.hook);
	const isSkillLine = step.hook === 'pre-skill-shell-command';
	return {
		session_id: '$SESSION',
		transcript_path: '$CONFIG/projects/p/$SESSION.jsonl',
		cwd: '$CWD',
		...(step.hook === 'session-start' ? {} : { prompt_id: '$PROMPT' }),
		hook_event_name: HOOKS[step.hook].event,
		...USUAL[step.hook],
		...(isTool ? { tool_use_id: `toolu_${call}` } : {}),
		...(isSkillLine ? { tool_use_id: `toolu_${call}:preamble-0` } : {}),
		...callOf(step),
		...step.stdin,
	};
}

/** `command_name` of a typed skill stands under the same key as the model's own use of it. */
function callOf(step: HookStep): Json {
	if (step.hook === 'user-prompt-expansion') return typedOf(step);
	const input = inputOf(step);
	if (input === undefined) return {};
	const response = step.response ?? responseTo(step);
	return response === undefined ? input : { ...input, tool_response: response };
}

function typedOf({ typed, skill }: HookStep): Json {
	if (typed === undefined) return skill === undefined ? {} : { command_name: skill };
	const [, command_name, command_args] = /^\/(\S+) ?(.*)$/s.exec(typed) ?? [];
	return { command_name, command_args, command_source: 'plugin', prompt: typed };
}

function inputOf({ edit, bash, skill, tool }: HookStep): Json | undefined {
	if (edit !== undefined) {
		const file_path = /^[/$]/.test(edit) ? edit : `$CWD/${edit}`;
		const tool_input = { file_path, old_string: 'a', new_string: 'b', replace_all: false };
		return { tool_name: 'Edit', tool_input };
	}
	if (bash !== undefined) return { tool_name: 'Bash', tool_input: { command: bash } };
	if (skill !== undefined) return { tool_name: 'Skill', tool_input: { skill } };
	const [named] = Object.entries(tool ?? {});
	return named === undefined ? undefined : { tool_name: named[0], tool_input: named[1] };
}

/** What a call that went well is answered; of a tool by its name only the case knows. */
function responseTo({ hook, edit, bash, skill }: HookStep): Json | undefined {
	if (hook !== 'post-tool-use') return undefined;
	if (skill !== undefined) return { success: true, commandName: skill };
	if (bash !== undefined) return { stdout: '', stderr: '', interrupted: false, isImage: false };
	if (edit === undefined) return undefined;
	return { oldString: 'a', newString: 'b', structuredPatch: [], userModified: false };
}
