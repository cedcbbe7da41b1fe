/** Characters: people read no more. Tabs double what it takes to write 2 MB (9 and 18 ms), and add a third to what is read. */
const LONG = 30_000;

/** A document's text: with tabs, so that people can read it, or in one line if it is long. `folded`: ids of pending lines it contains. */
export function documentText(doc: object, folded: readonly string[]): string {
	const marked = folded.length === 0 ? doc : { ...doc, folded };
	const short = JSON.stringify(marked);
	return `${short.length > LONG ? short : JSON.stringify(marked, undefined, '\t')}\n`;
}
