import { describe, expect, it } from 'vitest';
import { ANNA, TWIN } from '../../tests/support/some-session.ts';
import { at } from '../../tests/support/some-state.ts';
import type { Session } from '../core/session/session-id.ts';
import {
	applyToRegistry,
	type Registry,
	type RegistryChange,
	type RegistryEntry,
	registryKind,
} from './registry-kind.ts';

const EMPTY = registryKind.empty();

function entry(session: Session): RegistryEntry {
	const where = { cwd: '/p', common_dir: '/p/.git', branch: 'main' };
	return { uuid: session.uuid, ...where, started_at: at(0), last_activity: at(0) };
}

function put(session: Session): RegistryChange {
	return { op: 'put', key: session.key, long_key: session.longKey, entry: entry(session) };
}

const remove = (...sessions: Session[]): RegistryChange => ({
	op: 'remove',
	uuids: sessions.map(({ uuid }) => uuid),
});
const applied = (registry: Registry, ...changes: RegistryChange[]) =>
	applyToRegistry(registry, changes).doc;
const keys = (registry: Registry) => Object.keys(registry.sessions);

describe('the registry', () => {
	it('the later of two sessions with one prefix takes the longer key', () => {
		const both = applied(EMPTY, put(ANNA), put(TWIN));
		expect(keys(both)).toEqual([ANNA.key, TWIN.longKey]);
		expect(applied(both, put(TWIN))).toEqual(both);
	});

	it('and stays there when the shorter one is free', () => {
		const alone = applied(EMPTY, put(ANNA), put(TWIN), remove(ANNA), put(TWIN));
		expect(keys(alone)).toEqual([TWIN.longKey]);
		expect(keys(applied(alone, remove(TWIN)))).toEqual([]);
	});

	it.each<[string, unknown, string]>([
		['null', null, 'corrupt'],
		['a list', [], 'corrupt'],
		['no sessions', { schema_version: 1 }, 'corrupt'],
		['sessions of the wrong type', { schema_version: 1, sessions: [] }, 'corrupt'],
		['a newer version', { schema_version: 2, sessions: 7 }, 'newer'],
		['nothing yet', EMPTY, 'present'],
	])('%s', (_, json, kind) => {
		expect(registryKind.parse(json).kind).toBe(kind);
	});
});
