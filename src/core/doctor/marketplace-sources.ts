import { member, members, textIn } from '../document/foreign-json.ts';
import { named } from '../text/one-line.ts';
import { type Finding, finding } from './finding.ts';
import { lineOfKey } from './json-file.ts';
import { marketplaceOf, type PluginBooks, sourceOf } from './plugin-home.ts';
import type { SettingsFile } from './settings.ts';

const KEY = 'extraKnownMarketplaces';

/**
 * Where a project names the marketplace of a user's plugin with another source, a session start there
 * makes it the plugin's source in every project (docs/notes/claude-code/marketplace.md). The user's own
 * settings still say which source the user took.
 *
 * @param id the plugin, installed for this user
 */
export function replacedMarketplace(
	id: string,
	settings: readonly SettingsFile[],
	books: PluginBooks,
): Finding[] {
	const marketplace = marketplaceOf(id);
	const named = (file: SettingsFile) =>
		member(member(member(file.json, KEY), marketplace), 'source');
	const own = settings.filter(({ layer }) => layer === 'user').map(named);
	const taken = own.find((source) => source !== undefined) ?? sourceOf(id, books);
	if (taken === undefined) return [];
	return settings
		.filter(({ layer }) => layer === 'project' || layer === 'local')
		.filter((file) => differs(named(file), taken))
		.map((by) => replacement(marketplace, by, { wanted: named(by), taken }));
}

/** What both say as texts: the kind, and where it is. Lists and what only one says prove nothing. */
function differs(wanted: unknown, taken: unknown): boolean {
	return members(wanted).some(([key, value]) => {
		const other = textIn(taken, key);
		return typeof value === 'string' && other !== undefined && other !== value;
	});
}

function replacement(
	marketplace: string,
	by: SettingsFile,
	sources: { readonly wanted: unknown; readonly taken: unknown },
): Finding {
	const [wanted, taken] = [kindOf(sources.wanted), kindOf(sources.taken)];
	const what = `${by.layer} settings take the marketplace ${named(marketplace)} from ${wanted}, you from ${taken}`;
	const where = { file: by.path, line: lineOfKey(by, marketplace), key: `${KEY}.${marketplace}` };
	return finding('marketplace_replaced', what, where);
}

function kindOf(source: unknown): string {
	const place = ['path', 'repo', 'url', 'package'].flatMap((key) => textIn(source, key) ?? []);
	return named([textIn(source, 'source') ?? '', ...place].join(' '));
}
