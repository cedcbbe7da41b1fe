/** What the readers of one command line may look at together, in words and files: less than a second of work. */
export const MAX_STEPS = 400_000;

/** The steps that the readers of one line have left. */
export interface Steps {
	left: number;
}

export function newSteps(): Steps {
	return { left: MAX_STEPS };
}

/** The steps of the line that is being read. A reader is never interrupted, so there is one line at a time. */
let current: Steps | undefined;

/** Runs a reader on the step budget of a line. It must not throw. */
export function withSteps<Value>(steps: Steps, read: () => Value): Value {
	const outer = current;
	current = steps;
	const found = read();
	current = outer;
	return found;
}

/**
 * Takes steps, before they are done. `false`: there are not so many left, and from then on none; whoever asked
 * leaves out the rest of its work, and the line counts as unread.
 */
export function takeSteps(steps: number): boolean {
	// What reads the words of a parsed line again has no budget: the parser has bounded them.
	if (current === undefined) return true;
	current.left = current.left < steps ? -1 : current.left - steps;
	return current.left >= 0;
}

/** Whether readers had to leave something out of a line: what they found is not all. */
export function isUnread({ left }: Steps): boolean {
	return left < 0;
}
