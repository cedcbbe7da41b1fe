import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { placeIn } from '../../tests/support/place-in.ts';
import { writer } from '../../tests/support/writer.ts';
import { appendEvents, type NewEvent, readEvents, verifyChain } from './events.ts';

const at = '2026-11-20T12:00:00.000Z';

/** An event of one of two sessions, or of none. */
function looked(depth: number, session: string | null, more: { readonly at?: string } = {}): NewEvent {
	const data = { start_id: 'abc12345', depth, sessions_found: 0 };
	return { name: 'session_chain_traversal', session, data, ...more };
}

it('an event of a session that names its time is stored once, any other each time', async () => {
	await using root = await createFixture();
	const place = placeIn(root.path);
	const context = writer(500, () => Date.parse(at));
	const append = (...events: NewEvent[]) => appendEvents(place, events, context);
	await append(looked(1, 'ana', { at }), looked(2, 'ben', { at }), looked(3, null));
	await append(looked(4, 'ana', { at }), looked(5, null), looked(6, 'ana'));
	const events = readEvents(place);
	const stored = [1, 2, 3, 5, 6].map((depth) => ({ data: { depth } }));
	expect(events).toMatchObject(stored);
	expect(verifyChain(events)).toMatchObject({ whole: true, events: 5, torn: 0 });
});

it('a chain of more than 16 MB is whole', async () => {
	await using root = await createFixture();
	const place = placeIn(root.path);
	const context = writer(500, () => Date.parse(at));
	const data = { command: 'inherit', ref: 'x'.repeat(100_000), by: 'ana' };
	const one: NewEvent = { name: 'session_override', session: null, data };
	await appendEvents(place, Array(180).fill(one), context);
	await appendEvents(place, [one], context);
	expect(verifyChain(readEvents(place))).toMatchObject({ whole: true, events: 181 });
});
