import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterAMonth as aMonthAfter, prompted as begun } from '../support/after-a-month.ts';
import { makeContinuityWorld, type Played } from '../support/continuity-world.ts';
import { someInsight } from '../support/some-record.ts';

const REFUSED = 'Exit code 1\nError: connect ECONNREFUSED 127.0.0.1:5432';
const MENDS = 'docker compose up db first';

const callOf = (command: string) => ({
	...{ tool_name: 'Bash', tool_input: { command }, tool_use_id: `t${Math.random()}` },
});

/** What the model is told when a command fails; empty when nothing. */
async function fails(session: Played, command: string, error: string, more: object = {}): Promise<string> {
	const event = { hook_event_name: 'PostToolUseFailure', error, is_interrupt: false, ...more };
	const { stdout } = await session.hook('post-tool-use-failure', { ...event, ...callOf(command) });
	return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

async function works(session: Played, command: string): Promise<void> {
	const tool_response = { stdout: '', stderr: '', interrupted: false };
	const event = { hook_event_name: 'PostToolUse', tool_response };
	await session.hook('post-tool-use', { ...event, ...callOf(command) });
}

async function stops(session: Played): Promise<void> {
	await session.hook('stop', { hook_event_name: 'Stop', last_assistant_message: 'Done.' });
}

describe('a command that fails as one did in an earlier session', () => {
	it('brings what was noted before it succeeded again, whatever its words; once', async () => {
		await using world = await makeContinuityWorld('version: 1\n');
		const first = await begun(world, 1);
		expect(await fails(first, 'npm test', REFUSED)).toBe('');
		await first.req('learn', MENDS);
		await works(first, 'npm test -- --bail');
		await stops(first);

		const next = await begun(world, 2);
		expect(await fails(next, 'npm test', 'Exit code 1\nError: connect ECONNREFUSED 127.0.0.1:6379')).toBe('');
		const told = (await fails(next, 'npm run e2e', REFUSED)).split('\n');
		expect(told[0]).toBe('[EARLIER LESSONS: what sessions of this repository learned about this failure]');
		expect(told[1]).toContain(`learning: "${MENDS}"`);
		expect(await fails(next, 'npm test', REFUSED)).toBe('');
	});

	it('brings nothing that was noted when nothing had failed', async () => {
		await using world = await makeContinuityWorld('version: 1\n');
		const first = await begun(world, 1);
		await first.req('learn', MENDS);
		await fails(first, 'npm test', REFUSED);
		await works(first, 'npm test');
		await stops(first);
		const second = await begun(world, 2);
		expect(await fails(second, 'npm test', REFUSED)).toBe('');
	});
});

describe('a command that fails in words that an earlier lesson has', () => {
	const LESSON = 'ECONNREFUSED on port 5432: start postgres with make up';
	const afterAMonth = (config?: string) => aMonthAfter({ insights: [someInsight('i1234567', LESSON)] }, config);

	it('brings it, with its age, branch and source', async () => {
		await using world = await afterAMonth();
		expect(await fails(await begun(world, 1), 'npm test', REFUSED)).toMatch(
			/\n- warning: "ECONNREFUSED on port 5432.*30 days ago, branch feature\/old, session 5e6f7a8b, i1234567/,
		);
	});

	it('brings nothing where it was interrupted, the config says so, or it says only that it failed', async () => {
		await using world = await afterAMonth();
		const session = await begun(world, 1);
		expect(await fails(session, 'npm test', REFUSED, { is_interrupt: true })).toBe('');
		expect(await fails(session, 'npm test', 'Exit code 1')).toBe('');
		expect(await fails(session, 'npm test', 'Exit code 1\nFAIL src/lamp.test.ts')).toBe('');
		await using off = await afterAMonth('version: 1\ncontinuity: { recall: false }\n');
		expect(await fails(await begun(off, 1), 'npm test', REFUSED)).toBe('');
	});

	it('keeps nothing of what was printed', async () => {
		await using world = await makeContinuityWorld('version: 1\n');
		const session = await begun(world, 1);
		await fails(session, 'npm test', `${REFUSED} with the-words-of-the-output`);
		const journal = readFileSync(join(world.stateDir, `sessions/${session.uuid}.jsonl`), 'utf8');
		expect(journal).toContain('"e":"failure"');
		expect(journal).not.toContain('the-words-of-the-output');
		expect(journal).not.toContain('ECONNREFUSED');
	});
});
