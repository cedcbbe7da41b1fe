import { CARRIER_RULES } from './carrier-rules.ts';
import { CLOUD_TOKENS } from './cloud-tokens.ts';
import { FORGE_TOKENS } from './forge-tokens.ts';
import { cutNamedValues } from './named-values.ts';
import { cutPrivateBlocks } from './private-blocks.ts';
import type { Rule } from './rule.ts';
import { SERVICE_TOKENS } from './service-tokens.ts';
import { isMadeUp, isPlaceholder } from './value.ts';

const RULES: readonly Rule[] = [
	...CLOUD_TOKENS,
	...FORGE_TOKENS,
	...SERVICE_TOKENS,
	...CARRIER_RULES,
];

/** Written in any case, and with variables as well; token formats are written in one. */
const CARRIERS = new Set(['header', 'bearer', 'cookie', 'url', 'option', 'mnemonic']);

/**
 * The text without its secrets (D30): each becomes `[redacted:<kind>]`, everything else stays. Commit hashes,
 * UUIDs, paths and integrity strings survive; doing it twice changes nothing more.
 */
export function redact(text: string): string {
	const once = cutSecrets(text);
	// What is cut brings what stood far apart together: that can be a secret's surroundings.
	return once === text ? text : cutSecrets(cutSecrets(once));
}

/** Whether the text holds something that would be redacted. */
export function holdsSecret(text: string): boolean {
	return redact(text) !== text;
}

function cutSecrets(text: string): string {
	const lower = text.toLowerCase();
	const rules = RULES.filter(({ words }) => words.some((word) => lower.includes(word)));
	return cutNamedValues(rules.reduce(cut, cutPrivateBlocks(text)));
}

function cut(text: string, { kind, pattern }: Rule): string {
	const isCarried = CARRIERS.has(kind);
	const isNone = isCarried ? isPlaceholder : isMadeUp;
	return text.replace(
		new RegExp(pattern, isCarried ? 'gi' : 'g'),
		(whole: string, kept: unknown) => {
			const front = typeof kept === 'string' ? kept : '';
			return isNone(whole.slice(front.length)) ? whole : `${front}[redacted:${kind}]`;
		},
	);
}
