import type { Happening } from '../played-session.ts';

/** One row of the picture. `lit`: parts of the text, in turn plain and lit. */
export type Row =
	| { readonly kind: 'prompt'; readonly text: string }
	| { readonly kind: 'call'; readonly text: string; readonly outcome: 'refused' | 'done' }
	| { readonly kind: 'quote'; readonly lit: readonly string[] }
	| { readonly kind: 'end'; readonly text: string };

/** Characters of a quoted line; longer ones are broken between words. */
const COLUMNS = 80;

/** What a person would see of a played session, row by row. */
export function terminalRows(happenings: readonly Happening[]): readonly Row[] {
	return happenings.flatMap(rowsOf);
}

function rowsOf(happening: Happening): readonly Row[] {
	switch (happening.kind) {
		case 'start':
			return [];
		case 'prompt':
			return [{ kind: 'prompt', text: happening.text }];
		case 'answer':
			return quoteRows(happening.toUser);
		case 'call': {
			const { tool, what, refusal } = happening;
			const outcome = refusal === undefined ? 'done' : 'refused';
			return [{ kind: 'call', text: `${tool}(${what})`, outcome }, ...quoteRows(refusal)];
		}
		case 'stop':
			if (happening.held === undefined) return [{ kind: 'end', text: 'ends the turn' }];
			return [{ kind: 'end', text: 'wants to end the turn' }, ...quoteRows(happening.held)];
	}
}

function quoteRows(text: string | undefined): readonly Row[] {
	return (text?.split('\n') ?? [])
		.map(whole)
		.flatMap(broken)
		.map((line) => ({ kind: 'quote', lit: litParts(line) }));
}

/** What somebody may type is not broken. */
function whole(line: string): string {
	return line.replaceAll(/`[^`]+`/g, (code) => code.replaceAll(' ', '\u00a0'));
}

function broken(line: string): readonly string[] {
	if (line.length <= COLUMNS) return [line];
	const space = line.lastIndexOf(' ', COLUMNS);
	const end = space <= 0 ? COLUMNS : space;
	return [line.slice(0, end), ...broken(`  ${line.slice(end).trimStart()}`)];
}

/** Lit is what somebody may type: skills, and what stands in backticks. */
function litParts(line: string): readonly string[] {
	return line.split(/(`[^`]+`|(?<=^|[ (])\/[a-z][a-z:-]*)/);
}
