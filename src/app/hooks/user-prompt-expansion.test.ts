import { describe, expect, it } from 'vitest';
import { MemoryWorld } from '../../../tests/support/memory-ports.ts';
import { MemorySession } from '../../../tests/support/memory-session.ts';
import { ANNA } from '../../../tests/support/some-session.ts';

const BOTH = {
	one: { skills: ['a'] },
	two: { skills: ['a'] },
	done: { skills: ['b'], satisfy_on: 'done' },
};

function world(requirements: Record<string, object> = BOTH, more = {}) {
	const made = new MemoryWorld(requirements, more);
	return { world: made, anna: new MemorySession(made, ANNA) };
}

describe('a skill the user types', () => {
	it.each(['a', 'req:a', '/req:a'])(
		'satisfies everything it is mapped to, in one write: %s',
		async (command) => {
			const { world: w, anna } = world();
			expect(await anna.types(command)).toBeUndefined();
			const state = w.documents.stateAt(w.at('/project'));
			expect(Object.keys(state?.requirements ?? {})).toEqual(['one', 'two']);
			expect(state?.requirements['one']?.sessions[ANNA.key]?.metadata).toMatchObject({
				skill: 'a',
				invoked_by: 'user',
			});
			expect(w.takeWrites()).toHaveLength(2);
		},
	);

	it('D39: that satisfies when it is completed is noted only', async () => {
		const { world: w, anna } = world();
		await anna.types('b');
		expect(w.takeWrites()).toEqual([`journal ${ANNA.key}`]);
	});

	it.each([
		['an unknown one', world(), 'model'],
		['one of a disabled requirement', world({ one: { skills: ['a'], enabled: false } }), 'a'],
		['any, with enabled: false', world(BOTH, { enabled: false }), 'a'],
	] as const)('%s writes nothing', async (_, { world: w, anna }, command) => {
		await anna.types(command);
		expect(w.takeWrites()).toEqual([]);
	});
});
