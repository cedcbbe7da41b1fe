import path from 'node:path';
import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { review } from '../support/gated-configs.ts';
import { bash, call, skill, text } from '../support/model-turns.ts';
import { failures, toolResults } from '../support/seen-by-model.ts';

it.each(clientVersions)(
	'%s: a subagent in an existing worktree is told what counts there, and one review serves one commit (D3, D31)',
	async (client) => {
		await using world = await openGatedWorld(review, { client });
		// A reflog has whole seconds: by it the branch might have begun in the session.
		const unlogged = ['-c', 'core.logAllRefUpdates=false'];
		world.git(...unlogged, 'worktree', 'add', '-q', '-b', 'feature/y', '../tree');
		const tree = path.join(world.root, 'tree');
		const helper = { description: 'help', prompt: 'Help.', subagent_type: 'general-purpose' };
		const agent = call('Agent', { ...helper, run_in_background: false });
		const commit = (subject: string) => `git commit -q --allow-empty -m ${subject}`;

		const run = await world.run({
			approves: true,
			main: [agent, call('EnterWorktree', { path: tree }), agent],
			agent: [
				// After each call Claude Code takes it back to the main checkout, for which the skill counts.
				bash(`cd ${tree} && ${commit('one')}`),
				skill('pre-commit'),
				bash(`cd ${tree} && ${commit('one')}`),
				bash(`cd ${tree} && req done pre-commit`),
				bash(`cd ${tree} && ${commit('one')}`),
				bash(`cd ${tree} && ${commit('two')}`),
				bash(commit('two')),
				text('I need another review.'),
				// The second one works in the worktree.
				...[skill('pre-commit'), bash(commit('three')), bash(commit('four'))],
			],
		});

		expect(failures(run)).toEqual([false, false, false]);
		const results = toolResults(run, 'agent');
		expect(results.map(({ failed }) => failed)).toEqual([
			...[true, false, true, false, false, true, true],
			...[false, false, true],
		]);
		const there = `blocked on feature/y in ${tree}: pre_commit_review is unmet`;
		for (const at of [0, 2, 5]) expect(results[at]?.text).toContain(there);
		expect(results[9]?.text).toContain('blocked on feature/y: pre_commit_review is unmet');
		expect(results[2]?.text).toContain(`\`cd ${tree} && req done pre-commit\``);
		expect(results[3]?.text).toContain('pre_commit_review satisfied on branch feature/y');
		expect(results[6]?.text).toContain('blocked on feature/x');
		const subjects = world.git('log', '--format=%s', 'feature/x..feature/y');
		expect(subjects).toBe('three\none');
	},
);
