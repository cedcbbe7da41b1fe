/** The client's settings as an object of unknown values. */
export type Settings = Readonly<Record<string, unknown>>;

const WHOLE = ['enabledPlugins', 'extraKnownMarketplaces', 'disableAllHooks'];
/** Variables that decide which settings the client reads, and what its hooks run. */
const VARIABLE = /^(?:CLAUDE|REQ|NODE_|PATH$)/;
const OWN = /(?<![a-z0-9])req(?![a-z0-9])/i;

/**
 * The keys of the client's settings on which it depends whether these gates run, and that differ
 * between two states of a file (D36). Anything else in it is nobody's business here.
 */
export function switchesChanged(before: Settings, after: Settings): string[] {
	const keys = [...WHOLE, 'env', 'hooks'];
	return keys.filter((key) => textOf(relevant(key, before)) !== textOf(relevant(key, after)));
}

function relevant(key: string, settings: Settings): unknown {
	const value = settings[key];
	if (key === 'env') return entriesOf(value).filter(([name]) => VARIABLE.test(name));
	return key === 'hooks'
		? entriesOf(value).flatMap(([event, groups]) => own(event, groups))
		: value;
}

/** Hooks of an event that run this program: a project may wire it without the plugin. */
function own(event: string, groups: unknown): [string, unknown][] {
	const list = Array.isArray(groups) ? groups : [groups];
	return list.filter((group) => OWN.test(textOf(group))).map((group) => [event, group]);
}

function entriesOf(value: unknown): [string, unknown][] {
	return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function textOf(value: unknown): string {
	return JSON.stringify(value) ?? '';
}
