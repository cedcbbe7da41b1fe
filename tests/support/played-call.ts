import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EffectWorld, ModelCall } from './effect-world.ts';
import { writeIn } from './git-repo.ts';

/** Whether a folder of the PATH has this program. */
export function isThere(program: string): boolean {
	const folders = (process.env['PATH'] ?? '').split(':');
	return folders.some((folder) => existsSync(join(folder, program)));
}

const TOOL = /^(?<tool>Write|Edit|mcp__\w+) (?<input>\{.*\})$/s;

/** A call as a table writes it: `$W` is the scratch world, `$CWD` its repository. */
export function callOf(text: string, { dir, repo }: EffectWorld): ModelCall {
	const filled = text.replaceAll(/\$W\b/g, dir).replaceAll(/\$CWD\b/g, repo);
	if (filled === 'EDIT') {
		const file_path = join(repo, 'src/a.ts');
		return { tool: 'Edit', input: { file_path, old_string: '1', new_string: '2' } };
	}
	const { tool, input } = TOOL.exec(filled)?.groups ?? {};
	if (tool === undefined || input === undefined) return { tool: 'Bash', input: { command: filled } };
	return { tool, input: JSON.parse(input) };
}

type After = Parameters<EffectWorld['hook']>;

/** Does what the call says; returns what the client says of it afterwards. */
export async function made(
	{ tool, input }: ModelCall,
	event: object,
	world: EffectWorld,
	mayGoOn = false,
): Promise<After> {
	const file = String(input['file_path'] ?? '').replace(`${world.repo}/`, '');
	if (tool === 'Edit') {
		const path = join(world.repo, file);
		const { old_string: from, new_string: to } = input;
		writeIn(world.repo, file, readFileSync(path, 'utf8').replace(String(from), String(to)));
	}
	if (tool === 'Write') writeIn(file.startsWith('/') ? '/' : world.repo, file, String(input['content']));
	if (tool !== 'Bash') return ['post-tool-use', { ...event, tool_response: {} }];
	const began = Date.now();
	const { exit, stdout, stderr } = await world.bash(String(input['command']), mayGoOn);
	// Short, however busy the machine is.
	const duration_ms = Math.min(Date.now() - began, 1_900);
	if (exit !== 0)
		return [
			'post-tool-use-failure',
			{ ...event, duration_ms, error: `Exit code ${exit}\n${stderr}`, is_interrupt: false },
		];
	const response = { stdout, stderr, interrupted: false };
	return ['post-tool-use', { ...event, duration_ms, tool_response: response }];
}
