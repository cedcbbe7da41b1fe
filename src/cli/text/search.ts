import type { Search } from '../../app/commands/search.ts';
import { snippetOf } from '../../core/search/search-entry.ts';
import { counted } from '../../core/text/counted.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { Layout } from '../desk.ts';
import { columns } from './columns.ts';
import type { Paint } from './paint.ts';

const SNIPPET = 90;
const SHORTEST = 20;

/** What was found, best first, with the words in bold that were meant. */
export function searchText(
	{ hits, more, sessions }: Search,
	{ bold }: Paint,
	{ width, when }: Layout,
): string {
	if (hits.length === 0) return `nothing found in ${counted(sessions, 'session')}`;
	const heads = columns(
		hits.map(({ session, name, kind, at }) => [when(at), oneLine(name ?? session ?? '-'), kind]),
	);
	const lines = hits.map(({ text, terms }, at) => {
		const head = heads[at] ?? '';
		const { text: shown, matches } = snippetOf(
			text,
			terms,
			Math.max(SHORTEST, Math.min(SNIPPET, width - head.length - 2)),
		);
		return `${head}  ${marked(shown, matches, bold)}`;
	});
	return [...lines, ...(more === 0 ? [] : [`+${more} more: --limit`])].join('\n');
}

function marked(
	text: string,
	matches: readonly (readonly [number, number])[],
	bold: (text: string) => string,
): string {
	let end = 0;
	const parts = matches.map(([from, to]) => {
		const part = text.slice(end, from) + bold(text.slice(from, to));
		end = to;
		return part;
	});
	return [...parts, text.slice(end)].join('');
}

/** The same for scripts; absent values are null (D37). */
export function searchJson({ hits }: Search): object[] {
	return hits.map(({ session, name, kind, text, at, score }) => ({
		session: session ?? null,
		name: name ?? null,
		...{ kind, text, at },
		score: Math.round(score * 1_000) / 1_000,
	}));
}
