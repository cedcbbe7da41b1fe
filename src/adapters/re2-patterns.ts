import type { RE2JS } from 're2js';
import type { Ports } from '../app/ports.ts';
import { unlessError } from './read-regular.ts';

/** Linear time still means time: only so much of a text is looked at. */
const MAX_TEXT = 10_000;

/** Names, or how names begin: `Edit|mcp__fs__.*`. Most patterns are no more than that. */
const PLAIN = /^[\w-]*(?:\.\*)?(?:\|[\w-]*(?:\.\*)?)*$/;

const compiled = new Map<string, RE2JS | undefined>();

/** Patterns through re2js, which is loaded for the first one that needs it: 7 ms that most configs never pay. */
export const patternMatcher: Ports['patternMatcher'] = async (patterns) => {
	const compile = patterns.every(isPlain) ? undefined : await loadCompiler();
	return (pattern, text) => {
		const start = text.slice(0, MAX_TEXT);
		if (isPlain(pattern)) return matchesPlain(pattern, start);
		return compile?.(pattern)?.testExact(start) ?? false;
	};
};

/** Tells whether a text is RE2 syntax (validation of `tool` patterns). */
export async function loadPatternCheck(): Promise<(source: string) => boolean> {
	const compile = await loadCompiler();
	return (source) => compile(source) !== undefined;
}

function isPlain(pattern: string): boolean {
	return PLAIN.test(pattern);
}

/** `.` is any character of a line. */
function matchesPlain(pattern: string, text: string): boolean {
	return pattern.split('|').some((one) => {
		const name = one.replace('.*', '');
		if (name === one) return text === name;
		return text.startsWith(name) && !text.includes('\n', name.length);
	});
}

async function loadCompiler(): Promise<(source: string) => RE2JS | undefined> {
	const { RE2JS } = await import('re2js');
	return (source) => {
		if (!compiled.has(source)) {
			const pattern = unlessError(() => RE2JS.compile(source));
			compiled.set(source, pattern);
		}
		return compiled.get(source);
	};
}
