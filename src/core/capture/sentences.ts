import { oneLine } from '../text/one-line.ts';

const FENCED = /^ {0,3}(?:```|~~~)/;

/** The sentences of a prompt, one line each; code and quotations say what somebody else says. */
export function sentencesOf(text: string): string[] {
	const kept: string[] = [];
	let isFenced = false;
	for (const line of text.split('\n')) {
		if (FENCED.test(line)) isFenced = !isFenced;
		else if (!isFenced && !/^\s{0,3}>|^(?: {4}|\t)/.test(line)) kept.push(line);
	}
	return kept.flatMap((line) => line.split(/(?<=[.!?])\s/)).flatMap((one) => oneLine(one) || []);
}
