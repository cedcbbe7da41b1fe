import { CARRIER_RULES } from './carrier-rules.ts';
import { CLOUD_TOKENS } from './cloud-tokens.ts';
import { FORGE_TOKENS } from './forge-tokens.ts';
import { cutNamedValues } from './named-values.ts';
import { cutPrivateBlocks } from './private-blocks.ts';
import type { Rule } from './rule.ts';
import { SERVICE_TOKENS } from './service-tokens.ts';
import { isPlaceholder } from './value.ts';

const RULES: readonly Rule[] = [
	...CLOUD_TOKENS,
	...FORGE_TOKENS,
	...SERVICE_TOKENS,
	...CARRIER_RULES,
];

/**
 * The text without its secrets (D30): each becomes `[redacted:<kind>]`, everything else stays. Commit hashes,
 * UUIDs, paths and integrity strings survive; doing it twice changes nothing more.
 */
export function redact(text: string): string {
	const lower = text.toLowerCase();
	const whole = cutPrivateBlocks(text);
	const tokens = RULES.filter(({ words }) => words.some((word) => lower.includes(word)));
	return cutNamedValues(tokens.reduce(cut, whole));
}

/** Whether the text holds something that would be redacted. */
export function holdsSecret(text: string): boolean {
	return redact(text) !== text;
}

function cut(text: string, { kind, pattern }: Rule): string {
	return text.replace(new RegExp(pattern, flagsOf(kind)), (whole: string, kept: unknown) => {
		const front = typeof kept === 'string' ? kept : '';
		return isPlaceholder(whole.slice(front.length)) ? whole : `${front}[redacted:${kind}]`;
	});
}

/** Headers and addresses are written in any case, token formats in one. */
function flagsOf(kind: string): string {
	return ['header', 'bearer', 'basic', 'cookie', 'url'].includes(kind) ? 'gi' : 'g';
}
