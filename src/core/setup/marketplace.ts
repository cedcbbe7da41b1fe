import type { JsonKey } from './json-edits.ts';

/** The marketplace's own name (`.claude-plugin/marketplace.json`). */
const MARKETPLACE = 'claude-req';
/**
 * The marketplace inline: of the sources a project can name for everybody, the only one that the
 * client knows without a prompt and that needs no address (docs/notes/claude-code/marketplace.md).
 */
const MARKETPLACE_SOURCE = {
	source: 'settings',
	name: MARKETPLACE,
	plugins: [{ name: 'req', source: { source: 'npm', package: 'claude-req' } }],
} as const;

/** The plugin as the client's settings and commands name it. */
export const PLUGIN = `req@${MARKETPLACE}`;

/** What committed settings say so that everybody who trusts the folder can install and have the plugin. */
export const TEAM_KEYS: readonly JsonKey[] = [
	{ path: ['extraKnownMarketplaces', MARKETPLACE], value: { source: MARKETPLACE_SOURCE } },
	{ path: ['enabledPlugins', PLUGIN], value: true },
];

/** The command that installs the plugin for one user, in a client that knows the marketplace. */
export const INSTALL_COMMAND = `claude plugin install ${PLUGIN}`;
