/** What the readers of one command line may look at together, in words and files: less than a second of work. */
export const MAX_STEPS = 400_000;

let left = MAX_STEPS;

/** Gives the readers of a new line all their steps. They work one after the other, so there is one count. */
export function newLine(): void {
	left = MAX_STEPS;
}

/**
 * Takes steps, before they are done. `false`: there are not so many left, and from then on none; whoever asked
 * leaves out the rest of its work, and the line counts as unread.
 */
export function takeSteps(steps: number): boolean {
	left = left < steps ? -1 : left - steps;
	return left >= 0;
}

/** Whether readers had to leave something out of the line that was parsed last: what they found is not all. */
export function isUnread(): boolean {
	return left < 0;
}
