import { flat } from '../text/one-line.ts';
import { fnv1a } from '../text/strings.ts';
import { termsOf } from './terms.ts';

/** How a command failed, as far as earlier failures are compared with it. Nothing of it is stored but `same`. */
export interface Failure {
	/** The line of its output that says most. Lessons are found by it. */
	readonly line: string;
	/** Equal for failures of the same cause; `undefined` if the line has too few words. */
	readonly same: string | undefined;
}

/** What a failed command printed says what went wrong at its beginning or at its end. */
const HEAD = 2_000;
const TAIL = 10_000;
const MOST_OF_LINE = 300;

const EXIT_CODE = /^Exit code \d+$/;
/** `TS2345`, `error[E0308]`, `ECONNREFUSED`, `SQLITE_BUSY`, `ModuleNotFoundError`. */
const HAS_CODE =
	/\b(?:[A-Z]{1,8}\d{3,6}|E[A-Z]{4,24}|[A-Z]{2,24}_[A-Z_]{2,40}|[A-Z][A-Za-z]{2,40}(?:Error|Exception))\b/;
const SAYS_FAILED =
	/\b(?:error|fatal|fail(?:ed|ure)?|can(?:not|'t)|could not|unable|denied|refused|not found|no such|no rule|missing|undefined|invalid|unknown|unexpected|timed out|timeout|panic(?:ked)?|conflict|rejected|unresolved|exception)\b/i;
/** What a test compares is another thing each time. */
const COMPARES = /(?:\b|_)assert|\bexpect(?:ed|\()/i;

/** What differs from one run to the next: positions, durations, hashes and other long numbers. */
const OF_THIS_RUN = /:\d+(?::\d+)?\b|\(\d+(?:,\s?\d+)?\)|\b\d+(?:\.\d+)?\s?m?s\b|\b(?=[0-9a-f-]*\d)[0-9a-f-]{7,64}\b/gi;
/** Words of nearly every failure. */
const OF_ANY_FAILURE = new Set('error fail failur exit code fatal command npm err line file test'.split(' '));
const FEWEST_TERMS = 2;

/**
 * Reads what a failed command says of its failure; `undefined` if it says no more than that.
 *
 * @param error as Claude Code reports it: the exit code, then what was printed
 */
export function failureOf(error: string): Failure | undefined {
	const isLong = error.length > HEAD + TAIL;
	const lines = (isLong ? `${error.slice(0, HEAD)}\n${error.slice(-TAIL)}` : error)
		.split(/[\r\n]+/)
		.map((line) => flat(line).slice(0, MOST_OF_LINE))
		.filter((line) => line !== '' && !EXIT_CODE.test(line));
	const line = lines.find((one) => HAS_CODE.test(one)) ?? lines.find((one) => SAYS_FAILED.test(one)) ?? lines.at(-1);
	return line === undefined ? undefined : { line, same: samenessOf(line) };
}

function samenessOf(line: string): string | undefined {
	if (COMPARES.test(line)) return undefined;
	// A port, `:5432`, differs from a position by the host before it.
	const lasting = line.replace(/\b(localhost|(?:\d{1,3}\.){3}\d{1,3}):(\d{2,5})/g, '$1 $2');
	const terms = [...termsOf(lasting.replace(OF_THIS_RUN, ' '))]
		.filter(([term, { kind }]) => kind !== 'general' && !OF_ANY_FAILURE.has(term))
		.map(([term]) => term);
	return terms.length < FEWEST_TERMS ? undefined : fnv1a(terms.sort().join(' '));
}

/** Programs that only lead to the command that is meant. */
const LEADS = new Set(['cd', 'echo', 'export', 'set', 'source', 'sleep', 'true', 'time', 'exit']);
const MOST_OF_COMMAND = 2_000;

/**
 * A command by its programs and their first words: the same for a second try with other options.
 * A pipe only cuts its output. No parser is needed, since only the order of lessons depends on it.
 */
export function commandKey(command: string): string {
	const calls = command
		.slice(0, MOST_OF_COMMAND)
		.split(/&&|\|\||[;\n]/)
		.map((call) => {
			const words = (call.split('|')[0] ?? '').split(/\s+/);
			return words.filter((word) => /^[\w./:@-]+$/.test(word) && !word.startsWith('-')).slice(0, 2);
		})
		.filter(([program]) => program !== undefined && !LEADS.has(program));
	return fnv1a(calls.map((words) => words.join(' ')).join('\n'));
}
