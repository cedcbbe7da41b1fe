import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { changedPaths, snapshot } from '../../support/case-world.ts';
import { writeIn } from '../../support/git-repo.ts';
import { makeInstalledWorld, type Report } from '../../support/installed-world.ts';
import { installationFaults } from '../../support/planted-installation.ts';
import { projectFaults } from '../../support/planted-project.ts';
import { BEN, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someRecord } from '../../support/some-record.ts';

it.each([...installationFaults, ...projectFaults])('%s: %s, and only that', async (_what, code, plant, envOf) => {
	await using world = await makeInstalledWorld();
	await plant(world);
	const before = snapshot(world);
	const { exit, stdout } = await world.run(envOf(world), '--json');
	const { ok, findings } = JSON.parse(stdout) as Report;
	expect([...new Set(findings.map((one) => one.code))]).toEqual([code]);
	const isNote = findings.every(({ severity }) => severity === 'note');
	expect({ ok, exit }).toEqual({ ok: isNote, exit: isNote ? 0 : 1 });
	expect(findings.filter(({ fix, what }) => fix === '' || what === '')).toEqual([]);
	expect(changedPaths(before, snapshot(world))).toEqual([]);
});

const found = async (world: ReqWorld) => {
	const { stdout } = await world.req('doctor', '--json');
	const { findings } = JSON.parse(stdout) as { findings: { code: string; file: string | null }[] };
	return findings.filter(({ code }) => code.startsWith('document_'));
};

const STATE = '.git/requirements';

it.each<[code: string, file: string, text: string]>([
	['document_unreadable', 'sessions/1a2b3c4d-0000-4000-8000-000000000001.json', '{"schema_version":1'],
	['document_unreadable', 'sessions/archive/1a2b3c4d-0000-4000-8000-000000000001.json', '[7]'],
	['document_unreadable', 'sessions/1a2b3c4d-0000-4000-8000-000000000001.json', '{"schema_version":99}'],
	['document_unreadable', 'tasks.json', '[]'],
	['document_unreadable', 'runs/20261120T080910123Z_1a2b3c4d.json', '{"schema_version":1}'],
])('%s is found in %s, and nothing is moved', async (...[code, file, text]) => {
	await using world = await makeReqWorld(GATED);
	plantRecords(world.repo, someRecord(BEN, {}));
	await world.req('session', 'lineage', '--continued', BEN);
	expect(await found(world)).toEqual([]);
	const path = join(world.repo, STATE, file);
	writeIn(world.repo, `${STATE}/${file}`, text);
	expect(await found(world)).toMatchObject([{ code, file: path }]);
	expect(readFileSync(path, 'utf8')).toBe(text);
	expect(existsSync(join(world.repo, STATE, 'quarantine'))).toBe(false);
});
