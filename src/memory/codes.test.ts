import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTINUITY } from '../../tests/support/some-continuity.ts';
import { type Different, someRecord } from '../../tests/support/some-record.ts';
import { CHARS_PER_TOKEN, type CodeSections, code, codeLines, codeSections, codesJson, fitCodes } from './codes.ts';

const UUID = '3c2d8817-0000-4000-8000-000000000001';
const AT = '2026-01-21T14:30:22.000Z';

const record = (different: Different) => someRecord(UUID, different);
const files = (...paths: string[]) => paths.map((path) => ({ path, edits: 1, last: AT }));
const decision = (text: string, why?: string) => ({
	...{ id: `i${text.length}`, kind: 'decision' as const, text, confidence: 1, source: 'user' },
	...{ created_at: AT, ...(why === undefined ? {} : { why }) },
});
const linesOf = (...all: Different[]) => codeLines(codeSections(all.map(record)));

const HYDRA: Different = {
	project: 'hydra',
	last_activity: AT,
	insights: [decision('split-proxy-3-files'), decision('plan splits', 'before writing')],
	activity: {
		files: files('internal/proxy.go', 'internal/supervisor.go'),
		functions: ['supervisor.Process', 'config.Load'],
		blockers: [
			{ type: 'race', text: 'test failure line 712', at: AT, source: 'user' },
			{ type: 'need', text: 'ollama', at: AT, source: 'user', resolved: true },
		],
		next_actions: ['next:add-mutex-to-process-struct', 'rerun race detector'],
	},
};

describe('the codes of sessions', () => {
	it("the seed's example gives its ten lines, in its order", () => {
		const lines = linesOf(HYDRA);
		expect(lines).toEqual([
			'proj:hydra',
			'impl:proxy.go',
			'impl:supervisor.go',
			'impl:supervisor.Process',
			'impl:config.Load',
			'dec:split-proxy-3-files',
			'dec:plan-splits-before-writing',
			'block:race:test-failure-line-712',
			'next:add-mutex-to-process-struct',
			'next:rerun-race-detector',
		]);
		for (const line of lines) expect(line).toMatch(/^[a-z]+:\S+$/);
	});

	it("are exported in the seed's shape", () => {
		expect(codesJson(record(HYDRA), DEFAULT_CONTINUITY)).toEqual({
			session_id: UUID,
			project: 'hydra',
			timestamp: AT,
			files: ['impl:proxy.go', 'impl:supervisor.go'],
			functions: ['impl:supervisor.Process', 'impl:config.Load'],
			decisions: ['dec:split-proxy-3-files', 'dec:plan-splits-before-writing'],
			blockers: ['block:race:test-failure-line-712'],
			next_actions: ['next:add-mutex-to-process-struct', 'next:rerun-race-detector'],
			metadata: { expires_at: '2026-01-28T14:30:22.000Z' },
		});
	});

	it('open tasks are next steps where codes stand alone', () => {
		const task = {
			...{ id: 't1', title: 'Write the docs', status: 'open' as const },
			...{ flagged_incomplete: false, last_activity: AT },
		};
		expect(codesJson(record({ pending_tasks: [task] }), DEFAULT_CONTINUITY).next_actions).toEqual([
			'next:Write-the-docs',
		]);
		expect(linesOf({ pending_tasks: [task] })).toEqual(['proj:repo']);
	});

	it('a file is told by its base name where that is unique', () => {
		const activity = { files: files('a/index.ts', 'b/index.ts', 'c/main.ts', 'other:d/own.ts') };
		expect(linesOf({ activity })).toEqual([
			...['proj:repo', 'impl:a/index.ts', 'impl:b/index.ts', 'impl:main.ts', 'impl:own.ts'],
		]);
	});

	it('D27: of several sessions each comes once, and what is done is no next step', () => {
		const first = { activity: { functions: ['one', 'two'], next_actions: ['test:deduplication'] } };
		const second = { activity: { functions: ['two', 'three'], completed: ['test:deduplication'] } };
		expect(linesOf(first, second)).toEqual([...['proj:repo', 'impl:one', 'impl:two', 'impl:three']]);
	});

	it.each([
		['next', 'next:do it', 'next:do-it'],
		['next', 'next: do it', 'next:do-it'],
		['block', 'need:a  b', 'block:need:a-b'],
		['dec', 'a\n\u001b[2Jb', 'dec:a-b'],
	])('a code %s of %j is %s', (prefix, text, expected) => {
		expect(code(prefix, text)).toBe(expected);
	});
});

const { budget } = DEFAULT_CONTINUITY;
const NONE: CodeSections = {
	...{ meta: [], files: [], functions: [], decisions: [], blockers: [], next: [] },
};
const many = (prefix: string, count: number, size: number) =>
	Array.from({ length: count }, (_, index) => `${prefix}:${`${index}`.padStart(size, 'x')}`);
const tokens = (lines: readonly string[]) => Math.ceil(lines.join('\n').length / CHARS_PER_TOKEN);
const sizeOf = (codes: CodeSections) => tokens(codeLines(codes));

describe('the budget of codes', () => {
	it('fifteen files, eight decisions and three blockers all fit in 1500 tokens', () => {
		const sections = {
			...NONE,
			meta: ['proj:repo'],
			files: many('impl', 15, 30),
			decisions: many('dec', 8, 100),
			blockers: many('block', 3, 100),
		};
		const codes = fitCodes(sections, budget);
		expect(codes).toEqual(sections);
		expect(sizeOf(codes)).toBeLessThan(1500);
	});

	it('a section takes what the others leave, and keeps its newest', () => {
		const alone = { ...NONE, files: many('impl', 400, 20) };
		const codes = fitCodes(alone, budget);
		expect(sizeOf(codes)).toBeGreaterThan(1400);
		expect(codes.files).toEqual(alone.files.slice(-codes.files.length));
		const beside = fitCodes({ ...alone, functions: many('impl', 400, 30) }, budget);
		expect(beside.files.length).toBeLessThan(codes.files.length);
		expect(tokens(beside.functions)).toBeGreaterThan(390);
	});

	it('is kept whatever there is, each section by its quota at least', () => {
		const codes = fc.array(fc.stringMatching(/^impl:[a-z]{1,60}$/), { maxLength: 80 });
		const sections = fc.record({
			...{ meta: codes, files: codes, functions: codes },
			...{ decisions: codes, blockers: codes, next: codes },
		});
		fc.assert(
			fc.property(sections, (all) => {
				const fitted = fitCodes(all, budget);
				expect(sizeOf(fitted)).toBeLessThanOrEqual(budget.codesTokens);
				for (const section of ['meta', 'files', 'decisions', 'blockers', 'next'] as const) {
					const { length } = fitted[section];
					expect(fitted[section]).toEqual(length === 0 ? [] : all[section].slice(-length));
				}
			}),
		);
	});
});
