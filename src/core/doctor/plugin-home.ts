import { elements, member, members, textIn } from '../document/foreign-json.ts';
import { absolutePath } from '../place/paths.ts';

/** Kinds of marketplace on this machine; of any other one the client reads the copy it made. */
const LOCAL: ReadonlySet<string> = new Set(['directory', 'file']);

/** The client's own books about plugins, parsed and unchecked. */
export interface PluginBooks {
	/** `plugins/installed_plugins.json` */
	readonly installed: unknown;
	/** `plugins/known_marketplaces.json` */
	readonly marketplaces: unknown;
}

/** Ids of the installed plugins: `<name>@<marketplace>`. */
export function installedPlugins({ installed }: PluginBooks): string[] {
	return members(member(installed, 'plugins')).map(([id]) => id);
}

/** The copy of a plugin that was installed for this user, or for one of these folders. */
export function installedCopy(
	id: string,
	{ installed }: PluginBooks,
	folders: readonly string[],
): string | undefined {
	const entries = elements(member(member(installed, 'plugins'), id));
	const entry = entries.find((one) => {
		const project = textIn(one, 'projectPath');
		return project === undefined || folders.includes(project);
	});
	return textIn(entry, 'installPath');
}

/** The folder of a plugin's marketplace where the client reads that folder itself, not its copy. */
export function folderMarketplace(id: string, { marketplaces }: PluginBooks): string | undefined {
	const known = member(marketplaces, marketplaceOf(id));
	const source = textIn(member(known, 'source'), 'source') ?? '';
	if (!LOCAL.has(source)) return undefined;
	return textIn(known, 'installLocation')?.replace(/\/\.claude-plugin\/marketplace\.json$/, '');
}

/** Where a marketplace in a folder says one of its plugins is; `undefined` where it comes from elsewhere. */
export function placeInFolder(
	id: string,
	folder: string,
	marketplace: unknown,
): string | undefined {
	const name = id.slice(0, id.lastIndexOf('@'));
	const plugins = elements(member(marketplace, 'plugins'));
	const source = textIn(
		plugins.find((one) => textIn(one, 'name') === name),
		'source',
	);
	const inside = source?.replace(/^\.\/+/, '').replace(/\/+$/, '');
	return inside === undefined || inside === '' ? source && folder : absolutePath(inside, folder);
}

/** The source of a plugin's marketplace, as policies name it. */
export function sourceOf(id: string, { marketplaces }: PluginBooks): unknown {
	return member(member(marketplaces, marketplaceOf(id)), 'source');
}

/** `req@acme` comes from `acme`. */
export function marketplaceOf(id: string): string {
	return id.slice(id.lastIndexOf('@') + 1);
}
