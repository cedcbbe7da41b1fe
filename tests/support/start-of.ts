import { clientPid } from './client-process.ts';
import { type HookResult, runHook } from './run-hook.ts';
import type { ReqWorld } from './run-req.ts';

/** What is different about one start. */
interface Different {
	readonly source?: string;
	readonly env?: Readonly<Record<string, string>>;
	readonly input?: object;
}

/** What a start was answered. */
export interface Started extends HookResult {
	/** What reaches the model; empty for nothing. */
	readonly text: string;
}

/** A session of a live client starts in the repository: the built hook runs. */
export async function startOf(world: ReqWorld, uuid: string, different: Different = {}): Promise<Started> {
	const { source = 'startup', env, input } = different;
	const { repo } = world;
	const event = { hook_event_name: 'SessionStart', session_id: uuid, cwd: repo, source, ...input };
	const result = await runHook('session-start', {
		cwd: repo,
		stdin: JSON.stringify(event),
		env: {
			...world.env,
			CLAUDE_PID: String(clientPid()),
			CLAUDE_PROJECT_DIR: repo,
			CLAUDE_CODE_SESSION_ID: uuid,
			...env,
		},
	});
	return { ...result, text: textIn(result.stdout) };
}

function textIn(stdout: string): string {
	if (stdout === '') return '';
	const answer: { hookSpecificOutput?: { additionalContext?: string } } = JSON.parse(stdout);
	return answer.hookSpecificOutput?.additionalContext ?? '';
}
