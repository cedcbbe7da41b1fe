import { expect } from 'vitest';
import { type Client, type ContinuityWorld, makeContinuityWorld, type Played } from './continuity-world.ts';
import { plantRecords, someInsight, someRecord } from './some-record.ts';

const OLD = '5e6f7a8b-0000-4000-8000-000000000002';
export const SEED = 'Never run the seed script on staging';
export const PROMPT = 'Please run the seed script on staging.';
/** A world in which a session learned something a month ago, on another branch. */
export async function afterAMonth(more: object = {}, config?: string): Promise<ContinuityWorld> {
	const world = await makeContinuityWorld(config);
	const insights = [someInsight('i1234567', SEED)];
	const old = { days: 30, branch: 'feature/old', insights, ...more };
	plantRecords(world.world.repo, someRecord(OLD, old));
	return world;
}

/** What the model is told with a prompt; empty when nothing. */
export async function ask(session: Played, prompt: string, more: object = {}): Promise<string> {
	const event = { hook_event_name: 'UserPromptSubmit', prompt, ...more };
	const { stdout } = await session.hook('user-prompt-submit', event);
	if (stdout === '') return '';
	const { hookSpecificOutput: said } = JSON.parse(stdout);
	expect(said.hookEventName).toBe('UserPromptSubmit');
	return said.additionalContext;
}

/** A session that began. */
export async function begun({ session }: ContinuityWorld, n: number): Promise<Played> {
	const played = session(n);
	await played.start();
	return played;
}

/** A session that began and got its first prompt: the cache of lessons is made. */
export async function prompted({ session }: ContinuityWorld, n: number, client: Partial<Client> = {}): Promise<Played> {
	const played = session(n, client);
	await played.start();
	await ask(played, 'Go on.');
	return played;
}
