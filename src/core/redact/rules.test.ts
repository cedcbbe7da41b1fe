import { expect, it } from 'vitest';
import {
	heldOutCorpus,
	tunedCorpus,
	unseenCorpus,
} from '../../../tests/support/redaction/corpus.ts';
import { drawFor } from '../../../tests/support/redaction/draw.ts';
import { ONE_OF_EACH } from '../../../tests/support/redaction/one-of-each.ts';
import { serviceSamples } from '../../../tests/support/redaction/service-samples.ts';
import { ANNOUNCED_RULES } from './announced-rules.ts';
import { redact } from './redact.ts';
import { PREFIXED_TOKENS, SHAPED_TOKENS } from './tokens.ts';

const RULES = [...[...PREFIXED_TOKENS, ...SHAPED_TOKENS, ...ANNOUNCED_RULES]];
const UNBOUNDED = /[*+]|\{\d+,\}/;

/** Whether a repetition without an end stands inside another one: that can take exponential time. */
function isNested(pattern: string): boolean {
	let rest = pattern
		.replace(/\\./g, 'c')
		.replace(/\[[^\]]*\]/g, 'c')
		.replace(/\(\?[:=!]|\(\?<[=!]/g, '(');
	for (let group = innermost(rest); group !== undefined; group = innermost(rest)) {
		const [whole, inner = '', repeated = ''] = group;
		if (UNBOUNDED.test(inner) && UNBOUNDED.test(repeated)) return true;
		rest = rest.replace(whole, () => (UNBOUNDED.test(inner) ? 'c+' : 'c'));
	}
	return false;
}

function innermost(pattern: string): RegExpExecArray | undefined {
	return /\(([^()]*)\)([*+]|\{\d+,\})?/.exec(pattern) ?? undefined;
}

it('sees a repetition in a repetition', () => {
	expect(['(a+)+', '((?:ab*)c){2,}', '(?:[a-z]+-)*'].filter(isNested)).toHaveLength(3);
	expect(['(a+)b', '(?:ab){2,}c+', '([(+]x)+'].filter(isNested)).toEqual([]);
});

it('no rule can take more than linear time', () => {
	expect(RULES.length).toBeGreaterThan(100);
	expect(RULES.filter(({ pattern }) => isNested(pattern()))).toEqual([]);
});

it('every rule is asked: its words are in lower case, as the text is that is searched for them', () => {
	expect(RULES.filter(({ words }) => words.length === 0)).toEqual([]);
	expect(RULES.flatMap(({ words }) => words).filter((word) => word !== word.toLowerCase())).toEqual(
		[],
	);
});

it('kinds are words that a text can hold', () => {
	expect(RULES.filter(({ kind }) => !/^[a-z0-9-]+$/.test(kind))).toEqual([]);
});

it.each(Object.entries(ONE_OF_EACH))('finds what is of kind %s', (kind, make) => {
	expect(redact(`use ${make(drawFor(kind))} for it`)).toContain(`[redacted:${kind}]`);
});

it('has found something of every kind', () => {
	const texts = [
		tunedCorpus(),
		heldOutCorpus(),
		unseenCorpus('looked at'),
		unseenCorpus('not looked at'),
	].flatMap(({ secrets }) => secrets);
	texts.push(...serviceSamples('tuned'), ...serviceSamples('held out'));
	const kinds = new Set(RULES.map(({ kind }) => kind));
	const unseen = [...kinds].filter((kind) => {
		if (kind in ONE_OF_EACH) return false;
		const words = RULES.flatMap((rule) => (rule.kind === kind ? rule.words : []));
		const isAsked = (text: string) => words.some((word) => text.toLowerCase().includes(word));
		const found = texts.some(
			({ text }) => isAsked(text) && redact(text).includes(`[redacted:${kind}]`),
		);
		return !found;
	});
	expect(unseen).toEqual([]);
});
