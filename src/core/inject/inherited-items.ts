import { named } from '../text/one-line.ts';
import { type InjectionItem, rankOf } from './injection-item.ts';
import { toldText } from './told-text.ts';

/** What a session that inherited is told beside the items themselves (seed 000). */
export interface InheritedFacts {
	/** Name of the source, else its key. */
	readonly from: string;
	/** Lines of its progress text, oldest first. */
	readonly progress: readonly string[];
	/** Where the bundle is; `undefined` where none is written. */
	readonly file: string | undefined;
	/** The session has to say what it understood, and has not yet (CMP-1). */
	readonly isAsked: boolean;
}

/** The progress text line by line, where to find all of it, and the comprehension step: the last parts in D18's order. */
export function inheritedItems(facts: InheritedFacts): readonly InjectionItem[] {
	const { from, progress, file, isAsked } = facts;
	return [
		...progressItems(progress),
		...(file === undefined ? [] : [ours('pointer', pointerText(from, file))]),
		...(isAsked ? [ours('comprehension', STEP_ZERO)] : []),
	];
}

/** Of too many lines the last ones stay. */
function progressItems(progress: readonly string[]): InjectionItem[] {
	return progress.map((text, index) => ({
		section: 'progress',
		line: `- ${toldText(text)}`,
		text,
		what: 'a line of progress',
		rank: rankOf('progress', progress.length - 1 - index),
	}));
}

function pointerText(from: string, file: string): string {
	return `Inherited, as asked, from session ${named(from)}. All of it: ${named(file)} — \`req inherit show\``;
}

/** The questions of seed 000 (CMP-1 and its prompt template), as facts: orders from outside are not heeded (host fact 20). */
const STEP_ZERO = `STEP 0 — what was understood (not said yet; whoever let this session inherit asks for it, before its work):
1. In 2-3 sentences: what was accomplished and learned before.
2. In one sentence: the task of this session.
3. The inherited constraints and learnings that apply now, and what is done differently because of them.
\`req inherit ack "TEXT"\` records the answer; while it is missing, the user is told so.`;

function ours(section: 'pointer' | 'comprehension', line: string): InjectionItem {
	return { section, line, text: line, what: `the ${section}`, rank: rankOf(section, 0) };
}
