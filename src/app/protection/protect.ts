import { editedPath } from '../../core/gate/action.ts';
import type { Attempt } from '../../core/protection/attempt.ts';
import { MCP_PREFIX, SHELL_TOOLS } from '../../core/protocol/gated-tools.ts';
import type { PreToolUseInput } from '../../core/protocol/hook-input.ts';
import type { HookOutput } from '../../core/protocol/hook-output.ts';
import type { Ports } from '../ports.ts';
import type { HookEvent } from '../scene.ts';
import { attemptsByEdit } from './attempts-by-edit.ts';

/**
 * Keeps the model from opening its own gates (D36): what it may not edit or run is refused,
 * or left to the user, whatever is satisfied or paused. Ordinary calls load no more than the look.
 */
export async function protect(event: HookEvent<PreToolUseInput>): Promise<HookOutput | undefined> {
	const attempts = await attemptsIn(event.input, event.ports);
	if (attempts.length === 0) return undefined;
	const { answerAttempts } = await import('./answer-attempts.ts');
	return answerAttempts(attempts, event);
}

async function attemptsIn(input: PreToolUseInput, ports: Ports): Promise<readonly Attempt[]> {
	const { cwd, tool_name: tool, tool_input } = input;
	if (SHELL_TOOLS.includes(tool)) {
		const { command: source } = tool_input;
		if (typeof source !== 'string') return [];
		const { attemptsByCommand } = await import('./attempts-by-command.ts');
		return attemptsByCommand({ source, cwd }, ports);
	}
	if (tool.startsWith(MCP_PREFIX)) {
		const { attemptsByMcp } = await import('./attempts-by-mcp.ts');
		return attemptsByMcp(input, ports);
	}
	const file = editedPath(tool, tool_input);
	if (file === undefined) return [];
	return attemptsByEdit({ file, cwd, input: tool_input }, ports);
}
