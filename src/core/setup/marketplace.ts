import type { JsonKey } from './json-edits.ts';

/** The marketplace's own name (`.claude-plugin/marketplace.json`). */
const MARKETPLACE = 'claude-req';
/** Where a client that has not seen it finds it. */
const MARKETPLACE_SOURCE = { source: 'npm', package: 'claude-req' } as const;

/** The plugin as the client's settings and commands name it. */
export const PLUGIN = `req@${MARKETPLACE}`;

/** What committed settings say so that everybody who trusts the folder is offered the plugin. */
export const TEAM_KEYS: readonly JsonKey[] = [
	{ path: ['extraKnownMarketplaces', MARKETPLACE], value: { source: MARKETPLACE_SOURCE } },
	{ path: ['enabledPlugins', PLUGIN], value: true },
];

/** The commands that install the plugin for one user. */
export const INSTALL_COMMANDS: readonly string[] = [
	`claude plugin marketplace add ${MARKETPLACE_SOURCE.package}`,
	`claude plugin install ${PLUGIN}`,
];
