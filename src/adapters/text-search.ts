import MiniSearch from 'minisearch';
import type { TextSearch } from '../app/ports.ts';

/** A word may differ by this part of its length, and go on where the asked one ends. */
const FUZZY = 0.2;
/** Shorter words are too like each other to forgive a letter. */
const SHORTEST_FUZZY = 4;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Ranks texts by the words asked for (BM25+): a whole word counts most, its beginning less, a
 * misspelling least. Every word asked for has to be there.
 */
export const searchTexts: TextSearch = async (texts, asked) => {
	const index = new MiniSearch<{ readonly id: number; readonly text: string }>({
		fields: ['text'],
		tokenize: (text) => text.match(WORD) ?? [],
		searchOptions: {
			combineWith: 'AND',
			prefix: true,
			fuzzy: (term) => (term.length < SHORTEST_FUZZY ? false : FUZZY),
			weights: { prefix: 0.5, fuzzy: 0.2 },
		},
	});
	index.addAll(texts.map((text, id) => ({ id, text })));
	return index.search(asked).map(({ id, score, terms }) => ({ index: Number(id), score, terms }));
};
