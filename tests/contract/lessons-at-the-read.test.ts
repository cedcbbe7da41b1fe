import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterAMonth as aMonthAfter, begun, prompted } from '../support/after-a-month.ts';
import type { ContinuityWorld, Played } from '../support/continuity-world.ts';
import { git } from '../support/git-repo.ts';
import { someInsight } from '../support/some-record.ts';

const WARNING = 'Never sort the imports of src/login.ts';

/** A world in which sessions learned something a month ago, and whose cache of lessons is made. */
async function afterAMonth(texts: readonly string[] = [WARNING], config?: string) {
	const insights = texts.map((text, n) => someInsight(`i123456${n}`, text));
	const world = await aMonthAfter({ insights }, config);
	await prompted(world, 9);
	return world;
}

/** The hook's answer when the model reads a file; `path` may be relative to the project. */
async function read(session: Played, { world }: ContinuityWorld, path: string, more = {}) {
	const file_path = path.startsWith('/') ? path : join(world.repo, path);
	const call = { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_use_id: 'toolu_r' };
	const { stdout } = await session.hook('pre-tool-use', {
		...call,
		tool_input: { file_path },
		...more,
	});
	return stdout;
}

async function told(session: Played, world: ContinuityWorld, path: string, more = {}): Promise<string> {
	const stdout = await read(session, world, path, more);
	if (stdout === '') return '';
	const { hookEventName, additionalContext } = JSON.parse(stdout).hookSpecificOutput;
	expect(hookEventName).toBe('PreToolUse');
	return additionalContext;
}

function put({ world }: ContinuityWorld, path: string): string {
	const file = join(world.repo, path);
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, 'export {};\n');
	return file;
}

/** A world with these files in it. */
async function withFiles(texts: readonly string[], ...paths: readonly string[]) {
	const world = await afterAMonth(texts);
	for (const path of paths) put(world, path);
	return world;
}

describe('a read of a file that a session of a month ago warned of', () => {
	it('is told of it, once in the session, and the edit after it no more', async () => {
		await using world = await withFiles([WARNING], 'src/login.ts');
		const session = await begun(world, 1);
		expect((await told(session, world, 'src/login.ts')).split('\n')).toEqual([
			'[EARLIER LESSONS: what sessions of this repository learned about src/login.ts]',
			expect.stringContaining(`- warning: "${WARNING}" (30 days ago, branch feature/old, `),
			expect.stringContaining('[END OF EARLIER LESSONS: '),
		]);
		expect(await read(session, world, 'src/login.ts')).toBe('');
		const edit = { file_path: join(world.world.repo, 'src/login.ts'), old_string: 'a' };
		const call = { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_use_id: 'toolu_e' };
		expect((await session.hook('pre-tool-use', { ...call, tool_input: edit })).stdout).toBe('');
		await session.start('compact');
		expect(await told(session, world, 'src/login.ts')).toContain(WARNING);
	});

	it('is told to a subagent that reads it, whatever its session was told', async () => {
		await using world = await withFiles([WARNING], 'src/login.ts');
		const session = await begun(world, 1);
		const more = { agent_id: 'a1', agent_type: 'general-purpose' };
		expect(await told(session, world, 'src/login.ts')).toContain(WARNING);
		expect(await told(session, world, 'src/login.ts', more)).toContain(WARNING);
		expect(await read(session, world, 'src/login.ts', more)).toBe('');
	});

	it('is held by no requirement, and leaves nothing but that it was told', async () => {
		const gates =
			'version: 1\nrequirements:\n  plan: { scope: branch, blocks: [edit, { tool: "*" }], satisfy_with: [plan] }\n';
		await using world = await afterAMonth([WARNING], gates);
		put(world, 'src/login.ts');
		const session = await begun(world, 1);
		const stdout = await read(session, world, 'src/login.ts');
		expect(stdout).toContain(WARNING);
		expect(stdout).not.toContain('permissionDecision');
		expect(session.lines('lessons')).toHaveLength(1);
		expect([...session.lines('refuse'), ...session.lines('trigger')]).toEqual([]);
	});
});

it('reads of a linked worktree and through a linked folder get the lesson, reads outside of git none', async () => {
	await using world = await withFiles([WARNING], 'src/login.ts');
	const { repo, dir } = world.world;
	git(repo, 'worktree', 'add', '-q', join(dir, 'tree'));
	mkdirSync(join(dir, 'tree/src'), { recursive: true });
	writeFileSync(join(dir, 'tree/src/login.ts'), '');
	symlinkSync(join(repo, 'src'), join(dir, 'linked'));
	writeFileSync(join(dir, 'outside.ts'), '');
	expect(await told(await begun(world, 1), world, join(dir, 'tree/src/login.ts'))).toContain(WARNING);
	expect(await told(await begun(world, 2), world, join(dir, 'linked/login.ts'))).toContain(WARNING);
	expect(await told(await begun(world, 3), world, join(dir, 'outside.ts'))).toBe('');
});
