import { oneLine } from '../text/one-line.ts';
import { broken, type Case, type Table, warning } from './finding.ts';

/** The hooks of git by which req holds the repository. */
export interface GitHookFacts {
	readonly hooks: readonly {
		readonly path: string;
		readonly standing: 'absent' | 'installed' | 'outdated' | 'edited' | 'foreign' | 'cut_short';
		/** Whether the program that it starts is there. */
		readonly startsProgram: boolean;
	}[];
	/** Paths of those that git starts no more, because `core.hooksPath` leads elsewhere now. */
	readonly stranded: readonly string[];
}

type Found = GitHookFacts['hooks'][number];

/** Whether hooks that were installed still hold the repository. */
export const GIT_HOOKS_FOUND = {
	title: 'Git hooks',
	checks: ({ hooks }) =>
		hooks
			.filter(({ standing, startsProgram }) => standing === 'installed' && startsProgram)
			.map(({ path }) => `holds the repository: ${oneLine(path)}`),
	notes: ({ hooks, stranded }) =>
		hooks.some(isOurs) || stranded.length > 0
			? []
			: ['not installed: req hooks install also holds commits by aliases and scripts'],
	rows: {
		git_hooks_program_gone: broken(
			'The program that a hook of git starts is not there any more, so commits and pushes go on unchecked. Git says so each time.',
			'`req hooks install`',
			({ hooks }) =>
				casesOf(hooks, 'starts a program that is gone', ({ startsProgram }) => !startsProgram),
		),
		git_hooks_replaced: broken(
			'Something else has taken the place of a hook of req, such as a manager of hooks that was installed anew.',
			'`req hooks install`, which lets the other one run first',
			({ hooks }) =>
				casesOf(
					hooks.some(isOurs) ? hooks : [],
					'is not the hook of req any more',
					(one) => !isOurs(one),
				),
		),
		git_hooks_stranded: broken(
			'`core.hooksPath` leads git elsewhere since the hooks were installed, so git starts none of them.',
			'`req hooks install`',
			({ stranded, hooks }) =>
				hooks.some(({ standing }) => standing === 'installed')
					? []
					: stranded.map((file) => ({ what: 'git does not look for hooks here any more', file })),
		),
		git_hooks_outdated: warning(
			'Another `req` wrote a hook of git, or one that lay elsewhere, or it was cut short over it.',
			'`req hooks install`',
			({ hooks }) =>
				casesOf(
					hooks,
					'was written by another req, or half written',
					({ standing, startsProgram }) =>
						(standing === 'outdated' && startsProgram) || standing === 'cut_short',
				),
		),
		git_hooks_edited: warning(
			'Somebody changed a hook of git that req wrote, so req leaves it alone.',
			'take out of <file> what you need, delete it, and run `req hooks install`',
			({ hooks }) =>
				casesOf(hooks, 'was edited since req wrote it', ({ standing }) => standing === 'edited'),
		),
	},
} as const satisfies Table<GitHookFacts>;

function isOurs({ standing }: Found): boolean {
	return standing !== 'absent' && standing !== 'foreign';
}

function casesOf(
	hooks: readonly Found[],
	what: string,
	isSo: (hook: Found) => boolean,
): readonly Case[] {
	return hooks.filter(isSo).map(({ path }) => ({ what: `a hook of git ${what}`, file: path }));
}
