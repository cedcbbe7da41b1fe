import { expect, it } from 'vitest';
import type { Case, HookStep } from '../support/case-format.ts';
import { playCase } from '../support/case-run.ts';

const guarded = { requirements: { tested: { triggers: ['edit'], commands: ['npm test'] } } };
const deep = 'a/'.repeat(9_000);
const shows = ['behaviour 14', 'behaviour 47'];

const calls: readonly (readonly [string, Omit<HookStep, 'hook'>])[] = [
	['a Bash command on 9,000 segments', { bash: `echo x > b.ts; rm ${deep}x` }],
	['an edit of 9,000 segments', { edit: `$CWD/${deep}x` }],
	['an edit of one name of 400,000 letters', { edit: `$CWD/${'a'.repeat(400_000)}` }],
	['an edit of a million segments', { edit: `$CWD/${'a/'.repeat(1_000_000)}x` }],
];

/** A hook that overflows its stack or its deadline answers nothing, and so would open every gate. */
it.each(calls)('no path is too long to be judged: %s', async (_, call) => {
	const given: Case = {
		shows,
		why: 'a path that nobody can read must not open the gates',
		config: guarded,
		steps: [
			{ ...call, hook: 'pre-tool-use', says: 'deny', mentions: ['tested'] },
			{ ...call, hook: 'post-tool-use' },
		],
	};
	expect(await playCase(given)).toEqual([]);
});

it('no path is too long beside a command that is held', async () => {
	const given: Case = {
		shows,
		why: 'what cannot be read in a line must not free the rest of it',
		config: {
			requirements: { reviewed: { triggers: [{ command: 'git tag' }], skills: ['review'] } },
		},
		steps: [
			{ hook: 'pre-tool-use', bash: `git tag deep; : || rm ${deep}x`, says: 'deny' },
			{ hook: 'pre-tool-use', bash: 'git tag deep', stdin: { cwd: `/${deep}` }, says: 'deny' },
		],
	};
	expect(await playCase(given)).toEqual([]);
});

it('a repository that cannot be read silences nothing of the call that names it', async () => {
	const given: Case = {
		shows,
		why: 'one unreadable neighbour must not open the gates of a line',
		config: guarded,
		unprivileged: true,
		given: { '$CWD/shut/.git/HEAD': 'ref: refs/heads/x\n' },
		steps: [
			{ run: ['chmod', '-R', 'a+rwX', '$WORLD'] },
			{ run: ['chmod', '000', '$CWD/shut/.git'] },
			{ hook: 'pre-tool-use', bash: 'rm shut/a .claude/requirements.yaml', says: 'deny' },
			{ hook: 'pre-tool-use', bash: 'rm shut/a b.ts', says: 'deny', mentions: ['tested'] },
			{ run: ['chmod', '755', '$CWD/shut/.git'] },
		],
	};
	expect(await playCase(given)).toEqual([]);
});
