import { editedText } from '../../core/protection/edited-text.ts';
import { switchesChanged } from '../../core/protection/settings-change.ts';
import type { Ports } from '../ports.ts';

/**
 * The keys that decide whether gates run and that an edit of the client's settings would change;
 * `undefined` where nobody can tell: the file or the result cannot be read.
 */
export function switchesChangedBy(
	path: string,
	input: Readonly<Record<string, unknown>>,
	{ client }: Ports,
): string[] | undefined {
	const before = client.text(path);
	const after = before === undefined ? undefined : editedText(before, input);
	if (before === undefined || after === undefined) return undefined;
	const [old, next] = [client.parse(before), client.parse(after)];
	return old === undefined || next === undefined ? undefined : switchesChanged(old, next);
}
