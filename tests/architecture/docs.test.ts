import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../src/commands/tree.ts';
import { compileConfig } from '../../src/config/compile.ts';
import { readYaml } from '../../src/config/yaml-file.ts';
import { readPipeline } from '../../src/runs/pipeline-file.ts';

/** What people read about the present. The changelog and the ADRs tell of other times as well. */
const CURRENT = [
	...['README.md', 'AGENTS.md', 'CONTRIBUTING.md'],
	...pagesIn('docs', 'notes'),
	...pagesIn('.claude/skills', 'req'),
];
const ALL = [...CURRENT, 'CHANGELOG.md', ...pagesIn('docs/adr')];

const program = commandLine(async () => undefined);

describe.each(ALL.map((page) => [page, textOf(page)] as const))('%s', (page, text) => {
	it('links to what exists', () => {
		const broken = linksIn(text).filter((link) => !leadsSomewhere(page, link));
		expect(broken).toEqual([]);
	});

	it('names paths that exist', () => {
		const missing = codeIn(text)
			.filter(isOwnPath)
			.filter((path) => !existsSync(path) && !existsSync(join('src', path)));
		expect(missing).toEqual([]);
	});
});

describe.each(CURRENT.map((page) => [page, textOf(page)] as const))('%s', (_, text) => {
	it('shows no config in which something is wrong', () => {
		expect(configsIn(text).flatMap(problemsOf)).toEqual([]);
	});

	it('names commands and options that exist', () => {
		expect(reqCallsIn(text).flatMap(unknownIn)).toEqual([]);
	});

	it('names skills and typed commands that exist', () => {
		const typed = codeIn(text).flatMap((code) => /\/req:([a-z-]+)/.exec(code)?.[1] ?? []);
		const isShipped = (name: string) =>
			['', 'typed/'].some((folder) => existsSync(`.claude/skills/${folder}${name}/SKILL.md`));
		expect(typed.filter((name) => !isShipped(name))).toEqual([]);
	});
});

describe('README.md', () => {
	const text = textOf('README.md');

	it('is read in a few minutes: 120 lines and 850 words at most', () => {
		expect(linesOf(text)).toBeLessThanOrEqual(120);
		expect(wordsOf(text)).toBeLessThanOrEqual(850);
	});

	it('leads to the index, which leads to every page of docs/', () => {
		const index = linksIn(textOf('docs/README.md')).map((link) => join('docs', link));
		const missing = pagesIn('docs').filter((page) => !index.includes(page));
		expect(linksIn(text)).toContain('docs/README.md');
		expect(missing).toEqual(['docs/README.md']);
	});

	it.each(['npm ci && npm run demo', 'npm ci && npm test'])('says `%s`, alone in a block', (line) => {
		expect(text).toContain(`\n\`\`\`sh\n${line}\n\`\`\`\n`);
	});
});

it('the descriptions of the skills, which each session is shown, have 400 characters at most', () => {
	const skills = ['', 'typed'].flatMap((folder) =>
		readdirSync(join('.claude/skills', folder)).map((name) => join('.claude/skills', folder, name, 'SKILL.md')),
	);
	const descriptions = skills.filter(existsSync).map((page) => /^description: (.+)$/m.exec(textOf(page))?.[1] ?? '');
	expect(descriptions.length).toBeGreaterThan(4);
	expect(descriptions.join('').length).toBeLessThanOrEqual(400);
});

it('the pages of docs/ have 15,000 words at most, its ADRs 12,000', () => {
	const wordsIn = (folder: string) => pagesIn(folder).reduce((sum, page) => sum + wordsOf(textOf(page)), 0);
	expect(wordsIn('docs')).toBeLessThanOrEqual(15_000);
	expect(wordsIn('docs/adr')).toBeLessThanOrEqual(12_000);
});

it.each([
	['a broken link', () => leadsSomewhere('README.md', 'docs/nowhere.md')],
	['a broken anchor', () => leadsSomewhere('README.md', 'docs/vocabulary.md#nowhere')],
	['an invalid config', () => problemsOf('requirements: { p: { scope: week } }').length === 0],
	['an unknown command', () => unknownIn('req satisfied p').length === 0],
	['an unknown subcommand', () => unknownIn('req config explain').length === 0],
	['an unknown command asked about', () => unknownIn('req help satisfied').length === 0],
	['an unknown option', () => unknownIn('req status --verbose').length === 0],
])('would see %s', (_, passes) => {
	expect(passes()).toBe(false);
});

it('sees links, configs and commands at all', () => {
	const texts = CURRENT.map(textOf);
	expect(texts.flatMap(linksIn).length).toBeGreaterThan(10);
	expect(texts.flatMap(configsIn).length).toBeGreaterThan(5);
	expect(texts.flatMap(reqCallsIn).length).toBeGreaterThan(20);
});

function pagesIn(folder: string, ...inside: readonly string[]): string[] {
	const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
	const deeper = inside.flatMap((name) =>
		readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
			.filter((path) => path.endsWith('.md'))
			.map((path) => join(name, path)),
	);
	return [...pages, ...deeper].map((name) => join(folder, name));
}

function textOf(page: string): string {
	return readFileSync(page, 'utf8');
}

function wordsOf(text: string): number {
	return text.trim().split(/\s+/).length;
}

function linesOf(text: string): number {
	return text.trimEnd().split('\n').length;
}

/** Targets of Markdown links and images; those with a scheme lead out of the repository. */
function linksIn(text: string): string[] {
	return [...prose(text).matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, target = '']) => target)
		.filter((target) => !/^[a-z]+:/.test(target));
}

function leadsSomewhere(page: string, link: string): boolean {
	const [path = '', anchor] = link.split('#');
	const target = path === '' ? page : join(dirname(page), path);
	if (!existsSync(target)) return false;
	return anchor === undefined || anchorsOf(textOf(target)).includes(anchor);
}

/** Headings as GitHub turns them into anchors. */
function anchorsOf(text: string): string[] {
	return [...prose(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

function prose(text: string): string {
	return text.replaceAll(/^```[\s\S]*?^```$/gm, '');
}

/** What stands in backticks within a line. */
function codeIn(text: string): string[] {
	return [...prose(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** A path of this repository, from its root or from `src`, without placeholders. */
function isOwnPath(code: string): boolean {
	return /^(?:src|tests|scripts|docs|config|hooks|bench|core|app|adapters|runtime|cli)\/[\w./-]*$/.test(code);
}

function configsIn(text: string): string[] {
	return [...text.matchAll(/^ *```yaml\n([\s\S]*?)^ *```$/gm)].map(([, yaml = '']) => yaml);
}

function problemsOf(text: string): readonly unknown[] {
	const { value, lineOf, problems } = readYaml(text);
	const source = { layer: 'project', file: 'requirements.yaml', value, lineOf } as const;
	const isPipeline = typeof value === 'object' && value !== null && 'stages' in value;
	if (!isPipeline) return [...problems, ...compileConfig([source]).problems];
	const cwd = mkdtempSync(join(tmpdir(), 'req-docs-'));
	writeFileSync(join(cwd, 'pipeline.yaml'), text);
	return readPipeline('pipeline.yaml', cwd).problems;
}

/** `req …` in backticks or at the start of a line of a code block. */
function reqCallsIn(text: string): string[] {
	const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, lines = '']) => lines);
	const calls = blocks.flatMap((lines) => lines.split('\n')).concat(codeIn(text));
	return calls.flatMap((call) => /^(?:\S*\/bin\/)?(req [a-z].*)$/.exec(call)?.[1] ?? []);
}

/** Groups that take a word of the user's in place of a subcommand. */
const TAKES_REFERENCE = ['inherit', 'run'];

/** The words of a call that the command line does not know. */
function unknownIn(call: string): string[] {
	const words = call.split(/[\s,[\]|]+/).slice(1);
	const [name = '', second = ''] = words;
	if (name === 'help' && !/^[a-z]/.test(second)) return [];
	const command = commandIn(program, name === 'help' ? second : name);
	if (command === undefined) return [`${call}: ${name}`];
	const sub = commandIn(command, second);
	if (name === 'help') return [];
	const isSubcommand = /^[a-z]/.test(second) && !TAKES_REFERENCE.includes(name);
	if (command.commands.length > 0 && sub === undefined && isSubcommand) return [`${call}: ${second}`];
	const known = [command, ...(sub === undefined ? command.commands : [sub])];
	const options = words.filter((word) => /^--[a-z]/.test(word) && word !== '--help');
	return options
		.filter((option) => !known.some((one) => one.options.some(({ long }) => long === option)))
		.map((option) => `${call}: ${option}`);
}

function commandIn(command: Command, name: string): Command | undefined {
	return command.commands.find((one) => one.name() === name || one.aliases().includes(name));
}
