import { describe, expect, it } from 'vitest';
import { requirement } from '../../../tests/support/some-requirement.ts';
import { ANNA } from '../../../tests/support/some-session.ts';
import { at, by, changed, EMPTY, ms } from '../../../tests/support/some-state.ts';
import type { JournalLine } from '../journal/line.ts';
import { standingOf } from '../requirement/standing.ts';
import { usedUnseen } from './used-unseen.ts';

const review = requirement({ scope: 'single_use', skills: ['a'] });
const { doc } = changed(EMPTY, by(ANNA, 'single_use').satisfy(5));
const standing = standingOf(review, { state: doc, session: ANNA, branch: 'main', now: ms(9) });
const checked = (more: object): JournalLine => ({
	at: at(6),
	s: ANNA.uuid,
	e: 'checked',
	branch: 'main',
	names: ['it'],
	call: 'one',
	commit: 'aaa',
	...more,
});

describe('D31: a review that an earlier call has used, though the host said nothing', () => {
	it.each([
		['the branch moved since', checked({}), 'used'],
		['the branch stands where it stood', checked({ commit: 'bbb' }), 'satisfied'],
		['nobody knows where it stood', checked({ commit: undefined }), 'satisfied'],
		['it was before this satisfaction', checked({ at: at(4) }), 'satisfied'],
		['on another branch', checked({ branch: 'other' }), 'satisfied'],
		['for another requirement', checked({ names: ['other'] }), 'satisfied'],
		['it is this very call', checked({ call: 'two' }), 'satisfied'],
	])('%s', (_, line, reason) => {
		const [judged] = usedUnseen([standing], [line], {
			call: 'two',
			branch: 'main',
			commit: 'bbb',
		});
		expect(judged).toMatchObject({ reason, satisfied: reason === 'satisfied' });
	});
});
