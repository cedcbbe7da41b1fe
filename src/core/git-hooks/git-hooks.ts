/** The hooks of git by which req holds a repository. */
export const GIT_HOOKS = ['reference-transaction', 'pre-push'] as const;
export type GitHook = (typeof GIT_HOOKS)[number];

/** The status by which our process refuses; with any other one git goes on. */
export const REFUSED = 3;

/** Begins the line by which a hook of ours is known. */
export const MARK = '# req-hook ';

/** Whether a text is a hook of ours, edited or not. */
export function isHookScript(text: string): boolean {
	return text.includes(`\n${MARK}`);
}
