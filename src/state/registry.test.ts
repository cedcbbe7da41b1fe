import { describe, expect, it } from 'vitest';
import { ANNA, TWIN } from '../../tests/support/some-session.ts';
import { at, ms } from '../../tests/support/some-state.ts';
import type { Session } from '../host/session-id.ts';
import { startedAt } from '../store/processes.ts';
import { isAlive, type Registry, type RegistryEntry, registryKind, withoutSessions, withSession } from './registry.ts';

const EMPTY = registryKind.empty();

function entry(session: Session): RegistryEntry {
	const where = { cwd: '/p', common_dir: '/p/.git', branch: 'main' };
	return { uuid: session.uuid, ...where, started_at: at(0), last_activity: at(0) };
}

const put = (registry: Registry, session: Session) => withSession(registry, session, entry(session));
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

describe('D11: a session is alive', () => {
	const HOUR = 60 * 60;
	const machine = { now: () => ms(0), hostname: 'here' };
	const old = { last_activity: at(-400 * HOUR) };
	const mine = { pid: process.pid, pid_started: startedAt(process.pid), host: 'here' };
	/** Of another host, by the seconds since its last activity. */
	const theirs = (seconds: number) => ({
		pid: process.pid,
		host: 'there',
		last_activity: at(-seconds),
	});
	const cases: [what: string, entry: Partial<RegistryEntry>, alive: boolean][] = [
		['while its process runs', mine, true],
		['however long it is silent', { ...mine, ...old }, true],
		['not when its process is gone', { pid: 2 ** 30, host: 'here' }, false],
		['not when its pid was reused', { ...mine, pid_started: 'before' }, false],
		['if its start was not written', { ...mine, pid_started: undefined }, true],
		['on another host, active within a day', theirs(24 * HOUR - 1), true],
		['on another host, not after a day', theirs(24 * HOUR), false],
		['on another host, whose clock is five minutes ahead', theirs(-5 * 60), true],
		['on another host, not by a time that nobody’s clock has yet', theirs(-5 * 60 - 1), false],
		['without a pid, not by a time to come', { last_activity: at(HOUR) }, false],
		['without a pid, active within a day', {}, true],
		['without a pid, not after a day', old, false],
		['without a pid and a readable time: never', { last_activity: 'yesterday' }, false],
	];
	it.each(cases)('%s', (_, more, alive) => {
		expect(isAlive({ last_activity: at(-HOUR), ...more }, machine)).toBe(alive);
	});
});
