import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { liveRunFiles } from '../../src/adapters/run-file.ts';
import type { AllPorts } from '../../src/app/ports.ts';
import { openLedger } from '../../src/app/runs/run-ledger.ts';
import type { RunRecord } from '../../src/core/run/schema.ts';
import { placeIn } from '../support/place-in.ts';
import { plantLock, writer } from '../support/writer.ts';

it('D8: a run does not begin while another one holds the lock', async () => {
	await using fixture = await createFixture({});
	const place = placeIn(fixture.path);
	const runs = join(fixture.path, 'runs');
	mkdirSync(runs);
	plantLock(join(runs, 'begin'));
	const ports = { runs: liveRunFiles(writer(0)) } as AllPorts;
	const begun = { run_id: '20261120T100000000Z_0a1b2c3d' } as RunRecord;
	const opened = openLedger(place, begun, ports);
	await expect(opened).rejects.toMatchObject({
		message: 'another run is starting in this repository',
		hint: 'try again',
	});
	expect(readdirSync(runs).filter((name) => name.endsWith('.json'))).toEqual([]);
});
