import { isInside } from '../core/text/paths.ts';

/** Where Claude Code writes plans. Absolute directories. */
interface PlanDirectories {
	readonly configDir: string;
	readonly root: string;
	/** Claude Code's `plansDirectory` setting, resolved; `undefined` when unset. */
	readonly plansDirectory: string | undefined;
}

/**
 * Whether a file is one of Claude Code's plans, which are Markdown. `path` is absolute with symlinks resolved, so
 * neither `..` nor a link leads out.
 */
export function isPlanFile(
	path: string,
	{ configDir, root, plansDirectory }: PlanDirectories,
): boolean {
	const directories = [`${configDir}/plans`, `${root}/.claude/plans`];
	const isConfigured = plansDirectory !== undefined && isInside(plansDirectory, root);
	if (isConfigured) directories.push(plansDirectory);
	return path.endsWith('.md') && directories.some((directory) => isInside(path, directory));
}
