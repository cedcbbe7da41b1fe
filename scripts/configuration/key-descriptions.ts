/**
 * What the keys inside a section mean, by path. The schema in `src/core/config` describes the keys that
 * gates read; these would only make hooks heavier.
 */
export const KEY_DESCRIPTIONS: Readonly<Record<string, string>> = {
	'continuity.relevance.threshold': 'Sessions that score less are not used by themselves.',
	'continuity.relevance.pin_threshold':
		'Ordinary pins come from sessions that score at least this.',
	'continuity.relevance.recency': 'Weight of how recent it is: nothing at 168 hours.',
	'continuity.relevance.overlap':
		'Weight of the topics it shares with the work at hand; its own branch counts in full.',
	'continuity.relevance.tasks': 'Weight of the tasks it left pending, a quarter for each.',
	'continuity.relevance.max_sessions': 'Earlier sessions that contribute at once.',
	'continuity.pins.max': 'Pins a session holds, its own and inherited ones.',
	'continuity.pins.max_inherited': 'Pins it inherits by itself; `req session continue` brings all.',
	'continuity.decay.rate': 'Share of its confidence that an item loses in a week.',
	'continuity.decay.floor': 'Share it never falls below; items of less confidence are dropped.',
	'continuity.caps.learnings': 'Learnings inherited at most.',
	'continuity.caps.patterns': 'Patterns inherited at most.',
	'continuity.caps.warnings': 'Warnings inherited at most.',
	'continuity.caps.decisions': 'Decisions inherited at most.',
	'continuity.caps.depth': 'Sessions that contribute to one inheritance: its source and ancestors.',
	'continuity.budget.bundle_tokens': 'Tokens of the file that holds all a session inherits.',
	'continuity.budget.inject_chars':
		'Characters (UTF-16 units) that one hook tells the model; the client cuts at 10,000.',
	'continuity.budget.codes_tokens': 'Tokens of the codes among them; a token is four characters.',
	'continuity.budget.files':
		'Tokens for files among the codes; what one kind leaves goes to the next.',
	'continuity.budget.functions': 'Tokens for functions.',
	'continuity.budget.decisions': 'Tokens for decisions.',
	'continuity.budget.blockers': 'Tokens for blockers.',
	'continuity.budget.next': 'Tokens for next steps.',
	'continuity.budget.meta': 'Tokens for what describes the rest.',
	'session_end.clear_session_state':
		'true: a session that ends forgets its own satisfactions; those of scope branch and permanent stay.',
	'run.strict_resume':
		'true: `req run --resume` is always `--strict`: a task whose session cannot be resumed fails, and the run goes on with the next.',
};
