import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { SECRET_RULES } from '../../src/core/lesson/lesson.ts';
import { fnv1a } from '../../src/core/text/strings.ts';

interface Source {
	readonly path: string;
	readonly text: string;
	readonly lines: number;
}

/** Written by a script, and never read from top to bottom. */
const GENERATED = 'src/core/config/built-in.ts';

const sources: readonly Source[] = ['src', 'hooks', 'scripts']
	.flatMap((dir) => filesIn(dir))
	.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
	.map((path) => {
		const text = readFileSync(path, 'utf8');
		return { path, text, lines: text.trimEnd().split('\n').length };
	});
const pure = sources.filter(({ path }) => /^src\/(core|app)\//.test(path));

function filesIn(dir: string): string[] {
	return readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => `${dir}/${name}`);
}

function nodesOf(text: string): ts.Node[] {
	const found: ts.Node[] = [];
	const visit = (node: ts.Node) => {
		found.push(node);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022, true));
	return found;
}

/** Names of the parameters a caller may leave out. */
function optionalParameters(text: string): string[] {
	return nodesOf(text)
		.filter(ts.isParameter)
		.filter(({ questionToken }) => questionToken !== undefined)
		.map(({ name }) => name.getText());
}

/** Names of the world that a pure file mentions as values: comments and types do not count. */
function ambientNames(text: string): string[] {
	const AMBIENT =
		/^(process|console|globalThis|performance|fetch|setTimeout|setInterval|require|Buffer)$/;
	return nodesOf(text)
		.filter(ts.isIdentifier)
		.filter(({ text: name }) => AMBIENT.test(name))
		.filter((name) => !isKey(name))
		.map(({ text: name }) => name);
}

/** A key, or a name after a dot, is not the world's. */
function isKey(name: ts.Identifier): boolean {
	const { parent } = name;
	const isNamed = ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent);
	return ts.isPropertySignature(parent) || (isNamed && parent.name === name);
}

/** What a file exports by name, but for commands: a command is called by the word that is typed, as what carries it out is. */
function exportedNames(text: string): string[] {
	return ts
		.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022, true)
		.statements.filter((one) => /^export\b/.test(one.getText()))
		.flatMap((one): (ts.Node | undefined)[] => {
			if (!ts.isVariableStatement(one)) return ts.isDeclarationStatement(one) ? [one.name] : [];
			return one.declarationList.declarations
				.filter(({ initializer, type }) => !isCommand(initializer?.getText(), type?.getText()))
				.map(({ name }) => name);
		})
		.flatMap((name) => name?.getText() ?? []);
}

function isCommand(value: string | undefined, type: string | undefined): boolean {
	return type === 'Command' || value?.startsWith('command(') === true;
}

function namedTwice(files: readonly Pick<Source, 'path' | 'text'>[]): string[] {
	const homes = new Map<string, Set<string>>();
	for (const { path, text } of files)
		for (const name of exportedNames(text))
			homes.set(name, (homes.get(name) ?? new Set()).add(path));
	return [...homes].flatMap(([name, paths]) => (paths.size > 1 ? [name] : []));
}

describe('size', () => {
	it.each(sources.filter(({ path }) => path !== GENERATED))(
		'$path has at most 400 lines ($lines)',
		({ lines }) => {
			expect(lines).toBeLessThanOrEqual(400);
		},
	);
});

describe('core and app', () => {
	it('take no optional parameters: absence is passed', () => {
		expect(optionalParameters('function f(a?: number) {}')).toEqual(['a']);
		const found = pure.flatMap(({ path, text }) =>
			optionalParameters(text).map((name) => `${path}: ${name}`),
		);
		expect(found).toEqual([]);
	});

	it('touch nothing of the world around them', () => {
		expect(ambientNames('console.log(process.pid)')).toEqual(['console', 'process']);
		const found = pure.flatMap(({ path, text }) =>
			ambientNames(text).map((name) => `${path}: ${name}`),
		);
		expect(found).toEqual([]);
	});
});

describe('sources', () => {
	it('lessons that were looked through for secrets say by which rules', () => {
		const rules = sources.filter(({ path }) => path.startsWith('src/core/redact/'));
		expect(rules.map(({ path }) => path)).toContain('src/core/redact/redact.ts');
		const all = rules.map(({ path, text }) => `${path}\n${text}`).sort();
		expect(SECRET_RULES, 'SECRET_RULES in src/core/lesson/lesson.ts').toBe(fnv1a(all.join('')));
	});

	it('no two things are exported under one name', () => {
		const twice = [
			{ path: 'a.ts', text: 'export const isOurs = 1;\nexport interface Told {}' },
			{ path: 'b.ts', text: 'export function isOurs() {}\ninterface Told {}' },
			{ path: 'c.ts', text: 'export const isOurs = command({});' },
		];
		expect(namedTwice(twice)).toEqual(['isOurs']);
		expect(namedTwice(twice.slice(1))).toEqual([]);
		expect(namedTwice(sources.filter(({ path }) => path.startsWith('src/')))).toEqual([]);
	});

	it('no file is a drawer for everything', () => {
		const drawers = /(^|[/-])(utils?|helpers?|common|types|misc|shared|index)([.-]|\/)/;
		expect(drawers.test('src/core/utils.ts') && drawers.test('src/core/gate/index.ts')).toBe(true);
		expect(sources.map(({ path }) => path).filter((path) => drawers.test(path))).toEqual([]);
	});

	it('no rule is switched off in a source', () => {
		const switches = /biome-ignore|@ts-ignore|@ts-expect-error|@ts-nocheck|v8 ignore/;
		expect(switches.test('// @ts-ignore')).toBe(true);
		expect(sources.filter(({ text }) => switches.test(text)).map(({ path }) => path)).toEqual([]);
	});
});
