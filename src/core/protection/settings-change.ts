/** The client's settings as an object of unknown values. */
export type Settings = Readonly<Record<string, unknown>>;

const WHOLE = ['enabledPlugins', 'extraKnownMarketplaces', 'disableAllHooks'];
/** Variables that decide which settings the client reads, and what its hooks run. */
const VARIABLE = /^(?:CLAUDE|REQ|NODE_|GIT_|LD_|DYLD_|(?:PATH|HOME|BASH_ENV)$)/;
/** Keys with commands that the client runs by itself. */
const COMMANDS = [
	...['statusLine', 'subagentStatusLine', 'fileSuggestion', 'apiKeyHelper', 'otelHeadersHelper'],
	...['awsAuthRefresh', 'awsCredentialExport', 'gcpAuthRefresh'],
];
/** This program, its files, and what switches it off, in a command. */
const OWN =
	/(?<![a-z0-9])(?:req|requirements(?![-\w]*\.(?:txt|in)))(?![a-z0-9])|sessions\.json|disableAllHooks|enabledPlugins/i;

/**
 * The keys of the client's settings on which it depends whether these gates run, and that differ
 * between two states of a file (D36). Anything else in it is nobody's business here.
 */
export function switchesChanged(before: Settings, after: Settings): string[] {
	const keys = [...WHOLE, 'env', 'hooks', ...COMMANDS];
	return keys.filter((key) => textOf(relevant(key, before)) !== textOf(relevant(key, after)));
}

function relevant(key: string, settings: Settings): unknown {
	const value = settings[key];
	if (key === 'env') return entriesOf(value).filter(([name]) => VARIABLE.test(name));
	if (key === 'hooks') return entriesOf(value).flatMap(([event, groups]) => own(event, groups));
	return COMMANDS.includes(key) && !OWN.test(textOf(value)) ? undefined : value;
}

/** Hooks of an event that concern this program: a project may wire it without the plugin. */
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
