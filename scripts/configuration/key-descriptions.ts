/**
 * What the keys inside a section mean, by path. The schema in `src/core/config` describes the keys that
 * gates read; these would only make hooks heavier.
 */
export const KEY_DESCRIPTIONS: Readonly<Record<string, string>> = {
	'continuity.relevance.threshold': 'Sessions that score less are not used automatically.',
	'continuity.relevance.pin_threshold':
		'Ordinary pins come from sessions that score at least this.',
	'continuity.relevance.recency':
		'Weight of how recent the session is. It falls to zero at `lookback_days`.',
	'continuity.relevance.overlap':
		'Weight of the topics shared with the current work. On the same branch it counts in full.',
	'continuity.relevance.tasks': 'Weight of the tasks left pending, a quarter for each task.',
	'continuity.relevance.max_sessions': 'How many earlier sessions contribute at once.',
	'continuity.pins.max': 'How many pins a session holds, including inherited ones.',
	'continuity.pins.max_inherited':
		'How many pins a session inherits automatically. `req session continue` brings all of them.',
	'continuity.decay.rate': 'The share of its confidence that an item loses in a week.',
	'continuity.decay.floor':
		'The share below which confidence never falls. Items with less confidence are dropped.',
	'continuity.caps.learnings': 'The most learnings that are inherited.',
	'continuity.caps.patterns': 'The most patterns that are inherited.',
	'continuity.caps.warnings': 'The most warnings that are inherited.',
	'continuity.caps.decisions': 'The most decisions that are inherited.',
	'continuity.caps.depth':
		'How many sessions contribute to one inheritance: the source and its ancestors.',
	'continuity.budget.bundle_tokens':
		'Tokens for the file that holds everything a session inherits.',
	'continuity.budget.inject_chars':
		'Characters (UTF-16 units) that one hook sends to the model. The client cuts at 10,000.',
	'continuity.budget.start_chars':
		'Characters that a session start tells of its own accord. Beyond them codes, and what was learned after the first ones of a kind, are left out; tasks, pins and the last session stay.',
	'continuity.budget.codes_tokens': 'Tokens for the codes among them. A token is four characters.',
	'continuity.budget.files':
		'Tokens for files among the codes. What one kind does not use goes to the next.',
	'continuity.budget.functions': 'Tokens for functions.',
	'continuity.budget.decisions': 'Tokens for decisions.',
	'continuity.budget.blockers': 'Tokens for blockers.',
	'continuity.budget.next': 'Tokens for next steps.',
	'continuity.budget.meta': 'Tokens for the description of the rest.',
	'session_end.clear_session_state':
		'true: when a session ends, its own satisfactions are forgotten. Those of scope branch and permanent stay.',
	'run.strict_resume':
		'true: `req run --resume` is always `--strict`. A task whose session cannot be resumed fails, and the run goes on with the next task.',
};
