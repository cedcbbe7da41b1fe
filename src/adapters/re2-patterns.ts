import type { RE2JS } from 're2js';
import type { Patterns } from '../app/ports.ts';

/** Linear time still means time: only so much of a text is looked at (behaviour 16). */
const MAX_TEXT = 10_000;

const compiled = new Map<string, RE2JS | undefined>();

/** Patterns through re2js, which is loaded with the first pattern: 7 ms that most configs never pay. */
export function re2Patterns(): Patterns {
	return {
		matcher: async (patterns) => {
			if (patterns.length === 0) return () => false;
			const compile = await loadCompiler();
			for (const pattern of patterns) compile(pattern);
			return (pattern, text) => compile(pattern)?.testExact(text.slice(0, MAX_TEXT)) ?? false;
		},
	};
}

/** Tells whether a text is RE2 syntax (validation of `tool` patterns). */
export async function loadPatternCheck(): Promise<(source: string) => boolean> {
	const compile = await loadCompiler();
	return (source) => compile(source) !== undefined;
}

async function loadCompiler(): Promise<(source: string) => RE2JS | undefined> {
	const { RE2JS } = await import('re2js');
	return (source) => {
		if (!compiled.has(source))
			compiled.set(
				source,
				attempt(() => RE2JS.compile(source)),
			);
		return compiled.get(source);
	};
}

function attempt(compile: () => RE2JS): RE2JS | undefined {
	try {
		return compile();
	} catch {
		return undefined;
	}
}
