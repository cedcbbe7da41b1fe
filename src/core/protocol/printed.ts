import { textIn } from '../document/foreign-json.ts';

/** What a Bash call printed, as its response tells. */
export function printed(response: unknown): string {
	return ['stdout', 'stderr'].map((one) => textIn(response, one) ?? '').join('\n');
}
