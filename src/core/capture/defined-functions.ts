import { pythonFunctions, rubyFunctions } from './indented-functions.ts';
import { scriptFunctions } from './script-functions.ts';
import {
	cLikeFunctions,
	goFunctions,
	rustFunctions,
	tripleQuotedFunctions,
} from './typed-functions.ts';

type Reader = (text: string) => string[];

/** Languages by the ending of a file. What stands in prose and data is no function. */
const READERS: readonly (readonly [Reader, string])[] = [
	[scriptFunctions, 'ts tsx mts cts js jsx mjs cjs vue svelte'],
	[pythonFunctions, 'py pyi ipynb'],
	[rubyFunctions, 'rb'],
	[goFunctions, 'go'],
	[rustFunctions, 'rs'],
	[cLikeFunctions, 'java cs c h cc cpp cxx hpp hh m mm php dart'],
	[tripleQuotedFunctions, 'kt kts swift scala groovy'],
];

/** What is longer is generated, and nobody's work: it is left out whole. */
const MAX_TEXT = 200_000;
const MAX_NAMES = 50;

/**
 * Functions and methods that a piece of a file defines, in its order, each once (S1-005, S1-027).
 *
 * @param path the file's name, whose ending tells the language
 */
export function definedFunctions(path: string, text: string): string[] {
	const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
	const reader = READERS.find(([, endings]) => endings.split(' ').includes(ending))?.[0];
	if (reader === undefined || text.length > MAX_TEXT) return [];
	return [...new Set(reader(text))].slice(0, MAX_NAMES);
}
