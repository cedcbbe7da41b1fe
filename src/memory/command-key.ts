import { fnv1a } from '../core/text/strings.ts';

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
