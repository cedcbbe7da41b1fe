import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { functionsOfEdit } from './defined-functions.ts';

const definedFunctions = (path: string, content: string) => functionsOfEdit(path, { content });
const lines = (...all: string[]) => all.join('\n');

const SCRIPT: [string, string, string[]][] = [
	['a declaration', 'function one(a) {}', ['one']],
	['an exported one', 'export async function two<T>(a: T): Promise<T> {\n}', ['two']],
	['a generator', 'export function* three() {}', ['three']],
	['a default export', 'export default function Page({ a }: Props) {}', ['Page']],
	['an arrow function', 'export const four = (a: string) => a;', ['four']],
	['one with a bare parameter', 'const five = async x => x;', ['five']],
	['one over several lines', 'const six = (\n\ta,\n\tb,\n) => {\n};', ['six']],
	['one with types', 'export const seven: Handler<A> = async <T>(a: T): Promise<T> => a;', ['seven']],
	['one whose type is a function', 'const g: (a: string) => void = (a) => {};', ['g']],
	['a function expression', 'const eight = function () {};', ['eight']],
	[
		'methods',
		lines(
			'export class Store<T> extends Base {',
			'\t#items = new Map();',
			'\tconstructor(private a: A) {',
			'\t}',
			'\tasync load(id: string): Promise<T> {',
			'\t\tif (id) { return this.#find(id); }',
			'\t\tfor (const a of b) {}',
			'\t}',
			'\t#find(id) { return id; }',
			'\tstatic get size() { return 1; }',
			'\t*[Symbol.iterator]() {}',
			'\tonClick = (e) => {};',
			'\tprivate readonly handler = async (e: Event): Promise<void> => {};',
			'}',
			'function after() {}',
		),
		[
			...['Store.constructor', 'Store.load', 'Store.find', 'Store.size', 'Store.onClick'],
			...['Store.handler', 'after'],
		],
	],
	['an object’s methods', 'const o = {\n run() {},\n walk: (a) => a,\n};', ['run', 'walk']],
	['a fragment of a class', '\tasync save(a: A) {\n\t\treturn a;\n\t}', ['save']],
	['no calls', 'describe("x", () => {\n it("y", function () {});\n});\nfoo(a);', []],
	['no values', 'const a = (b + c) * 2;\nlet d = e;\nconst f = g(() => 1);', []],
	['no keywords', 'if (a) {\n} else if (b) {\n}\nwhile (c) {\n}\nswitch (d) {\n}\ncatch (e) {\n}', []],
	['no signatures', 'interface A {\n run(a: string): void;\n walk: (a: string) => void;\n}', []],
	['no types', 'type A = {\n run: (a: string) => void;\n};\ntype B = (a: string) => void;', []],
	['nothing quoted', lines('// function a() {}', '/* function b() {} */', "'function c() {}'"), []],
	['a method over several lines', '\tprivate async save(\n\t\ta: A,\n\t): Promise<A> {', ['save']],
];

const PYTHON: [string, string, string[]][] = [
	['functions', 'def one(a):\n    pass\nasync def two():\n    pass', ['one', 'two']],
	['methods', lines('class A(B):', '    def run(self):', '        def inner(): pass', '    x = 1'), ['A.run', 'inner']],
	['a class in a class', 'class A:\n  class B:\n    def f(self): pass\n  def g(self): pass', ['B.f', 'A.g']],
	['nothing in a comment', '# def two():\ndef three(): pass', ['three']],
];

const OTHERS: [string, string, string, string[]][] = [
	['a.go', 'a function', 'func Serve(w io.Writer) error {', ['Serve']],
	['a.go', 'a method', 'func (s *Server[T]) Start(ctx context.Context) {', ['Server.Start']],
	['a.go', 'a generic one', 'func Map[T any](a []T) []T {', ['Map']],
	['a.go', 'no keyword', 'if ok {\n}\nfor _, a := range b {\n}\ngo func() {}()', []],
	['a.rs', 'a function', "pub(crate) async fn load<'a>(x: &'a str) -> Result<()> {", ['load']],
	[
		'a.rs',
		'methods',
		'impl<T: Debug> fmt::Display for Point<T> {\n    fn fmt(&self) {}\n}\nfn free() {}',
		['Point.fmt', 'free'],
	],
	['a.rs', 'methods of a trait', 'pub trait Shape {\n  fn area(&self) -> f64 { 0.0 }\n}', ['Shape.area']],
	[
		'A.java',
		'methods',
		lines(
			'@Service',
			'public final class Shop<T> implements Open {',
			'  public Shop(int a) { this.a = a; }',
			'  @Override public List<String> names(Map<String, T> a) throws IOException {',
			'    if (a != null) { return new ArrayList<>(); }',
			'    foo(a);',
			'  }',
			'}',
		),
		['Shop.Shop', 'Shop.names'],
	],
	['A.cs', 'a method', 'class A {\n  public async Task<int> RunAsync(int a) => a;\n}', ['A.RunAsync']],
	[
		'a.kt',
		'functions',
		'class A {\n  override suspend fun run(a: Int): Int {\n}\n}\nfun String.up() = 1',
		['A.run', 'String.up'],
	],
	['a.swift', 'functions', 'struct A {\n  mutating func go<T>(a: T) -> T {\n}\n}', ['A.go']],
	['a.cpp', 'functions', 'static inline int add(int a, int b) {\n}\nvoid A::B::run() const {\n}', ['add', 'B.run']],
	['a.c', 'a pointer', 'char *name(struct a *b) {\n  while (1) {}\n  return f(b);\n}', ['name']],
	['a.php', 'methods', '<?php\nclass A {\n  public static function make(): self {}\n}', ['A.make']],
	[
		'a.rb',
		'methods',
		'module M\n  class A\n    def run(a)\n    end\n    def self.make\n    end\n  end\nend',
		['A.run', 'A.make'],
	],
];

describe('functions that a change defines', () => {
	it.each(SCRIPT)('TypeScript: %s', (_, text, names) => {
		expect(definedFunctions('src/a.ts', text)).toEqual(names);
	});

	it.each(PYTHON)('Python: %s', (_, text, names) => {
		expect(definedFunctions('a.py', text)).toEqual(names);
	});

	it.each(OTHERS)('%s: %s', (path, ...[, text, names]) => {
		expect(definedFunctions(path, text)).toEqual(names);
	});

	it.each(['README.md', 'a.txt', 'a.json', 'a.yaml', 'Makefile', 'ts'.repeat(3)])('%s is not read', (path) => {
		expect(definedFunctions(path, 'function one() {}\ndef two():\n')).toEqual([]);
	});

	it('are those of each text that a call writes', () => {
		const edits = [{ new_string: 'def a(): pass', old_string: 'def old(): pass' }, null];
		const input = { edits, new_source: 'def b(): pass' };
		expect(functionsOfEdit('a.py', input)).toEqual(['b', 'a']);
	});

	it('are at most 50, each once', () => {
		const many = Array.from({ length: 80 }, (_, n) => `function f${n % 60}() {}`).join('\n');
		expect(definedFunctions('a.js', many)).toHaveLength(50);
	});
});

const ENDINGS = ['ts', 'py', 'rb', 'go', 'rs', 'java', 'kt'];
const piece = fc.constantFrom(
	...['function ', 'class A ', 'def ', 'func (', 'impl ', '{', '}', '(', ')', '=>', '\n', ' ', ';'],
	...['const a = ', ': ', '<', '>', '"', "'", '`', '/*', '//', '\\', 'x', 'fn f', 'void ', '\t', ','],
);

describe('whatever a text holds', () => {
	it('the names are identifiers', () => {
		const text = fc.oneof(
			fc.string({ unit: anyCharacter }),
			fc.array(piece).map((all) => all.join('')),
		);
		fc.assert(
			fc.property(fc.constantFrom(...ENDINGS), text, (ending, code) => {
				for (const name of definedFunctions(`a.${ending}`, code)) {
					expect(name).toMatch(
						/^[A-Za-z_$\u00aa-\uffff][\w$\u00aa-\uffff]*(\.[A-Za-z_$\u00aa-\uffff][\w$\u00aa-\uffff]*)?$/,
					);
				}
			}),
		);
	});
});
