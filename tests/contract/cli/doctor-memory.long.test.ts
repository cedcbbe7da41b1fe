import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeIn } from '../../support/git-repo.ts';
import { ANA, BEN, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

const MEMORY = /^(record|tasks?|index|events|run)_/;

const found = (world: ReqWorld) => {
	const { stdout } = world.req('doctor', '--json');
	const { findings } = JSON.parse(stdout) as { findings: { code: string; file: string | null }[] };
	return findings.filter(({ code }) => MEMORY.test(code) || code === 'state_newer');
};

const STATE = '.git/requirements';

it.each<[code: string, file: string, text: string]>([
	['record_corrupt', 'sessions/1a2b3c4d.json', '{"schema_version":1'],
	['record_corrupt', 'sessions/archive/1a2b3c4d.json', '{"schema_version":1,"key":7}'],
	['state_newer', 'sessions/1a2b3c4d.json', '{"schema_version":99}'],
	['tasks_corrupt', 'tasks.json', '[]'],
	['task_invalid', 'tasks.json', '{"schema_version":1,"last":1,"tasks":[{"id":7}]}'],
	['index_garbled', 'sessions/index.json', '{"version":1,"rows":[{"file":"ffffffff"}]}'],
	['run_corrupt', 'runs/20261120T080910123Z_1a2b3c4d.json', '{"schema_version":1}'],
	['index_garbled', 'sessions/index.json', 'torn'],
	['events_broken', 'events.jsonl', 'BROKEN'],
])('%s is found in %s, and nothing is moved', async (...[code, file, text]) => {
	await using world = await makeReqWorld(GATED);
	plantRecords(world.repo, someRecord(BEN, {}));
	world.req('sessions', 'chain', BEN);
	expect(found(world)).toEqual([]);
	const path = join(world.repo, STATE, file);
	const broken = text === 'BROKEN' ? readFileSync(path, 'utf8').replace(BEN, ANA) : text;
	writeIn(world.repo, `${STATE}/${file}`, broken);
	expect(found(world)).toMatchObject([{ code, file: path }]);
	expect(readFileSync(path, 'utf8')).toBe(broken);
	expect(existsSync(join(world.repo, STATE, 'quarantine'))).toBe(false);
});
