import { note, promptOf } from '../app/journaling.ts';
import type { Ports } from '../app/ports.ts';
import type { Config } from '../config/config.ts';
import { editedPath } from '../gate/verdict.ts';
import { MCP_PREFIX, SHELL_TOOLS } from '../host/gated-tools.ts';
import { ask, deny, type HookAnswer, type PreToolUseInput } from '../host/hook-messages.ts';
import type { Attempt } from './attempt.ts';
import { attemptsByCommand } from './command-attempts.ts';
import { attemptsByEdit, concernedProjects } from './file-attempts.ts';
import { attemptsByMcp } from './mcp-attempts.ts';
import type { HookEvent, Project } from './projects.ts';
import { protectionText } from './protection-text.ts';

/**
 * Keeps the model from opening its own gates (D36): what it may not edit or run is refused,
 * or left to the user, as the strictest of the projects concerned says, whatever is satisfied or paused.
 */
export async function protect(event: HookEvent<PreToolUseInput>): Promise<HookAnswer> {
	const { input, session, ports } = event;
	const attempts = await attemptsIn(input, ports);
	if (attempts.length === 0) return undefined;
	const files = attempts.flatMap((one) => (one.kind === 'file' ? [one.path] : []));
	const projects = await concernedProjects(input.cwd, files, ports);
	const [project] = projects;
	const protect = strictest(projects);
	if (protect === false || project === undefined) return undefined;
	const { place } = project;
	const entries = [...new Set(attempts.map(attemptName))].map((what) => ({
		e: 'protect' as const,
		branch: place.branch,
		tool: input.tool_name,
		what,
		answer: protect === true ? ('deny' as const) : ('ask' as const),
		...promptOf(input),
	}));
	await note(place, session, { entries, ports });
	const { command } = input.tool_input;
	const call = { command: typeof command === 'string' ? command : undefined, cwd: input.cwd };
	const text = protectionText(attempts, call, protect);
	return protect === true ? deny(text) : ask(text);
}

/** The strictest project decides. */
function strictest(projects: readonly Project[]): Config['protect'] {
	const said = projects.map(({ config }) => config.protect);
	if (said.includes(true)) return true;
	return said.includes('ask') ? 'ask' : false;
}

async function attemptsIn(input: PreToolUseInput, ports: Ports): Promise<readonly Attempt[]> {
	const { cwd, tool_name: tool, tool_input } = input;
	if (SHELL_TOOLS.includes(tool)) {
		const { command: source } = tool_input;
		if (typeof source !== 'string') return [];
		return attemptsByCommand({ source, cwd }, ports);
	}
	if (tool.startsWith(MCP_PREFIX)) {
		return attemptsByMcp(input, ports);
	}
	const file = editedPath(tool, tool_input);
	if (file === undefined) return [];
	return attemptsByEdit({ file, cwd, input: tool_input }, ports);
}

/** How the journal names an attempt: a path, or a command of ours; no words of the model's. */
function attemptName(attempt: Attempt): string {
	return attempt.kind === 'file' ? attempt.path : attempt.command;
}
