import { describe, expect, it } from 'vitest';
import { ANNA, TWIN } from '../../tests/support/some-session.ts';
import { at } from '../../tests/support/some-state.ts';
import type { Session } from '../host/session-id.ts';
import { registryKind } from './registry.ts';
import {
	type Registry,
	type RegistryEntry,
	withoutSessions,
	withSession,
} from './registry-kind.ts';

const EMPTY = registryKind.empty();

function entry(session: Session): RegistryEntry {
	const where = { cwd: '/p', common_dir: '/p/.git', branch: 'main' };
	return { uuid: session.uuid, ...where, started_at: at(0), last_activity: at(0) };
}

const put = (registry: Registry, session: Session) =>
	withSession(registry, session, entry(session));
const keys = (registry: Registry) => Object.keys(registry.sessions);

describe('the registry', () => {
	const both = put(put(EMPTY, ANNA), TWIN);

	it('D5: the later of two sessions with one prefix takes the longer key, and keeps it', () => {
		expect(keys(both)).toEqual([ANNA.key, TWIN.longKey]);
		expect(put(both, TWIN)).toEqual(both);
		const alone = put(withoutSessions(both, [ANNA.uuid]), TWIN);
		expect(keys(alone)).toEqual([TWIN.longKey]);
		expect(keys(withoutSessions(alone, [TWIN.uuid]))).toEqual([]);
	});

	it('is the same without sessions that it does not have', () => {
		const odd = { ...both, sessions: { ...both.sessions, odd: 7, none: null } };
		expect(withoutSessions(odd, ['x'])).toBe(odd);
	});

	it.each<[string, unknown, string]>([
		['a list', [], 'corrupt'],
		['sessions of the wrong type', { schema_version: 1, sessions: [] }, 'corrupt'],
		['a newer version', { schema_version: 2, sessions: 7 }, 'newer'],
		['nothing yet', EMPTY, 'present'],
	])('%s', (_, json, kind) => {
		expect(registryKind.parse(json).kind).toBe(kind);
	});
});
