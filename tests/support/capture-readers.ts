import { commitEntries } from '../../src/events/capture-call.ts';
import { NO_GIT } from '../../src/git/place.ts';
import { candidatesIn, clipped, typedWords } from '../../src/journal/captured-text.ts';
import { functionsOfEdit } from '../../src/memory/defined-functions.ts';
import { countTerms } from '../../src/memory/topics.ts';
import { parseCommand } from '../../src/shell/read-line.ts';
import { oneLine } from '../../src/text/one-line.ts';

const COMMIT = parseCommand('git commit');

/** Whatever reads foreign text for memory, and what it makes of it, as texts. */
export const captureReaders: readonly (readonly [string, (text: string) => readonly string[]])[] = [
	...['ts', 'py', 'rb', 'go', 'rs', 'java', 'kt'].map(
		(ending) =>
			[`functions of .${ending}`, (text: string) => functionsOfEdit(`a.${ending}`, { content: text })] as const,
	),
	['candidates', (text) => candidatesIn(text).map((one) => one.text)],
	['typed words', (text) => [typedWords(text)]],
	['topics', (text) => Object.keys(countTerms(text))],
	[
		'a printed commit',
		(text) => [JSON.stringify(commitEntries(COMMIT, { branch: NO_GIT }, { output: text, passed: true }))],
	],
	['what a turn said', (text) => [clipped(text, 2_000)]],
	['one line', (text) => [oneLine(text)]],
];

/** Beginnings of what the patterns go on with. */
export const hostilePieces: readonly string[] = [
	...'a f(x): throws ¦a f() where ¦a f() -> ¦f(¦f(;¦(¦)¦{¦}¦;¦ ¦<¦a<¦@a ¦A::¦a.¦const ¦get '.split('¦'),
	...'static *¦=>¦x = ¦x: ¦x: a => ¦x = async (¦func (a¦fun <¦class ¦impl <a> for ¦pub('.split('¦'),
	...'extern "C" ¦def ¦private ¦export default ¦"¦\'¦`¦"""¦/*¦//¦#¦\\¦. ¦[a 1234567] ¦['.split('¦'),
	...'a-¦a_¦aA¦A1¦> ¦\u001b[¦\u001b]¦\u3000¦\ufeff¦\u200b¦\u{1f600}'.split('¦'),
	...['a f(x):\n', 'a f(x) const \n', '  class a:\n', '```\n', '\n', '\t', "we've decided "],
	...['const', 'function', 'func (', 'async'].map((word) => `${word}${' '.repeat(60)}\n`),
	...['int '.repeat(8), `${'x'.repeat(100)} `, `${'x'.repeat(100)}\n`],
];
