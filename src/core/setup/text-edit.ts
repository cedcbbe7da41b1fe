import * as z from 'zod/mini';

/** One replacement in a text: `length` UTF-16 units from `offset` become `text`. */
export const TextEdit = z.object({
	offset: z.int().check(z.gte(0)),
	length: z.int().check(z.gte(0)),
	text: z.string(),
});
export type TextEdit = z.output<typeof TextEdit>;

/** Applies edits one after the other: each counts in the text the ones before it have left. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
	return edits.reduce(
		(now, edit) =>
			`${now.slice(0, edit.offset)}${edit.text}${now.slice(edit.offset + edit.length)}`,
		text,
	);
}

/**
 * The edits that lead back, in the order in which to apply them. They hold only what the edits took
 * away, and no other part of the text.
 *
 * @param text before the edits
 */
export function inverseEdits(text: string, edits: readonly TextEdit[]): TextEdit[] {
	const back: TextEdit[] = [];
	let now = text;
	for (const edit of edits) {
		const { offset, length } = edit;
		back.unshift({ offset, length: edit.text.length, text: now.slice(offset, offset + length) });
		now = applyEdits(now, [edit]);
	}
	return back;
}
