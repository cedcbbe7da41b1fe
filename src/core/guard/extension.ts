import { oneLine } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';

/** An extension ("mod") of somebody else that loads into the client, as its source tells. */
export interface Extension {
	readonly name: string;
	/** Its folder. */
	readonly folder: string;
	/** What it handles, as written: `classic.PreToolUse`, `tool.*`. */
	readonly events: readonly string[];
	/** It may run commands as if a person typed them. */
	readonly runsCommands: boolean;
	/** Of all its sources together; `undefined` where not all of it can be read. */
	readonly sha256: string | undefined;
}

/** What a hook on an event could do to the gates; the first that fits counts. */
const DANGERS: readonly (readonly [RegExp, string])[] = [
	[/^(?:plugin\.register|engine\.create)$/, 'keep req out of the client'],
	[/^(?:classic\.|\*|!)/, 'take hooks of req away or answer for them'],
	[/^tool\./, 'change calls or answer for them'],
	[/^command\.run$/, 'answer typed commands'],
	[/^config\.set$/, 'change the settings of the client'],
	[/^(?:fs|process|env|session)\./, 'answer what the guard of req asks the client'],
];
const RUNS = 'run commands as if you typed them';
const MAX_EVENTS = 5;

/** What an extension could do to the gates; empty where it does not concern them. */
function dangersOf({ events, runsCommands }: Extension): string[] {
	const found = events.flatMap(
		(event) => DANGERS.find(([pattern]) => pattern.test(event))?.[1] ?? [],
	);
	return [...new Set([...found, ...(runsCommands ? [RUNS] : [])])];
}

/** Whether it could answer for a hook, or in the user's place; one that cannot be read could. */
export function mayAnswer({ events, sha256 }: Extension): boolean {
	return sha256 === undefined || events.some((event) => /^(?:classic\.|tool\.|\*|!)/.test(event));
}

/** The name by which the user trusts it: `colours@9f86…`. */
export function trustName({ name, sha256 }: Extension): string | undefined {
	return sha256 === undefined ? undefined : `${name}@${sha256}`;
}

/** Those that could do something to the gates, and that the user has not accepted as they are. */
export function untrusted(
	extensions: readonly Extension[],
	trusted: readonly string[],
): Extension[] {
	return extensions.filter(
		(one) => dangersOf(one).length > 0 && !trusted.includes(trustName(one) ?? ''),
	);
}

/** One sentence: which, where from, what it could do, and by what. */
export function extensionText(extension: Extension): string {
	const { name, folder, events, sha256 } = extension;
	const concerned = events.filter((event) => DANGERS.some(([pattern]) => pattern.test(event)));
	const more = concerned.length - MAX_EVENTS;
	const handled = [
		...concerned.slice(0, MAX_EVENTS).map(oneLine),
		...(more > 0 ? [counted(more, 'other event')] : []),
	].join(', ');
	const where = `the extension ${oneLine(name)} in ${oneLine(folder)}`;
	const why = sha256 === undefined ? 'not all of it can be read' : `it handles ${handled}`;
	const by = handled === '' ? '' : ` (${why})`;
	return `${where} could ${dangersOf(extension).join('; ')}${by}`;
}
