/** What the readers of one command line may look at together, in words and files: less than a second of work. */
export const MAX_STEPS = 400_000;

/** The steps that the readers of one line have left. */
export interface Steps {
	left: number;
}

export function newSteps(): Steps {
	return { left: MAX_STEPS };
}

/** The line that is being read. A reader is never interrupted, so there is one at a time. */
let current = newSteps();

/** Lets a reader, which does not throw, take its steps from those of a line. */
export function takingFrom<Value>(steps: Steps, read: () => Value): Value {
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
	current.left = current.left < steps ? -1 : current.left - steps;
	return current.left >= 0;
}

/** Whether readers had to leave something out of a line: what they found is not all. */
export function isUnread({ left }: Steps): boolean {
	return left < 0;
}
