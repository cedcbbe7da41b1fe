import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { appendEvents, type NewEvent, readEvents } from '../../src/memory/events.ts';
import { placeIn } from '../support/place-in.ts';
import { ANNA } from '../support/some-session.ts';
import { writer } from '../support/writer.ts';

const NOW = Date.now();

function looked(depth: number): NewEvent {
	const data = { start_id: 'abc12345', depth, sessions_found: 0 };
	return { name: 'session_chain_traversal', session: null, data };
}

function captured(pins: number): NewEvent {
	const counts = { pin_count: pins, learning_count: 0, task_count: 0 };
	const at = new Date(NOW).toISOString();
	return {
		name: 'session_captured',
		session: ANNA.uuid,
		at,
		data: { session_id: ANNA.key, ...counts },
	};
}

async function project() {
	const fixture = await createFixture();
	const context = writer(500, () => NOW);
	const place = placeIn(fixture.path);
	return {
		append: (...events: NewEvent[]) => appendEvents(place, events, context),
		told: () => readEvents(place).map((event) => event?.data),
		[Symbol.asyncDispose]: () => fixture.rm(),
	};
}

it('what two processes tell of no session within a millisecond are two events', async () => {
	await using made = await project();
	const { append, told } = made;
	for (const depth of [1, 2]) await append(looked(depth));
	await append(looked(3), looked(4));
	expect(told()).toMatchObject([1, 2, 3, 4].map((depth) => ({ depth })));
});

it('what is told again of a session is one, also if its counts differ', async () => {
	await using made = await project();
	const { append, told } = made;
	for (const pins of [1, 2]) await append(captured(pins));
	expect(told()).toMatchObject([{ pin_count: 1 }]);
});
