import { members, textIn } from '../../store/foreign-json.ts';
import type { JsonKey } from './json-edits.ts';

/**
 * Whether npm has the package. The switch of the day of publishing: the marketplace of the repository, what
 * `req init --team` writes and what is said about installing follow it.
 */
export const IS_PUBLISHED: boolean = false;

/** The marketplace's own name (`.claude-plugin/marketplace.json`). */
export const MARKETPLACE = 'claude-req';
/** The plugin as an entry of a marketplace takes it from npm. */
export const NPM_SOURCE = { source: 'npm', package: 'claude-req' } as const;
/**
 * The marketplace inline: of the sources a project can name for everybody, the only one that the
 * client knows without a prompt and that needs no address (docs/notes/claude-code/marketplace.md).
 */
const INLINE = {
	source: 'settings',
	name: MARKETPLACE,
	plugins: [{ name: 'req', source: NPM_SOURCE }],
} as const;

/** Sources that say where they are, and what of them says it. Others, such as `settings`, hold the marketplace themselves. */
const PLACES: ReadonlySet<unknown> = new Set(['directory', 'file', 'git', 'github', 'npm', 'url']);
const ADDRESS: ReadonlySet<string> = new Set(['source', 'path', 'repo', 'url', 'ref', 'package']);

/** The plugin as the client's settings and commands name it. */
const PLUGIN_ID = `req@${MARKETPLACE}`;

/** Whether a plugin is this one, of whatever marketplace: with its server, or as `req-processes` without. */
export function isThisPlugin(id: string): boolean {
	return /^req(?:-processes)?(?:@|$)/.test(id);
}

/** The command that installs the plugin for one user, in a client that knows the marketplace. */
export const INSTALL_COMMAND = `claude plugin install ${PLUGIN_ID}`;

/** Where everybody who works on a project can take the marketplace from. */
interface TeamSource {
	readonly source: unknown;
	/** The folder on this machine that it is; `undefined`: every machine reaches it. */
	readonly folder: string | undefined;
}

/**
 * The source to name for a team: npm's package once it is published; until then what this user's client took
 * the plugin from, else the folder of this program.
 *
 * @param taken `source` of the marketplace in the client's own books; `undefined` where it knows none
 */
export function teamSource(
	taken: unknown,
	ownFolder: string,
	isPublished = IS_PUBLISHED,
): TeamSource {
	if (isPublished) return { source: INLINE, folder: undefined };
	const isPlace = PLACES.has(textIn(taken, 'source'));
	const source = isPlace ? shared(taken) : { source: 'directory', path: ownFolder };
	return { source, folder: textIn(source, 'path') };
}

/** Only what says where it is, for a file that is committed: no headers, no password or token in an address. */
function shared(taken: unknown): unknown {
	const said = members(taken).filter(([key]) => ADDRESS.has(key));
	return Object.fromEntries(
		said.map(([key, value]) => [key, key === 'path' ? value : withoutSecrets(String(value))]),
	);
}

function withoutSecrets(address: string): string {
	return address.replace(/:\/\/[^/@]*@/, '://').replace(/[?#].*$/s, '');
}

/** What committed settings say so that everybody who trusts the folder can install and have the plugin. */
export function teamKeys({ source }: TeamSource): readonly JsonKey[] {
	return [
		{ path: ['extraKnownMarketplaces', MARKETPLACE], value: { source } },
		{ path: ['enabledPlugins', PLUGIN_ID], value: true },
	];
}

/** The command that puts `req` on the PATH. */
export function installReq(ownFolder: string, isPublished = IS_PUBLISHED): string {
	return `npm install -g ${isPublished ? 'claude-req' : ownFolder}`;
}
