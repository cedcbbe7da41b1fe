import { expect, it } from 'vitest';
import { heldOutCorpus, tunedCorpus } from '../../../tests/support/redaction/corpus.ts';
import { redact, redactFields } from './redact.ts';

const corpora = [tunedCorpus(), heldOutCorpus()];
const innocent = corpora.flatMap(({ innocent: texts }) => texts);

it('D30: no neighbour hides a secret: in an object it is cut as it is alone', () => {
	const secrets = corpora
		.flatMap(({ secrets: planted }) => planted.map(({ text }) => text))
		.filter((_, index) => index % 5 === 0);
	const missed = secrets.filter((text, index) => {
		const [before = '', after = ''] = [innocent[index % innocent.length], innocent.at(-index)];
		const data = { [before]: [before, text], note: { after } };
		const { data: written } = redactFields({ data }, ['data']);
		return Object.values(written).flat()[1] !== redact(text);
	});
	expect(missed).toEqual([]);
});

it('an object without one stays the same, and so do its other fields', () => {
	const event = { session: 'k', data: { projects: ['/repo'], at: 3, none: null }, other: 'x' };
	expect(redactFields(event, ['data'])).toBe(event);
});
