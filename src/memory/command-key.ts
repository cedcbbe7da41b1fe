import { fnv1a } from '../core/text/strings.ts';

/** What only leads to the command that is meant. */
const LEADS = new Set(['cd', 'echo', 'export', 'set', 'source', 'sleep', 'true', 'time', 'exit']);
const MOST_OF_COMMAND = 2_000;

/**
 * A command by its programs and their first words, so that a second try with other options has the same. What it is piped
 * into only cuts its output. Read by letters alone: nothing hangs on it but which lesson is told first.
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
