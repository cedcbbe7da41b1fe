/**
 * What a file would hold after a call of an edit tool, as far as its input tells; `undefined` where it
 * does not. A replacement whose text is not there changes nothing: the tool refuses it.
 *
 * @param input `{content}` of Write, `{old_string, new_string, replace_all}` of Edit, `{edits}` of MultiEdit
 */
export function editedText(
	before: string,
	input: Readonly<Record<string, unknown>>,
): string | undefined {
	const { content, edits } = input;
	if (typeof content === 'string') return content;
	const steps: unknown[] = Array.isArray(edits) ? edits : [input];
	return steps.reduce<string | undefined>(
		(text, step) => (text === undefined ? undefined : replaced(text, step)),
		before,
	);
}

function replaced(text: string, step: unknown): string | undefined {
	const { old_string: from, new_string: to, replace_all: all } = (step ?? {}) as Replacement;
	if (typeof from !== 'string' || typeof to !== 'string') return undefined;
	// An empty text to look for makes a new file.
	if (from === '') return to;
	return all === true ? text.replaceAll(from, () => to) : text.replace(from, () => to);
}

interface Replacement {
	readonly old_string?: unknown;
	readonly new_string?: unknown;
	readonly replace_all?: unknown;
}
