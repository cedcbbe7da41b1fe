import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { processContext } from '../../src/doors/process-context.ts';
import { beginRun, newRun } from '../../src/runs/run-file.ts';
import { placeIn } from '../support/place-in.ts';
import { plantLock, writer } from '../support/writer.ts';

it('D8: a run does not begin while another one holds the lock', async () => {
	await using fixture = await createFixture({});
	const place = placeIn(fixture.path);
	const runs = join(fixture.path, 'runs');
	mkdirSync(runs);
	plantLock(join(runs, 'begin'));
	const context = { ...processContext(), ...writer(0) };
	const run = newRun({ kind: 'run', config: {}, items: {} }, place, context);
	await expect(beginRun({ place, run }, context)).rejects.toMatchObject({
		code: 'state_unwritable',
		hint: expect.stringContaining('try again'),
	});
	expect(readdirSync(runs).filter((name) => name.endsWith('.json'))).toEqual([]);
});
