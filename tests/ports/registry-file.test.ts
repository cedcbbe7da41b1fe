import { readdirSync, readFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { liveRegistry } from '../../src/adapters/document-store.ts';
import { liveProcesses } from '../../src/adapters/processes.ts';
import type { Registries } from '../../src/app/ports.ts';
import type { RegistryChange } from '../../src/core/registry/kind.ts';

function registry(configDir: string): Registries {
	return liveRegistry({
		configDir,
		waitMs: 50,
		hostname: 'this-host',
		processes: liveProcesses(),
		now: () => Date.UTC(2026, 10, 20, 10, 0, 0),
	});
}

function put(key: string): RegistryChange {
	const at = '2026-11-20T10:00:00.000Z';
	const where = { cwd: '/p', common_dir: '/p/.git', branch: 'main' };
	const entry = { uuid: `${key}-uuid`, ...where, started_at: at, last_activity: at };
	return { op: 'put', key, long_key: `${key}0000`, entry };
}

async function keys(configDir: string): Promise<string[] | string> {
	const loaded = await registry(configDir).read();
	return loaded.kind === 'present' ? Object.keys(loaded.doc.sessions) : loaded.kind;
}

it('the registry is sessions.json in the config directory, live sessions only', async () => {
	await using config = await createFixture({});
	expect(await keys(config.path)).toBe('absent');
	expect((await registry(config.path).update([put('aaaa0001')])).kind).toBe('written');
	expect((await registry(config.path).update([put('aaaa0001')])).kind).toBe('unchanged');
	expect(await keys(config.path)).toEqual(['aaaa0001']);
	await registry(config.path).update([{ op: 'remove', uuids: ['aaaa0001-uuid'] }]);
	expect(await keys(config.path)).toEqual([]);
	expect(readdirSync(config.path)).toEqual(['sessions.json']);
});

it('one bad entry does not cost the others, and stays', async () => {
	const bad = { schema_version: 1, sessions: { bad: 7 } };
	await using config = await createFixture({ 'sessions.json': JSON.stringify(bad) });
	await registry(config.path).update([put('aaaa0001')]);
	expect(await keys(config.path)).toEqual(['bad', 'aaaa0001']);
});

it.each(['', '[]', '{"schema_version":1}', '{"sessions":'])(
	'a registry that reads %j goes to quarantine',
	async (text) => {
		await using config = await createFixture({ 'sessions.json': text });
		expect(await keys(config.path)).toBe('corrupt');
		const [kept = ''] = readdirSync(config.getPath('requirements/quarantine'));
		expect(readFileSync(config.getPath(`requirements/quarantine/${kept}`), 'utf8')).toBe(text);
		expect(await keys(config.path)).toBe('absent');
	},
);

it('D7: a registry of a newer schema is left alone', async () => {
	await using config = await createFixture({ 'sessions.json': '{"schema_version":2}' });
	expect(await registry(config.path).read()).toEqual({ kind: 'newer', version: 2 });
	expect(await registry(config.path).update([put('aaaa0001')])).toMatchObject({ why: 'newer' });
	expect(readFileSync(config.getPath('sessions.json'), 'utf8')).toBe('{"schema_version":2}');
});
