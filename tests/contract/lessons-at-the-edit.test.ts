import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterAMonth as aMonthAfter, prompted as begun } from '../support/after-a-month.ts';
import type { ContinuityWorld, Played } from '../support/continuity-world.ts';
import { someInsight } from '../support/some-record.ts';

const WARNING = 'Never sort the imports of src/login.ts';
const CONFIG = 'version: 1\n';

/** A world in which a session learned something about a file a month ago. */
function afterAMonth(config = CONFIG, more: object = {}, text = WARNING) {
	return aMonthAfter({ insights: [someInsight('i1234567', text)], ...more }, config);
}

/** What the hook answers to a call that was about to run. */
async function answer(session: Played, tool: string, tool_input: object, more: object = {}) {
	const call = { tool_name: tool, tool_input, tool_use_id: `t${Math.random()}`, ...more };
	const { stdout } = await session.hook('pre-tool-use', { hook_event_name: 'PreToolUse', ...call });
	return stdout === '' ? undefined : JSON.parse(stdout);
}

function edit(session: Played, { world }: ContinuityWorld, path: string, more: object = {}) {
	const file_path = join(world.repo, path);
	return answer(session, 'Edit', { file_path, old_string: 'a', new_string: 'b' }, more);
}

const textOf = (said: { hookSpecificOutput?: { additionalContext?: string } } | undefined) =>
	said?.hookSpecificOutput?.additionalContext ?? '';

describe('an edit of a file that a session of a month ago warned of', () => {
	it('is told of it, with its age, branch and source', async () => {
		await using world = await afterAMonth();
		expect(textOf(await edit(await begun(world, 1), world, 'src/login.ts')).split('\n')).toEqual([
			'[EARLIER LESSONS: what sessions of this repository learned about src/login.ts]',
			expect.stringMatching(
				/^- warning: "Never sort the imports of src\/login\.ts" \(30 days ago, branch feature\/old, session 5e6f7a8b, i1234567/,
			),
			expect.stringContaining('[END OF EARLIER LESSONS: '),
		]);
	});

	it('is told of what was noted while it was open, however many files that session edited then', async () => {
		await using world = await afterAMonth();
		const first = await begun(world, 1);
		await first.edit('src/cookie.ts');
		await first.req('learn', 'warning', 'Ask the security team first');
		await first.stop();
		for (let nth = 0; nth < 7; nth += 1) await first.edit(`lib/part${nth}.ts`);
		await first.stop();
		await first.end();
		// A start within the week would tell it.
		world.pass(24 * 10);
		const told = textOf(await edit(await begun(world, 2), world, 'src/cookie.ts'));
		expect(told).toMatch(/"Ask the security team first" \(noted while this file was worked on, 10 days ago, /);
		for (const [n, file] of ['lib/part0.ts', 'lib/part6.ts'].entries())
			expect(await edit(await begun(world, 3 + n), world, file)).toBeUndefined();
	});

	it('is told once, not again after the prompt told it, and again after a compaction', async () => {
		await using world = await afterAMonth();
		const session = await begun(world, 1);
		expect(await edit(session, world, 'src/other.ts')).toBeUndefined();
		expect(textOf(await edit(session, world, 'src/login.ts'))).toContain(WARNING);
		expect(await edit(session, world, 'src/login.ts')).toBeUndefined();
		await session.start('compact');
		expect(textOf(await edit(session, world, 'src/login.ts'))).toContain(WARNING);
		const other = await begun(world, 2);
		const prompt = 'Sort the imports of src/login.ts';
		await other.hook('user-prompt-submit', { hook_event_name: 'UserPromptSubmit', prompt });
		expect(await edit(other, world, 'src/login.ts')).toBeUndefined();
	});

	it('is told when a command writes the file, where commands are read for edits', async () => {
		const config =
			'version: 1\nrequirements:\n  plan: { scope: branch, enforce: warn, blocks: [{ edit: "src/**" }], satisfy_with: [plan] }\n';
		await using world = await afterAMonth(config);
		const command = 'echo x > src/login.ts';
		expect(textOf(await answer(await begun(world, 1), 'Bash', { command }))).toContain(WARNING);
		expect(await answer(await begun(world, 2), 'Bash', { command: 'cat src/login.ts' })).toBeUndefined();
	});

	it('is refused first where a requirement holds it, and told when it is let through', async () => {
		const config =
			'version: 1\nrequirements:\n  plan: { scope: branch, blocks: [{ edit: "src/**" }], satisfy_with: [plan] }\n';
		await using world = await afterAMonth(config);
		const session = await begun(world, 1);
		const refused = await edit(session, world, 'src/login.ts');
		expect(refused.hookSpecificOutput.permissionDecision).toBe('deny');
		expect(JSON.stringify(refused)).not.toContain(WARNING);
		expect((await world.world.req('satisfy', 'plan')).exit).toBe(0);
		expect(textOf(await edit(session, world, 'src/login.ts'))).toContain(WARNING);
	});
});
