import { elements, members, textIn } from '../document/foreign-json.ts';
import { type Finding, finding } from './finding.ts';
import { lineOfKey } from './json-file.ts';
import { decided, type SettingsFile } from './settings.ts';

/** Entries of a policy that name sources by a pattern; which they mean is the client's matter. */
const PATTERNS = /pattern$/i;

/** What managed settings say against a plugin's marketplace (docs/notes/claude-code/installation.md). */
export function blockedSource(
	settings: readonly SettingsFile[],
	{ id, source }: { readonly id: string; readonly source: unknown },
): Finding[] {
	const managed = settings.filter(({ layer }) => layer === 'managed');
	const allowed = decided(managed, 'strictKnownMarketplaces');
	const blocked = decided(managed, 'blockedMarketplaces');
	const isAllowed = allowed === undefined || names(allowed.value, source, true);
	const isBlocked = blocked !== undefined && names(blocked.value, source, false);
	const by = isAllowed ? blocked?.by : allowed.by;
	if ((isAllowed && !isBlocked) || by === undefined) return [];
	const key = isAllowed ? 'blockedMarketplaces' : 'strictKnownMarketplaces';
	const where = { file: by.path, line: lineOfKey(by, key), key };
	return [finding('marketplace_blocked', `the marketplace of ${id} is not allowed`, where)];
}

/** Whether a list of a policy names a source. `otherwise`: the answer where an entry is a pattern. */
function names(list: unknown, source: unknown, otherwise: boolean): boolean {
	return elements(list).some((entry) =>
		PATTERNS.test(textIn(entry, 'source') ?? '') ? otherwise : isWithin(entry, source),
	);
}

/** Whether everything an entry says is true of the source. */
function isWithin(entry: unknown, source: unknown): boolean {
	const said = members(entry);
	return said.length > 0 && said.every(([key, value]) => textIn(source, key) === value);
}
