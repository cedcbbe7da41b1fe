import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lapses, saidBy } from '../support/case-checks.ts';
import { fillIn } from '../support/case-placeholders.ts';
import { hookEnv, makeCaseWorld, writeFileOf } from '../support/case-world.ts';
import { hookNames, runHook } from '../support/run-hook.ts';

const recorded = new URL('recorded/', import.meta.url);
/** One input for each shape; what an older client sends otherwise is in a folder of its own. */
const VERSIONS = readdirSync(recorded);

/** Names in the recordings that mean nothing to a hook. */
const MORE_NAMES = {
	$SLUG: 'slug',
	$AGENT: 'agent1',
	$TOOL_USE: 'toolu_1',
	$TASK_1: 'task1',
	$TASK_2: 'task2',
	$TMP: '/tmp',
};

/** Uses every part of a hook that depends on its input: commands, patterns, skills, a plan. */
const CONFIG = {
	requirements: {
		commit_plan: { plan: true, triggers: ['edit', { tool: 'mcp__fs__write*' }] },
		reviewed: { scope: 'single_use', triggers: [{ command: 'git commit' }] },
		tested: { enforce: 'stop', commands: ['npm test'], stale_after: ['edit'] },
	},
};

/** Answers of a session that satisfied nothing yet; every other recorded input is answered by nothing. */
const ANSWERS: readonly [RegExp, string][] = [
	[/^PreToolUse-(edit|write-by-agent|notebook-edit|bash-commit|mcp-fs-write-file)$/, 'deny'],
	[/^SessionStart-/, 'context'],
];

const inputs = VERSIONS.flatMap((version) =>
	readdirSync(new URL(`${version}/`, recorded)).flatMap((file) => {
		const hook = hookNames.find((name) => name === kebab(file.split('-')[0] ?? ''));
		return hook === undefined ? [] : [{ version, hook, name: file.slice(0, -'.json'.length) }];
	}),
);

function kebab(event: string): string {
	return event.replace(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
}

it('has recorded inputs of every hook', () => {
	expect(new Set(inputs.map(({ hook }) => hook))).toEqual(new Set(hookNames));
});

it.each(inputs)('D35: takes $name as client $version sends it', async ({ version, hook, name }) => {
	await using world = await makeCaseWorld(true);
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, CONFIG);
	const input = JSON.parse(readFileSync(new URL(`${version}/${name}.json`, recorded), 'utf8'));
	const stdin = JSON.stringify(fillIn(input, { ...world.names, ...MORE_NAMES }, world.now));

	const result = await runHook(hook, { cwd: world.repo, stdin, env: hookEnv(world) });

	expect(lapses(result)).toEqual([]);
	expect(saidBy(result.stdout)).toBe(ANSWERS.find(([names]) => names.test(name))?.[1] ?? 'nothing');
	expect(readFileOrNothing(`${world.repo}/.git/requirements/faults.jsonl`)).toBe('');
});

function readFileOrNothing(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}
