import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Stage } from '../runs/pipeline-file.ts';
import { iterationPrompt, taskPrompt } from '../runs/prompts.ts';
import { candidatesIn, clipped, firstWords, typedWords } from './captured-text.ts';
import type { Task } from './work.ts';

describe('D26: a sentence that sounds like a decision', () => {
	it.each([
		"Let's use zod for the config.",
		'let us go with SQLite',
		'We’ll use the fast parser.',
		'We will not use Redis here.',
		'We decided on tabs.',
		"I've decided to keep the old schema.",
		'Decision: one file per session',
		'- decision: no daemon',
	])('%s', (sentence) => {
		expect(candidatesIn(`Fix the tests. ${sentence}`)).toEqual([{ kind: 'decision', text: sentence }]);
	});

	it.each([
		"Should we use zod? Let's use zod?",
		'If we decided on tabs, tell me.',
		'Have we not decided yet',
		'Use the parser.',
		'What did you decide: tabs or spaces?',
		'```\nlet us use this\n```',
		"> let's use zod",
		'It outlets useful things.',
	])('not: %s', (text) => {
		expect(candidatesIn(text)).toEqual([]);
	});
});

describe('D26: a sentence that sounds like a blocker', () => {
	it.each([
		['We are blocked by the API team.', 'dependency'],
		['Blocker: no staging access', 'dependency'],
		["We can't continue until the key arrives.", 'dependency'],
		['It is unclear whether ids are unique.', 'unclear'],
		['Open question: who owns the schema?', 'unclear'],
	])('%s', (text, type) => {
		expect(candidatesIn(`Look at this. ${text}`)).toEqual([{ kind: 'blocker', type, text }]);
	});

	it.each([
		'I need a test for this issue.',
		'There is an issue with the parser.',
		'We are no longer blocked by the API team.',
		'The reason is unclear.',
		'Is this blocking?',
	])('not: %s', (text) => {
		expect(candidatesIn(text)).toEqual([]);
	});
});

describe('whatever a prompt says', () => {
	it('candidates are few, short and one line each', () => {
		const text = fc.array(
			fc.oneof(fc.string(), fc.constantFrom("let's use ", 'blocked by ', '. ', '\n', '```', 'x'.repeat(400))),
		);
		fc.assert(
			fc.property(text, (pieces) => {
				const texts = candidatesIn(pieces.join('')).map(({ text }) => text);
				expect(texts.length).toBeLessThanOrEqual(10);
				for (const one of texts) {
					expect(one.length).toBeLessThanOrEqual(300);
					expect(one).not.toMatch(/\n/);
				}
			}),
		);
	});
});

describe('the user’s own words', () => {
	it.each([
		['Fix it', 'Fix it'],
		['/arch-review the plan', 'the plan'],
		['/compact', ''],
		['/req:pause lunch', ''],
		['  ', ''],
		['<task-notification>\n<task-id>1</task-id>', ''],
		['<command-name>/clear</command-name>', ''],
		['<local-command-stdout>x', ''],
		['Stop hook feedback:\nnot satisfied', ''],
	])('of %j', (prompt, words) => {
		expect(typedWords(prompt)).toBe(words);
	});

	it('of a task, or of a stage, of a run are those of its task, or its stage', () => {
		const task = { id: 't1', title: 'Log the kettle', description: 'the thermostat lies' } as Task;
		const asked = taskPrompt(task, { isResumed: false, findings: '' });
		expect(typedWords(asked)).toBe('Log the kettle\nthe thermostat lies');
		const prompt = 'Fix the parser.\n\nRead docs/a.md first, and never drop the cache.';
		const stage = { id: 'fix', iterations: 3, prompt, inputs: ['a'] } as unknown as Stage;
		const paths = { context: '/x/context.json', status: '/x/status.json' };
		const facts = { pipeline: 'nightly', iteration: 1, paths, inherits: true };
		expect(typedWords(iterationPrompt(stage, facts))).toBe(prompt);
	});

	it('a long paste ends with a whole word', () => {
		expect(firstWords('secret '.repeat(5_000))).toMatch(/ secret$/);
	});
});

describe('a text that is cut', () => {
	it.each([
		['Short.', 10, 'Short.'],
		['One sentence. And another one.', 20, 'One sentence.'],
		['a'.repeat(30), 10, `${'a'.repeat(9)}…`],
		['First line\nsecond line', 14, 'First line'],
		[`${'a'.repeat(8)}😀😀`, 10, `${'a'.repeat(8)}…`],
	])('%j to %d', (text, limit, result) => {
		expect(clipped(text, limit)).toBe(result);
	});

	it('is never longer than that', () => {
		fc.assert(
			fc.property(fc.string(), fc.integer({ min: 2, max: 50 }), (text, limit) => {
				expect(clipped(text, limit).length).toBeLessThanOrEqual(limit);
			}),
		);
	});
});
