import { describe, expect, it } from 'vitest';
import {
	PostToolUseInput,
	PreToolUseInput,
	SessionEndInput,
	SessionStartInput,
	StopInput,
	UserPromptExpansionInput,
} from './hook-messages.ts';

const common = { session_id: 's', cwd: '/p' };
const call = { ...common, tool_name: 'Edit', tool_input: {} };

describe('what the host sends', () => {
	it.each([
		['SessionStart', SessionStartInput, common],
		['PreToolUse', PreToolUseInput, call],
		['PostToolUse', PostToolUseInput, call],
		['UserPromptExpansion', UserPromptExpansionInput, { ...common, command_name: 'a' }],
		['Stop', StopInput, common],
		['SessionEnd', SessionEndInput, common],
	] as const)('%s may carry more than we know, and needs no more than this', (_, schema, input) => {
		const more = { ...input, hook_event_name: 'X', later: { key: 1 } };
		expect(schema.fits(more)).toBe(true);
		for (const key of Object.keys(input)) {
			expect(schema.fits({ ...input, [key]: undefined })).toBe(false);
		}
	});

	it.each([[], 7, null, 'x', { ...common, background_tasks: [7] }])('%j is no Stop', (input) => {
		expect(StopInput.fits(input)).toBe(false);
	});
});
