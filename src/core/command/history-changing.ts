import { matchesCommand } from './match-command.ts';
import type { ParsedCommand } from './parse-command.ts';

/**
 * Subcommands of git that may move HEAD, the merge base or the default branch, or change files,
 * tracked or not.
 */
const changing = [
	...[
		'add',
		'am',
		'apply',
		'bisect',
		'branch',
		'checkout',
		'checkout-index',
		'cherry-pick',
		'clean',
	],
	...[
		'commit',
		'fetch',
		'filter-branch',
		'merge',
		'mv',
		'pull',
		'push',
		'read-tree',
		'rebase',
		'remote',
	],
	...[
		'reset',
		'restore',
		'revert',
		'rm',
		'sparse-checkout',
		'stash',
		'submodule',
		'subtree',
		'switch',
	],
	...['symbolic-ref', 'update-index', 'update-ref', 'worktree'],
];

/**
 * Whether a command line holds a git call after which `git diff` against the merge base may say
 * something else (checklist S4-067: the measure of `branch_size` is cached). Writes by other
 * programs are not seen here.
 */
export function changesTree(parsed: ParsedCommand): boolean {
	return changing.some((subcommand) => matchesCommand(parsed, `git ${subcommand}`));
}
