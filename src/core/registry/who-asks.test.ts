import { describe, expect, it } from 'vitest';
import {
	type Asker,
	isShutAway,
	type LiveClient,
	type Lookups,
	type ProcessFacts,
	type RunProgram,
	whoAsks,
} from './who-asks.ts';

/** It began at 50, in the session of processes 20, when files last changed at 10 were old. */
const client: LiveClient = { pid: 30, started: '50', session: 20, isHere: true, since: 1_000 };
const program = (path: string | undefined, more: Partial<RunProgram> = {}): RunProgram => ({
	...{ path, script: undefined, changed: 10, isForeign: false, ...more },
});

/** A chain from `req` upwards, by name and start time; every process leads a session of its own unless it says otherwise. */
function chain(...steps: readonly (readonly [string, number, Partial<ProcessFacts>?])[]) {
	return steps.map(([name, started, more], at): ProcessFacts => {
		const pid = 100 + at;
		const parent = at === steps.length - 1 ? 1 : pid + 1;
		return { pid, parent, session: pid, started: String(started), name, ...more };
	});
}

function asks(of: readonly ProcessFacts[], top: RunProgram, clients = [client]): Asker {
	const lookups: Lookups = {
		isLater: (one, other) => Number(one) > Number(other),
		programOf: () => top,
		firstSession: 1,
	};
	return whoAsks(of, clients, lookups);
}

describe('who asks', () => {
	it.each<[what: string, of: ProcessFacts[], top: RunProgram, asker: Asker]>([
		[
			'below the client',
			chain(['req', 70], ['bash', 60], ['claude', 50, { pid: 30 }]),
			program('/x'),
			'model',
		],
		[
			'below another process with its pid',
			chain(['req', 70], ['x', 20, { pid: 30 }]),
			program('/x'),
			'user',
		],
		[
			'in a terminal that was there',
			chain(['req', 70], ['zsh', 69], ['anything', 40]),
			program('/x'),
			'user',
		],
		[
			'in a tmux that was there',
			chain(['req', 70], ['zsh', 69], ['tmux: server', 40]),
			program('/usr/bin/tmux'),
			'user',
		],
		[
			'in a tmux that came later',
			chain(['req', 70], ['zsh', 69], ['tmux: server', 60]),
			program('/usr/bin/tmux'),
			'unknown',
		],
		[
			'in a terminal that came later',
			chain(['req', 70], ['zsh', 69], ['kitty', 60]),
			program('/usr/bin/kitty'),
			'user',
		],
		[
			'in an editor that came later',
			chain(['req', 70], ['zsh', 69], ['code', 60]),
			program('/usr/share/code/code'),
			'user',
		],
		[
			'in a Mac’s terminal that came later',
			chain(['req', 70], ['Terminal', 60]),
			program('/System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal'),
			'user',
		],
		[
			'in a shell that is called as one',
			chain(['req', 70], ['kitty', 60]),
			program('/usr/bin/dash'),
			'unknown',
		],
		[
			'in a copy that is called as one',
			chain(['req', 70], ['kitty', 60]),
			program('/tmp/kitty', { changed: 2_000 }),
			'unknown',
		],
		[
			'over ssh, later',
			chain(['req', 70], ['bash', 61], ['sshd', 60]),
			program(undefined, { isForeign: true }),
			'user',
		],
		[
			'behind sudo, cut off',
			chain(['req', 70], ['sudo', 60]),
			program(undefined, { isForeign: true }),
			'unknown',
		],
		[
			'in a container, by docker exec',
			chain(['req', 70], ['bash', 60, { parent: 0 }]),
			program('/bin/bash'),
			'user',
		],
		[
			'in a container’s first shell',
			chain(['req', 70, { session: 1 }]),
			program('/usr/bin/node'),
			'user',
		],
		[
			'beside the client in its shell',
			chain(['req', 70, { session: 20 }]),
			program('/usr/bin/node'),
			'user',
		],
		['cut off, alone', chain(['req', 70]), program('/usr/bin/node'), 'unknown'],
		['by systemd-run', chain(['req', 70], ['sh', 60]), program('/usr/bin/dash'), 'unknown'],
		[
			'by cron, which was there',
			chain(['req', 70], ['sh', 69], ['cron', 3]),
			program(undefined, { isForeign: true }),
			'unknown',
		],
	])('%s', (_, of, top, asker) => {
		expect(asks(of, top)).toBe(asker);
	});

	it('a session elsewhere cuts nobody off here', () => {
		const of = chain(['req', 70]);
		expect(asks(of, program('/usr/bin/node'), [{ ...client, isHere: false }])).toBe('user');
		expect(asks(of, program('/usr/bin/node'), [])).toBe('user');
	});
});

describe('a process that was put where it sees no client', () => {
	const FIRST = 'pid:[4026531836] user:[4026531837]';
	const client = { spaces: FIRST, isOfHost: true };

	it.each<[what: string, own: string | undefined, isShut: boolean, isOfHost?: boolean]>([
		['among the same processes', FIRST, false],
		['among processes of its own', 'pid:[1] user:[4026531837]', true],
		['in a container built anew', 'pid:[1] user:[4026531837]', false, false],
		['among users of its own', 'pid:[4026531836] user:[1]', true, false],
		['where all of that is hidden', undefined, true],
	])('%s', (_what, own, isShut, isOfHost = true) => {
		expect(isShutAway(own, { ...client, isOfHost })).toBe(isShut);
	});

	it('sees a client in a container from outside', () => {
		expect(isShutAway(FIRST, { spaces: 'pid:[1] user:[1]', isOfHost: true })).toBe(false);
	});
});
