import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	type ContinuityWorld,
	makeContinuityWorld,
	type Played,
} from '../support/continuity-world.ts';
import { runHook } from '../support/run-hook.ts';
import { sha256 } from '../support/some-session.ts';

const START = { hook_event_name: 'SessionStart', source: 'startup' };

function heirOf(world: ContinuityWorld, ref: string, n = 9): Played {
	return world.session(n, { env: { REQ_INHERIT_FROM: ref } });
}

/** A session that inherits, learns one thing and ends. */
async function generation(
	world: ContinuityWorld,
	n: number,
	from: string | undefined,
): Promise<Played> {
	const one = from === undefined ? world.session(n) : heirOf(world, from, n);
	await one.start();
	await one.req('learn', `what session ${n} learnt`);
	await one.req('session', 'name', `gen-${n}`);
	await one.stop(`Session ${n} is done.`);
	await one.end();
	world.pass(1);
	return one;
}

/** The bundle in a session's file, its hash checked. */
function bundleOf({ stateDir }: ContinuityWorld, { uuid }: Played) {
	const made = JSON.parse(readFileSync(join(stateDir, 'inherited', `${uuid}.json`), 'utf8'));
	const { sha256: hash, ...rest } = made;
	expect(hash).toBe(sha256(JSON.stringify(rest)));
	return made;
}

/** The user who owns nothing may do all but what was forbidden before. */
function letAnybodyIn({ world: { dir } }: ContinuityWorld): void {
	chmodSync(dir, 0o777);
	for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
		if (entry.name !== 'inherited') chmodSync(join(entry.parentPath, entry.name), 0o777);
	}
}

describe('what a start writes of its inheritance', () => {
	it('the inherited block, and what is needed to check it', async () => {
		await using world = await makeContinuityWorld();
		await generation(world, 1, undefined);
		const heir = heirOf(world, 'gen-1');
		await heir.start();
		const made = bundleOf(world, heir);
		expect(Object.keys(made)).toMatchInlineSnapshot(`
			[
			  "version",
			  "from_session",
			  "from_completed_at",
			  "lineage",
			  "learnings",
			  "patterns",
			  "warnings",
			  "decisions",
			  "progress_summary",
			  "origins",
			  "session",
			  "from_uuid",
			  "inherited_at",
			  "select",
			  "truncated",
			  "sha256",
			]
		`);
		expect(made).toMatchObject({
			...{ version: '1', from_session: 'gen-1', lineage: ['gen-1'], session: heir.uuid },
			learnings: ['what session 1 learnt'],
			...{ patterns: [], warnings: [], decisions: [], select: 'all', truncated: false },
			progress_summary: 'Session 1 is done.',
		});
	});
});

it('a bundle that cannot be written is one fault, and the session goes on', async () => {
	await using world = await makeContinuityWorld();
	await generation(world, 1, undefined);
	const heir = heirOf(world, 'gen-1');
	mkdirSync(join(world.stateDir, 'inherited'));
	chmodSync(join(world.stateDir, 'inherited'), 0o500);
	letAnybodyIn(world);
	const ran = await runHook('session-start', { ...heir.event(START), unprivileged: true });
	expect([ran.exit, ran.stderr]).toEqual([0, '']);
	expect(JSON.parse(ran.stdout).systemMessage).toContain('nothing inherited');
	const faults = readFileSync(join(world.stateDir, 'faults.jsonl'), 'utf8').trim().split('\n');
	expect(faults).toHaveLength(1);
	await heir.stop();
	expect(heir.record()?.inherited).toBeUndefined();
});
