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

/** The command that installs the plugin for one user, if Claude Code knows the marketplace. */
export const INSTALL_COMMAND = 'claude plugin install req@claude-req';

/** The command that puts `req` on the PATH. `ownFolder`: of this program, as a word of the shell. */
export function installReq(ownFolder: string): string {
	return `npm install -g ${IS_PUBLISHED ? 'claude-req' : ownFolder}`;
}
