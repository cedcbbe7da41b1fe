import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { identifiersIn, isProduct, partsOf } from './identifiers.ts';
import { LESSONS_HEADER, type Lesson, lineOf } from './lesson.ts';
import { lessonsAtFile } from './lessons-at-file.ts';
import { linesAboutFile } from './lines-about-file.ts';

const FILE = 'src/auth/login.ts';
const asking = { parse: (text: string) => JSON.parse(text), user: 'ana' };

function lesson(text: string, more: Partial<Lesson> = {}): Lesson {
	return {
		...{ id: `s/${text}`, same: text, kind: 'warning', text, why: undefined },
		...{
			at: '2026-01-01T00:00:00.000Z',
			branch: 'main',
			user: 'ana',
			files: [],
			near: [],
			mends: [],
		},
		...more,
	};
}

function told(path: string, ...lessons: readonly Lesson[]): string[] {
	const cache = `${LESSONS_HEADER}${lessons.map(lineOf).join('')}`;
	const file = { path, starts: linesAboutFile(cache, path) };
	return lessonsAtFile(cache, file, asking).map((one) => one.lesson.text);
}

const kebab = (name: string) => partsOf(name).join('-').toLowerCase();

const OTHERS = Array.from({ length: 40 }, (_, n) => lesson(`the lamp ${n} in hall ${n} hums`));

describe('the lessons about src/auth/login.ts', () => {
	it.each([
		'src/auth/login.ts must stay free of async code',
		'Never sort the imports of src/auth/login.ts.',
		'keep the cookie check (src/auth/login.ts) first',
		'`login.ts` is loaded before the config is',
		'Login.ts: the order of exports matters',
		'everything in src/auth/ is reviewed by security',
		'src/auth must not import src/db',
		'on Windows src\\auth\\login.ts is read twice',
		'do not touch login.ts, ask Kim',
		'the rate limit lives in "src/auth/login.ts"',
		'see ./src/auth/login.ts: it is loaded first',
		'/home/ana/app/src/auth/login.ts is loaded first',
		'src/auth/** is reviewed by security',
	])('%s', (text) => {
		expect(told(FILE, ...OTHERS, lesson(text))).toEqual([text]);
	});

	it.each([
		'src/other/login.ts must stay free of async code',
		'src/auth/login.tsx is generated',
		'src/auth/login.ts.snap is generated',
		'src/authors is generated',
		'lib/src/auth/login.ts is a copy',
		'the login is slow',
		'src is where the code is',
		'relogin.ts is dead',
		'/home/ana/app/other/login.ts is dead',
		'src/auth/logout/ is reviewed by security',
	])('are not: %s', (text) => {
		expect(told(FILE, ...OTHERS, lesson(text))).toEqual([]);
	});

	it('come from why it was decided, from the files that its session worked on, and from the time of an edit', () => {
		expect(told(FILE, lesson('no async here', { why: 'login.ts is loaded first' }))).toHaveLength(
			1,
		);
		expect(told(FILE, lesson('no async here', { files: [FILE] }))).toHaveLength(1);
		expect(told(FILE, lesson('no async here', { near: [FILE] }))).toHaveLength(1);
		expect(told(FILE, lesson('login.ts is odd', { files: ['src/other/login.ts'] }))).toEqual([]);
	});

	it('are warnings and decisions, and what was learned about the very file', () => {
		const learned = (text: string, more = {}) => lesson(text, { kind: 'learning', ...more });
		expect(told(FILE, learned('login.ts parses cookies'))).toHaveLength(1);
		expect(told(FILE, learned('src/auth/ holds nine files'))).toEqual([]);
		expect(told(FILE, learned('tea is ready', { near: [FILE] }))).toEqual([]);
	});

	it('come the surest first: a warning about the file before what was learned about it', () => {
		const near = lesson('mind the cookie', { near: [FILE] });
		const learned = lesson('login.ts parses cookies', { kind: 'learning' });
		const warned = lesson('never sort login.ts');
		const decided = lesson('src/auth/login.ts stays one file', { kind: 'decision' });
		expect(told(FILE, near, learned, decided, warned, ...OTHERS)).toEqual([
			warned.text,
			decided.text,
			learned.text,
			near.text,
		]);
	});

	it('are the user’s own, and what still holds', () => {
		const one = lesson('never sort login.ts');
		expect(told(FILE, { ...one, user: 'kim' })).toEqual([]);
		const newer = Array.from({ length: 90 }, (_, n) => lesson(`src/auth/ has lamp ${n}`));
		expect(told(FILE, one, ...newer)[0]).toBe(one.text);
		expect(told(FILE, one, ...newer.map((other) => ({ ...other, user: 'kim' })))).toHaveLength(1);
		const gone = `${JSON.stringify({ terms: '', id: one.id, same: one.same, gone: true })}\n`;
		const cache = `${LESSONS_HEADER}${lineOf(one)}${gone}`;
		const file = { path: FILE, starts: linesAboutFile(cache, FILE) };
		expect(lessonsAtFile(cache, file, asking)).toEqual([]);
	});
});

it('knows a file at the root, and one without an ending by its folder and path alone', () => {
	const text = 'package.json is sorted by hand';
	expect(told('package.json', lesson(text))).toEqual([text]);
	expect(told('web/package.json', lesson(text))).toEqual([text]);
	expect(told('docs/guide/README', lesson('write a README'))).toEqual([]);
	expect(told('docs/guide/README', lesson('docs/guide is translated'))).toHaveLength(1);
});

it('reads a bounded part of what only looks like it is about a file', () => {
	const bomb = (n: number) => lesson(`${n} ${'src/auth '.repeat(100)}`, { kind: 'learning' });
	const cache = `${LESSONS_HEADER}${Array.from({ length: 300 }, (_, n) => lineOf(bomb(n))).join('')}`;
	let reads = 0;
	const parse = (text: string): unknown => {
		reads += 1;
		return JSON.parse(text);
	};
	const file = { path: FILE, starts: linesAboutFile(cache, FILE) };
	expect(file.starts.length).toBeGreaterThan(200);
	expect(lessonsAtFile(cache, file, { parse, user: 'ana' })).toEqual([]);
	expect(reads).toBeLessThanOrEqual(200);
});

it('the labelled lessons that name an identifier are told at the file that is called after it: 95 % at least', () => {
	const sets = ['tuned', 'kept', 'third', 'fifth'].flatMap(
		(name) => parse(readFileSync(`tests/recall/${name}.yaml`, 'utf8')) as readonly string[][],
	);
	const pairs = sets.flatMap(([, text = '']) =>
		identifiersIn(text).map((name) => ({ text, name, path: `src/app/${kebab(name)}.ts` })),
	);
	const missed = pairs.filter(({ text, path }) => told(path, ...OTHERS, lesson(text)).length === 0);
	const ofCode = pairs.filter(({ name }) => !isProduct(name));
	const found = ofCode.filter((one) => !missed.includes(one));
	expect(ofCode.length).toBeGreaterThan(60);
	expect(found.length / ofCode.length).toBeGreaterThanOrEqual(0.95);
});
