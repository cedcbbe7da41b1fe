import type { Armed } from '../../app/commands/arming.ts';
import type { InheritedNow } from '../../app/commands/inherit.ts';
import { branchText } from '../../core/place/branch-text.ts';
import { named } from '../../core/text/one-line.ts';
import { injectionJson } from './context-preview.ts';

/**
 * What came of `req inherit REF`: what the session is told of it, or what waits for the next one. What a terminal shows
 * has not reached the model.
 */
export function inheritedText(outcome: InheritedNow | Armed, isModel: boolean): string {
	const from = named(outcome.bundle.from_session);
	switch (outcome.kind) {
		case 'armed':
			return `the next session of ${branchText(outcome.branch)} inherits from ${from}; \`req inherit --cancel\` takes that back`;
		case 'there':
			return `session ${outcome.session.key} inherited from ${from} already: \`req inherit show\``;
		case 'inherited': {
			const what = `session ${outcome.session.key} inherits from ${from}: \`req inherit show\``;
			const text = outcome.injection?.text ?? '';
			return [what, ...(isModel ? [] : [UNREAD]), ...(text === '' ? [] : ['', text])].join('\n');
		}
		default:
			return outcome satisfies never;
	}
}

const UNREAD =
	'its model has not read this yet: it does after `/clear` or a compaction, or when you ask it to run `req inherit show`';

/** The same for scripts; absent values are null (D37). */
export function inheritedJson(outcome: InheritedNow | Armed): object {
	const { kind, bundle, isRunning } = outcome;
	const injection = kind === 'inherited' ? outcome.injection : undefined;
	return {
		session: kind === 'armed' ? null : outcome.session.key,
		armed: kind === 'armed',
		already: kind === 'there',
		from_session: bundle.from_session,
		running: isRunning,
		inherited: bundle,
		told: injection === undefined ? null : injectionJson(injection),
	};
}
