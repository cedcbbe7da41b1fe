import { describe, expect, it } from 'vitest';
import { MemoryWorld } from '../../tests/support/memory-ports.ts';
import { ANNA, BERT } from '../../tests/support/some-session.ts';
import { at } from '../../tests/support/some-state.ts';
import { commonDirOf, type Presence, readRegistry, register } from './registering.ts';

async function put(w: MemoryWorld, presence: Presence): Promise<void> {
	w.now += 1000;
	const place = w.at('/project');
	const registry = await readRegistry(place, w.ports());
	await register(place, presence, { registry, drop: [], ports: w.ports() });
}

function entryOf(w: MemoryWorld, key: string): unknown {
	return (w.documents.stored.get('registry') as { sessions: Record<string, unknown> }).sessions[
		key
	];
}

describe('D11: the entry of a session', () => {
	it('keeps what a later event does not tell', async () => {
		const w = new MemoryWorld();
		await put(w, { session: BERT, cwd: '/b', source: 'resume', transcript: '/other' });
		await put(w, { session: ANNA, cwd: '/project', source: 'startup', transcript: '/t' });
		await put(w, { session: ANNA, cwd: '/project/src' });
		expect(entryOf(w, ANNA.key)).toEqual({
			uuid: ANNA.uuid,
			pid: 7,
			pid_started: 'then',
			host: 'here',
			cwd: '/project/src',
			common_dir: '/project/.git',
			branch: 'main',
			source: 'startup',
			transcript: '/t',
			started_at: at(2),
			last_activity: at(3),
		});
	});

	it('takes what a later event tells', async () => {
		const w = new MemoryWorld();
		await put(w, { session: ANNA, cwd: '/project', source: 'startup', transcript: '/t' });
		await put(w, { session: ANNA, cwd: '/project', source: 'clear', transcript: '/u' });
		expect(entryOf(w, ANNA.key)).toMatchObject({ source: 'clear', transcript: '/u' });
	});

	it('says of a nested client that it is one', async () => {
		const w = new MemoryWorld();
		w.host = { ...w.host, nested: true };
		await put(w, { session: ANNA, cwd: '/project' });
		expect(entryOf(w, ANNA.key)).toMatchObject({ nested: true });
	});
});

it('a repository is known by its common directory, anything else by itself', () => {
	const w = new MemoryWorld();
	expect(commonDirOf(w.at('/project/src'))).toBe('/project/.git');
	expect(commonDirOf(w.at('/plain'))).toBe('/plain');
});

it('a registry that cannot be read or written is a fault, and nothing worse', async () => {
	const w = new MemoryWorld();
	w.documents.stored.set('registry', { schema_version: 9 });
	expect(await readRegistry(w.at('/project'), w.ports())).toEqual({
		schema_version: 1,
		sessions: {},
	});
	await put(w, { session: ANNA, cwd: '/project' });
	const codes = w.faults.get('/project/.git/requirements')?.map(({ code }) => code);
	expect(codes).toEqual(['registry_unreadable', 'registry_unreadable', 'state_unwritable']);
});
