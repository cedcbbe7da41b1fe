import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readEvents } from '../../src/memory/events.ts';
import { readNotes } from '../../src/memory/notes.ts';
import { readableTasks } from '../../src/memory/task-list.ts';
import { finished } from '../support/continuity-stories.ts';
import { type ContinuityWorld, makeContinuityWorld } from '../support/continuity-world.ts';
import { placeIn } from '../support/place-in.ts';
import { startWorker, type Worker } from '../support/worker.ts';
import { writer } from '../support/writer.ts';

/** Milliseconds: a reader that waited for a lock would still wait when its test is given up. */
const FOR_HOURS = 4 * 60 * 60 * 1000;

/** A session with work, whose record, tasks and events somebody has locked who is stopped. */
async function stuck(): Promise<{ world: ContinuityWorld; owner: Worker }> {
	const world = await makeContinuityWorld();
	const one = await finished(world, 1);
	const names = [`sessions/${one.uuid}.json`, 'notes.jsonl', 'tasks.json', 'events.jsonl'];
	const owner = startWorker(
		'hold-lock.ts',
		names.map((name) => join(world.stateDir, name)),
	);
	await owner.speaks();
	owner.process.kill('SIGSTOP');
	return { world, owner };
}

it('a reader beside a stopped owner of every lock answers at once', async () => {
	const { world, owner } = await stuck();
	await using _world = world;
	await using _owner = owner;
	const context = writer(FOR_HOURS);
	const place = placeIn(world.stateDir, 'feature/x');
	const readers = {
		record: () => world.session(1).record(),
		notes: () => readNotes(place),
		tasks: () => readableTasks(place, context),
		events: () => readEvents(place),
	};
	for (const [name, read] of Object.entries(readers)) {
		expect(await read(), name).toBeDefined();
	}
});

it('hooks end by themselves meanwhile, and remember what was done', async () => {
	const { world, owner } = await stuck();
	await using _world = world;
	await using _owner = owner;
	const one = world.session(1);
	// Each of them throws when its hook has to be ended.
	await one.start('resume');
	await one.edit('src/meanwhile.ts');
	await one.stop();
	await one.end();
	await world.session(2).start();
	const files = () => one.record()?.activity.files.map(({ path }) => path);
	expect(files()).toContain('src/meanwhile.ts');
});
