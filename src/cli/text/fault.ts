import type { Fault } from '../../core/fault/fault.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { withLocalTimes } from './time.ts';

/** What went wrong and which command helps, for stderr. */
export function faultText({ message, hint }: Fault): string {
	const lines = withLocalTimes(hint ?? '')
		.split('\n')
		.filter((line) => line !== '');
	return [`req: ${oneLine(message)}`, ...lines.map((line) => `  ${oneLine(line)}`)].join('\n');
}

/** The same for scripts, on stdout. */
export function faultJson({
	code,
	message,
	hint,
}: Pick<Fault, 'code' | 'message' | 'hint'>): string {
	return JSON.stringify({ error: { code, message, hint: hint ?? null } }, undefined, 2);
}
