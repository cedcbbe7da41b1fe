import * as yaml from 'yaml';
import { reasonOf } from '../store/errors.ts';
import type { KeyPath } from './shape.ts';

/** Aliases may be resolved this often: a config needs a few, a bomb needs many. */
const MAX_ALIASES = 50;
/**
 * Collections in collections; a config has eight at most. The library composes them recursively until the stack ends, and
 * close to that V8 was seen to abort the process when it compiles a RegExp.
 */
const MAX_DEPTH = 64;
/** Words, marks and spaces; 200 requirements have about 12,000. The library compares each key of a map with all others. */
const MAX_LEXEMES = 15_000;
/** A file that is not YAML at all has an error per line; the first ones are enough. */
const MAX_ERRORS = 10;

interface YamlProblem {
	/** The key that is written twice; empty if the file does not parse. */
	readonly key: string;
	readonly line: number | undefined;
	readonly message: string;
}

interface YamlFile {
	/** The file's content; `undefined` if it is empty or does not parse. */
	readonly value: unknown;
	readonly problems: readonly YamlProblem[];
	/** 1-based line of the key at a path; `undefined` if the file has no such key. */
	readonly lineOf: (path: KeyPath) => number | undefined;
}

/** Parses YAML 1.2. Never throws; a key that is written twice is reported and its last value counts. */
export function readYaml(text: string): YamlFile {
	const lines = new yaml.LineCounter();
	try {
		const composer = new yaml.Composer({ prettyErrors: false });
		const [document, another] = composer.compose(shallowTokens(text, lines), true, text.length);
		const errors = [...(document?.errors ?? [])];
		if (another !== undefined) {
			const [start, end] = another.range;
			errors.push(new yaml.YAMLParseError([start, end], 'MULTIPLE_DOCS', 'A second document.'));
		}
		const syntax = errors.filter(({ code }) => code !== 'DUPLICATE_KEY');
		const isBroken = document === undefined || syntax.length > 0;
		const shown = (isBroken ? syntax : errors).slice(0, MAX_ERRORS);
		return {
			value: isBroken ? undefined : document.toJS({ maxAliasCount: MAX_ALIASES }),
			problems: problemsOf(shown, text, lines),
			lineOf: (path) => lineOf(path, document?.contents, lines),
		};
	} catch (error) {
		// Nested too deeply, too many aliases, or an alias without anchor.
		const message = reasonOf(error);
		const problems = [{ key: '', line: undefined, message }];
		return { value: undefined, problems, lineOf: () => undefined };
	}
}

/** One problem per line: later errors of a line follow from the first. */
function problemsOf(errors: readonly yaml.YAMLParseError[], text: string, lines: yaml.LineCounter): YamlProblem[] {
	const byLine = new Map<number, YamlProblem>();
	for (const { code, pos, message } of errors) {
		const { line } = lines.linePos(pos[0]);
		if (byLine.has(line)) continue;
		if (code === 'DUPLICATE_KEY') {
			const [key = ''] = /^(?:"[^"]*"|'[^']*'|[^\s:,]+)/.exec(text.slice(pos[0])) ?? [];
			byLine.set(line, {
				key,
				line,
				message: 'is written twice; the last value counts',
			});
			continue;
		}
		const written = text.split('\n')[line - 1] ?? '';
		const hasColon = code === 'BLOCK_AS_IMPLICIT_KEY' && /: .*: /.test(written);
		const hint = hasColon ? '; text that contains ": " needs quotes' : '';
		byLine.set(line, { key: '', line, message: `${message}${hint}` });
	}
	return [...byLine.values()];
}

/** Parses without recursion, so this is where a file that would be costly can be refused. */
function* shallowTokens(text: string, lines: yaml.LineCounter): Generator<yaml.CST.Token> {
	const parser = new yaml.Parser(lines.addNewLine);
	let lexemes = 0;
	lines.addNewLine(0);
	for (const lexeme of new yaml.Lexer().lex(text)) {
		yield* parser.next(lexeme);
		lexemes += 1;
		if (parser.stack.length > MAX_DEPTH) throw new RangeError('Nested too deeply.');
		if (lexemes > MAX_LEXEMES) throw new RangeError('Too long for a config.');
	}
	yield* parser.end();
}

/** Follows keys and list indexes; the value of an alias has its line at the alias. */
function lineOf(path: KeyPath, contents: unknown, lines: yaml.LineCounter): number | undefined {
	// The node whose line counts: a key, or an item of a list.
	let at: unknown;
	let value = contents;
	for (const part of path) {
		if (yaml.isAlias(value)) break;
		const items: readonly unknown[] = yaml.isCollection(value) ? value.items : [];
		const isPart = (item: unknown) => yaml.isPair(item) && String(item.key) === String(part);
		const item = yaml.isSeq(value) ? items[Number(part)] : items.findLast(isPart);
		[at, value] = yaml.isPair(item) ? [item.key, item.value] : [item, item];
		if (at === undefined) return undefined;
	}
	const start = yaml.isNode(at) ? at.range?.[0] : undefined;
	return start === undefined ? undefined : lines.linePos(start).line;
}
