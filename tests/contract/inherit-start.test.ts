import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	type ContinuityWorld,
	makeContinuityWorld,
	type Played,
} from '../support/continuity-world.ts';

const WEEK = 7 * 24;

/** A session that ran its course, and has a name. */
function whole(session: Played, name: string, ...learnt: readonly (readonly string[])[]): Played {
	session.start();
	session.req('session', 'name', name);
	for (const words of learnt) session.req('learn', ...words);
	session.edit(`src/${name}.ts`);
	session.stop(`${name} is done.`);
	session.end();
	return session;
}

/** What a start says: to the model, and to the user. */
function starts(session: Played, source = 'startup') {
	const { stdout } = session.hook('session-start', { hook_event_name: 'SessionStart', source });
	const { hookSpecificOutput, systemMessage } = JSON.parse(stdout);
	return {
		text: String(hookSpecificOutput.additionalContext),
		notice: String(systemMessage ?? ''),
	};
}

function from(world: ContinuityWorld, n: number, ref: string): Played {
	return world.session(n, { env: { REQ_INHERIT_FROM: ref } });
}

function bundleOf(world: ContinuityWorld, { key }: Played): Record<string, unknown> | undefined {
	const path = join(world.stateDir, 'inherited', `${key}.json`);
	return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

describe('REQ_INHERIT_FROM', () => {
	it('S0-001, S0-064, S0-065, S0-083: brings what one session learnt, whatever its age', async () => {
		await using world = await makeContinuityWorld();
		const old = whole(world.session(1), 'auth-v1', ['JWT refresh tokens need atomic rotation']);
		old.start('resume');
		old.req('pin', 'add', 'db', 'postgres 16');
		old.end();
		world.pass(3 * WEEK);
		whole(world.session(2), 'other', ['Something else entirely']);
		world.pass(1);
		const heir = from(world, 3, 'auth-v1');
		const { text, notice } = starts(heir);
		expect(text).toContain('JWT refresh tokens need atomic rotation');
		expect(text).toContain('postgres 16');
		expect(text).toContain('auth-v1 is done.');
		expect(text).not.toContain('Something else entirely');
		expect(text).toContain(`.git/requirements/inherited/${heir.key}.json`);
		expect(notice).toBe('');
		expect(bundleOf(world, heir)).toMatchObject({
			from_session: 'auth-v1',
			learnings: ['JWT refresh tokens need atomic rotation'],
		});
		heir.stop();
		expect(heir.record()).toMatchObject({
			parent: old.key,
			inherited: { from: old.key, door: 'environment' },
			pins: [{ label: 'db' }],
		});
		expect(old.lines('continued')).toEqual([]);
	});
});
