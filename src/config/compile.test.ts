import { describe, expect, it } from 'vitest';
import { compile, keys, names } from '../../tests/support/compile-values.ts';
import { DEFAULT_CONTINUITY } from '../../tests/support/some-continuity.ts';
import { problemText } from './config.ts';

describe('compileConfig', () => {
	it('knows nothing without requirements', () => {
		expect(compile({}, null, undefined)).toEqual({
			config: {
				version: 1,
				enabled: true,
				useGlobal: true,
				protect: true,
				observe: true,
				requirements: [],
				leftOut: [],
				sessionEnd: { clearSessionState: false },
				run: { strictResume: false },
				continuity: DEFAULT_CONTINUITY,
				inherit: undefined,
				switchedOff: [],
			},
			problems: [],
			origins: [],
		});
	});

	it('later files complete and replace earlier ones', () => {
		const { config, origins } = compile(
			{ requirements: { plan: { skills: ['a', 'b'], ttl: '8h' }, first: null } },
			{ requirements: { plan: { skills: ['c'] } }, protect: 'ask' },
			{
				requirements: { plan: { message: 'Plan.' }, last: {} },
				session_end: { clear_session_state: true },
			},
		);
		expect(config).toMatchObject({
			protect: 'ask',
			sessionEnd: { clearSessionState: true },
			requirements: [
				{ name: 'plan', skills: ['c'], ttl: 28_800_000, message: 'Plan.' },
				{ name: 'first' },
				{ name: 'last' },
			],
		});
		expect(origins).toContainEqual({ key: 'requirements.plan.skills', file: 'project.yaml' });
		expect(origins).toContainEqual({ key: 'requirements.plan.ttl', file: 'global.yaml' });
		expect(origins).toContainEqual({ key: 'protect', file: 'project.yaml' });
	});

	it('takes auto_resolve_skill, text or list, for skills', () => {
		const written = {
			architecture_reviewed: { scope: 'branch', auto_resolve_skill: '/arch-review' },
		};
		const replaced = { architecture_reviewed: { auto_resolve_skill: ['x', 'req:y'] } };
		expect(compile({ requirements: written }).config.requirements[0]).toMatchObject({
			scope: 'branch',
			skills: ['arch-review'],
		});
		expect(compile({ requirements: written }, { requirements: replaced }).config.requirements[0]?.skills).toEqual([
			'x',
			'y',
		]);
	});

	it('one bad requirement costs itself only, and is located', () => {
		const bad = { requirements: { good: {}, bad: { scope: 'sesion' }, worse: 7 } };
		expect(names(bad)).toEqual(['good']);
		expect(compile(bad).problems).toMatchObject([
			{ file: 'global.yaml', key: 'requirements.worse', line: 2 },
			{ file: 'global.yaml', key: 'requirements.bad.scope', line: 3 },
		]);
	});

	it('keeps what an earlier file said where a later one is wrong', () => {
		const [held] = compile(
			{ requirements: { plan: { enforce: 'stop' } } },
			{ requirements: { plan: { enforce: 'warn', ttl: 'soon' } } },
		).config.requirements;
		expect(held?.enforce).toBe('stop');
	});

	it.each([
		['[]', []],
		['a text', 'requirements'],
	])('a file that holds %s is reported, the others count', (_, value) => {
		expect(names(value, { requirements: { plan: {} } })).toEqual(['plan']);
		expect(keys(value)).toEqual(['']);
	});

	it('a key that every object has is unknown as well', () => {
		const written = { requirements: { plan: { toString: 1 } } };
		expect(names(written)).toEqual(['plan']);
		expect(keys(written)).toEqual(['requirements.plan.toString']);
	});

	it('reports unknown keys with the key meant, and uses the rest', () => {
		const written = {
			requirments: {},
			requirements: { plan: { scop: 'branch', enforce: 'stop' } },
		};
		const { config, problems } = compile(written);
		expect(config.requirements[0]).toMatchObject({ scope: 'session', enforce: 'stop' });
		expect(problems.map(({ message }) => message)).toEqual([
			expect.stringContaining('requirements'),
			expect.stringContaining('scope'),
		]);
	});

	it.each([
		['enabled', { enabled: 'yes' }],
		['version', { version: 2 }],
		['protect', { protect: 'maybe' }],
		['requirements', { requirements: [] }],
		['continuity.topics', { continuity: { topics: 'many' } }],
		['inherit.from', { inherit: {} }],
		['requirements.__proto__', JSON.parse('{"requirements":{"__proto__":{"enabled":false}}}')],
		['requirements.constructor', { requirements: { constructor: {} } }],
		['requirements.p.ttl', { requirements: { p: { ttl: '0s' } } }],
		['requirements.p.message', { requirements: { p: { message: 'a\u001b[2Jb' } } }],
		['requirements.p.triggers.0.edit', { requirements: { p: { triggers: [{ edit: '!src/**' }] } } }],
		['requirements.p.triggers.1.tool', { requirements: { p: { triggers: ['edit', { tool: 'Read' }] } } }],
		['requirements.p.guard', { requirements: { p: { type: 'guard' } } }],
		['requirements.p.block', { requirements: { p: { type: 'dynamic', measure: 'branch_size' } } }],
		['requirements.p.measure', { requirements: { p: { type: 'dynamic', warn: 1 } } }],
	])('reports %s', (key, value) => {
		expect(keys(value)).toEqual([key]);
		expect(names(value)).toEqual([]);
	});

	it('names problems file by file, each from its top', () => {
		const global = { requirements: { p: { scop: 1 }, q: 7 }, enabled: 'yes' };
		const project = { version: 9 };
		expect(compile(global, project).problems.map(({ file, line }) => [file, line])).toEqual([
			['global.yaml', 1],
			['global.yaml', 2],
			['global.yaml', 3],
			['project.yaml', 1],
		]);
	});

	it('what is written but cannot gate is named, each once, by its first problem', () => {
		const global = { requirements: { p: { scope: 'x', scop: 1 }, q: {}, 'a b': {} } };
		const project = { requirements: { q: { ttl: 'soon' }, r: { enabled: false, scop: 1 } } };
		const { config } = compile(global, project);
		expect(config.leftOut.map(({ file, key }) => `${file} ${key}`)).toEqual([
			'global.yaml requirements.p.scope',
			'global.yaml requirements.a b',
		]);
		const ignored = { use_global: false, requirements: { s: 3 } };
		expect(compile(global, ignored).config.leftOut.map(({ key }) => key)).toEqual(['requirements.s']);
	});

	it.each([
		['mcp__fs__write.*', 'mcp__fs__write*'],
		['^mcp__tracker__(create|close)_.*$', 'mcp__tracker__{create,close}_*'],
		['(?i)edit', 'a glob such as mcp__fs__write*'],
		['(', 'a glob such as mcp__fs__write*'],
	])('refuses the regular expression %s and names a glob', (tool, glob) => {
		const { config, problems } = compile({ requirements: { p: { blocks: [{ tool }] }, q: {} } });
		expect(config.requirements.map(({ name }) => name)).toEqual(['q']);
		expect(problems).toMatchObject([
			{
				key: 'requirements.p.blocks.0.tool',
				message: `is a regular expression; write ${glob}`,
			},
		]);
	});

	it('at most 200 requirements and 100 problems', () => {
		const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`r${index}`, {}]));
		const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 1]));
		expect(names({ requirements: many })).toHaveLength(200);
		expect(compile({ requirements: many }).problems).toHaveLength(50);
		expect(compile(unknown).problems).toHaveLength(100);
	});

	it('keys of a stranger arrive as one printable line', () => {
		const [problem] = compile({ 'a\u001b[2J\nb': 1 }).problems;
		expect(problem && problemText(problem)).toBe('global.yaml:1 "a b": is not a known key');
	});
});

describe('switching off (D34)', () => {
	const plan = { requirements: { plan: {}, other: {} } };

	it('leaves disabled requirements out and says which file did it', () => {
		const { config } = compile(plan, { requirements: { plan: { enabled: false } } });
		expect(config.requirements.map(({ name }) => name)).toEqual(['other']);
		expect(config.switchedOff).toEqual([expect.stringMatching(/plan.*project\.yaml/)]);
	});

	it.each([
		['enabled', { enabled: false }],
		['use_global', { use_global: false }],
		['protect', { protect: false }],
	])('says it when a project sets %s', (_, project) => {
		expect(compile(plan, project).config.switchedOff).toHaveLength(1);
	});

	it('says nothing about the global file, nor about what a project tightens', () => {
		expect(compile({ enabled: false, protect: false, ...plan }).config.switchedOff).toEqual([]);
		const tighter = { requirements: { plan: { scope: 'single_use', manual: 'never', ttl: '1h' } } };
		expect(compile(plan, tighter).config.switchedOff).toEqual([]);
	});

	it('ignores the whole global file, settings included', () => {
		const { config } = compile({ enabled: false, protect: 'ask', ...plan }, { use_global: false });
		expect(config).toMatchObject({ enabled: true, protect: true, requirements: [] });
	});

	it('lets a later file switch on again', () => {
		expect(compile({ enabled: false }, { enabled: true }).config.enabled).toBe(true);
		expect(names(plan, { use_global: false }, { use_global: true })).toEqual(['plan', 'other']);
	});
});
