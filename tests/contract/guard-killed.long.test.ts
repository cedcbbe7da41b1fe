import { expect, it } from 'vitest';
import { type Fate, playGuardedSession } from '../support/guarded-session.ts';

/** Of five processes two are killed: all of the first call, so that it is open whatever the order of the others. */
function fates(): () => Fate {
	let started = 0;
	return () => {
		started += 1;
		return started <= 3 || started % 5 < 2 ? 'killed' : 'lives';
	};
}

const session = { calls: 20, together: 1 } as const;

it('where processes of hooks are killed, block lets no call run that nobody judged', async () => {
	const outcome = await playGuardedSession({ ...session, onFailure: 'block', fate: fates() });
	expect(outcome).toMatchObject({ calls: 20, open: 0, toldAtOnce: 0, toldAtStop: 0 });
	expect(outcome.refused).toBeGreaterThan(0);
	expect(outcome.ran).toBe(20 - outcome.refused);
});

it('and allow lets them run, counts them, and tells of each at the end of the turn', async () => {
	const outcome = await playGuardedSession({ ...session, onFailure: 'allow', fate: fates() });
	expect(outcome).toMatchObject({ calls: 20, ran: 20, refused: 0 });
	expect(outcome.open).toBeGreaterThan(outcome.toldAtOnce);
	expect(outcome.toldAtStop).toBe(outcome.open);
});
