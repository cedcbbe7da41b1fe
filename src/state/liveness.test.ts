import { describe, expect, it } from 'vitest';
import { placeIn } from '../../tests/support/place-in.ts';
import { ANNA, BERT, session } from '../../tests/support/some-session.ts';
import { at, ms } from '../../tests/support/some-state.ts';
import {
	isAlive,
	liveSessions,
	type Machine,
	type Registry,
	type RegistryEntry,
} from './registry-kind.ts';

const HOUR = 60 * 60;
/** Process 7 runs since `then`; of process 8 nobody can tell when it started. */
const machine: Machine = {
	now: ms(0),
	hostname: 'here',
	exists: (pid) => pid === 7 || pid === 8,
	startedAt: (pid) => (pid === 7 ? 'then' : undefined),
};

function entry(more: Partial<RegistryEntry> = {}): RegistryEntry {
	const where = { cwd: '/p', common_dir: '/p/.git', branch: 'main' };
	return { uuid: ANNA.uuid, ...where, started_at: at(-HOUR), last_activity: at(-HOUR), ...more };
}

describe('D11: a session is alive', () => {
	const old = { last_activity: at(-400 * HOUR) };
	const mine = { pid: 7, pid_started: 'then', host: 'here' };
	/** Of another host, by the seconds since its last activity. */
	const theirs = (seconds: number) => ({ pid: 7, host: 'there', last_activity: at(-seconds) });
	const cases: [what: string, entry: Partial<RegistryEntry>, alive: boolean][] = [
		['while its process runs', mine, true],
		['however long it is silent', { ...mine, ...old }, true],
		['not when its process is gone', { pid: 9, host: 'here' }, false],
		['not when its pid was reused', { ...mine, pid_started: 'before' }, false],
		['where nobody can tell the start', { ...mine, pid: 8 }, true],
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
		expect(isAlive(entry(more), machine)).toBe(alive);
	});
});

describe('sessions of a registry', () => {
	const registry: Registry = {
		schema_version: 1,
		sessions: {
			anna: entry({ pid: 7 }),
			bert: entry({ uuid: BERT.uuid, pid: 9, host: 'here' }),
			nested: entry({ uuid: session('nested').uuid, pid: 7, nested: true }),
			topic: entry({ uuid: session('topic').uuid, pid: 7, branch: 'topic' }),
			other: entry({ uuid: session('other').uuid, pid: 7, common_dir: '/q/.git' }),
			bad: 7,
		},
	};

	it('a rival is alive, on the same branch of the same repository, and not nested', () => {
		const here = placeIn('/p/.git/requirements', 'main');
		expect(liveSessions(registry, here, machine).map(([key]) => key)).toEqual(['anna']);
	});
});
