import type { Config } from '../../core/config/config.ts';
import { type Attempt, attemptName } from '../../core/protection/attempt.ts';
import { protectionText } from '../../core/protection/protection-text.ts';
import type { PreToolUseInput } from '../../core/protocol/hook-input.ts';
import { ask, deny, type HookOutput } from '../../core/protocol/hook-output.ts';
import { note, promptOf } from '../journaling.ts';
import type { HookEvent, Scene } from '../scene.ts';
import { concernedScenes } from './concerned-scenes.ts';

/** Answers attempts as the strictest of the projects concerned says, and notes them (D36). */
export async function answerAttempts(
	attempts: readonly Attempt[],
	{ input, session, ports }: HookEvent<PreToolUseInput>,
): Promise<HookOutput | undefined> {
	const files = attempts.flatMap((one) => (one.kind === 'file' ? [one.path] : []));
	const scenes = await concernedScenes(input.cwd, files, ports);
	const protect = strictest(scenes);
	const [scene] = scenes;
	if (protect === false || scene === undefined) return undefined;
	const { place } = scene;
	const names = new Set(attempts.map(attemptName));
	const entries = [...names].map((what) => ({
		e: 'protect' as const,
		branch: place.branch,
		tool: input.tool_name,
		what,
		answer: protect === true ? ('deny' as const) : ('ask' as const),
		...promptOf(input),
	}));
	await note(place, session, { entries, ports });
	const text = protectionText(attempts, protect);
	return protect === true ? deny(text) : ask(text);
}

/** The strictest project decides. */
function strictest(scenes: readonly Scene[]): Config['protect'] {
	const said = scenes.map(({ config }) => config.protect);
	if (said.includes(true)) return true;
	return said.includes('ask') ? 'ask' : false;
}
