/**
 * How much of what is going on now was a session's subject (D20): 1 on the same branch, else what two
 * sets share, measured by the smaller one. 0–1.
 *
 * @param current terms of the branch and the open tasks
 * @param topics hot topics of the session, each once
 */
export function topicOverlap(
	current: ReadonlySet<string>,
	topics: readonly string[],
	isSameBranch: boolean,
): number {
	if (isSameBranch) return 1;
	const shared = topics.filter((topic) => current.has(topic)).length;
	return Math.min(1, shared / Math.max(Math.min(current.size, topics.length), 1));
}
