/**
 * Whether npm has the package. The switch of the day of publishing: the marketplace of the repository and the commands
 * that install req follow it.
 */
export const IS_PUBLISHED: boolean = false;

/** The plugin as an entry of a marketplace takes it from npm. */
export const NPM_SOURCE = { source: 'npm', package: 'claude-req' } as const;

/** Whether a plugin is this one, of whatever marketplace: with its server, or as `req-processes` without. */
export function isThisPlugin(id: string): boolean {
	return /^req(?:-processes)?(?:@|$)/.test(id);
}
