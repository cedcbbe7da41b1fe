import { readFileSync } from 'node:fs';
import { createLinter, loadTextlintrc } from 'textlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const CANARY = 'tests/prose/canary.md';
const PAGES = [
	...['README.md', 'AGENTS.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md'],
	...['docs/**/*.md', '.claude/skills/**/*.md'],
];

const linter = createLinter({ descriptor: await loadTextlintrc() });
const { rules } = parse(readFileSync('tests/prose/words.yml', 'utf8')) as {
	readonly rules: readonly { readonly expected: string }[];
};

describe('the words of tests/prose/words.yml and the length of sentences', async () => {
	const { messages } = await linter.lintFiles([CANARY]).then(([result]) => result ?? { messages: [] });
	const lines = readFileSync(CANARY, 'utf8').trimEnd().split('\n');
	const sentences = lines.filter((line) => line.startsWith('- '));

	it.each(rules.map(({ expected }, index) => [expected, sentences[index]] as const))(
		'%s is asked for in: %s',
		(expected, sentence) => {
			const line = lines.indexOf(sentence ?? '') + 1;
			const found = messages.filter((one) => one.line === line).map(({ message }) => message);
			expect(found.join('\n')).toContain(` => ${expected}`);
		},
	);

	it('a sentence has at most 240 characters', () => {
		const found = messages.filter(({ ruleId }) => ruleId === 'sentence-length');
		expect(sentences.length).toBe(rules.length + 1);
		expect(found.map(({ line }) => line)).toEqual([lines.length]);
	});
});

it('the pages that people and models read keep to both', async () => {
	const results = await linter.lintFiles(PAGES);
	const found = results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, message }) => `${filePath}:${line}: ${message}`),
	);
	expect(results.map(({ filePath }) => filePath).join()).toContain('.claude/skills/req/SKILL.md');
	expect(found).toEqual([]);
}, 60_000);
