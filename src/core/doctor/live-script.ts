import { member } from '../document/foreign-json.ts';

/** What the hooks must answer: a context for the model, a refusal, nothing, or whatever they like. */
export type Expected = 'context' | 'refusal' | 'nothing' | 'anything';

/** One event of a rehearsed session. */
export interface LiveStep {
	/** What happens in it, for the report. */
	readonly what: string;
	readonly event: string;
	/** Name of the tool, or empty. */
	readonly tool: string;
	readonly expected: Expected;
	readonly input: Readonly<Record<string, unknown>>;
}

const REQUIREMENT = 'doctor_checked';
const SKILL = 'doctor-check';

/** The files of the scratch repository. */
export const LIVE_FILES: Readonly<Record<string, string>> = {
	'.claude/requirements.yaml': `version: 1\nrequirements:\n  ${REQUIREMENT}:\n    skills: [${SKILL}]\n`,
};

/** A session in the shape the client of version 2.1.328 gives its events (docs/notes/claude-code/hook-inputs.md). */
export function liveScript(repo: string, session: string): readonly LiveStep[] {
	const common = {
		session_id: session,
		transcript_path: `${repo}/${session}.jsonl`,
		cwd: repo,
	};
	const prompted = { ...common, prompt_id: session, permission_mode: 'acceptEdits' };
	const edit = {
		...prompted,
		tool_name: 'Write',
		tool_input: { file_path: `${repo}/a.ts`, content: 'export const one = 1;\n' },
		tool_use_id: 'toolu_doctor',
	};
	const step = (
		[what, event, expected]: readonly [string, string, Expected],
		input: Readonly<Record<string, unknown>>,
	): LiveStep => {
		const tool = typeof input['tool_name'] === 'string' ? input['tool_name'] : '';
		return { what, event, tool, expected, input: { ...input, hook_event_name: event } };
	};
	return [
		step(['the session starts', 'SessionStart', 'context'], { ...common, source: 'startup' }),
		step(['a prompt is sent', 'UserPromptSubmit', 'nothing'], { ...prompted, prompt: 'Go on.' }),
		step(['a command is typed', 'UserPromptExpansion', 'nothing'], {
			...prompted,
			...{ expansion_type: 'slash_command', command_name: 'doctor-other', command_args: '' },
			...{ command_source: 'projectSettings', prompt: '/doctor-other' },
		}),
		step(['an edit is refused', 'PreToolUse', 'refusal'], edit),
		step(['the skill satisfies', 'PostToolUse', 'anything'], {
			...prompted,
			...{ tool_name: 'Skill', tool_input: { skill: SKILL }, tool_use_id: 'toolu_doctor_skill' },
			...{ tool_response: { success: true, commandName: SKILL }, duration_ms: 5 },
		}),
		step(['the edit is allowed', 'PreToolUse', 'nothing'], edit),
		step(['the turn ends', 'Stop', 'nothing'], {
			...prompted,
			...{ stop_hook_active: false, last_assistant_message: 'Done.' },
			...{ background_tasks: [], session_crons: [] },
		}),
		step(['the session ends', 'SessionEnd', 'nothing'], {
			...common,
			...{ prompt_id: session, reason: 'other' },
		}),
	];
}

/** Whether what a hook printed is what it must say. */
export function isExpected(json: unknown, isSilent: boolean, expected: Expected): boolean {
	switch (expected) {
		case 'anything':
			return true;
		case 'nothing':
			return isSilent;
		case 'context':
			return namesRequirement(json);
		case 'refusal': {
			const decision = member(member(json, 'hookSpecificOutput'), 'permissionDecision');
			return decision === 'deny' && namesRequirement(json);
		}
		default:
			return expected satisfies never;
	}
}

function namesRequirement(json: unknown): boolean {
	return JSON.stringify(json ?? '').includes(REQUIREMENT);
}
