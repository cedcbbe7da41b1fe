import { programName } from '../shell/call.ts';
import type { ParsedCommand } from '../shell/parse-command.ts';
import { innermostCall } from '../shell/wrappers.ts';

/** `req`, `/opt/x/bin/req`, `dist/cli/req.cjs`, `claude-req@latest`. */
const OWN_WORD = /^(?:.*\/)?(?:claude-)?req(?:@[^/]*)?(?:\.(?:mjs|cjs|js|ts|cmd|exe))?$/i;
/** Programs whose first operand may be this one. */
const STARTS = /^(?:node|tsx|deno|bun|(?:ba|da|z|k)?sh)$/;

/** The arguments of every call of this program in a command line; in one that does not parse, what follows its name. */
export function reqCalls(parsed: ParsedCommand): readonly (readonly string[])[] {
	if (parsed.kind === 'unparsed') return argumentsAfter(parsed.words);
	return parsed.calls.flatMap((call) => {
		const { words } = innermostCall(call);
		const at = STARTS.test(programName(words[0]))
			? words.findIndex((word, index) => index > 0 && !word.startsWith('-'))
			: 0;
		return OWN_WORD.test(words[at] ?? '') ? [words.slice(at + 1)] : [];
	});
}

function argumentsAfter(words: readonly string[]): readonly (readonly string[])[] {
	const at = words.findIndex((word) => OWN_WORD.test(word));
	return at < 0 ? [] : [words.slice(at + 1)];
}
