import { oneLine } from '../../core/text/one-line.ts';

/**
 * A foreign text as one line of at most 300 characters (D18), redacted before it is cut: half a secret would not
 * be seen for one (D30). The rules are loaded only for a text that is cut.
 */
export async function redactedLine(text: string): Promise<string> {
	const line = oneLine(text);
	if (line === text) return line;
	const { redact } = await import('../../core/redact/redact.ts');
	return oneLine(redact(text));
}
