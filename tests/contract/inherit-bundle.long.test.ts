import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { learnt, note } from '../support/bundled.ts';
import {
	type ContinuityWorld,
	makeContinuityWorld,
	type Played,
} from '../support/continuity-world.ts';
import { runHook } from '../support/run-hook.ts';
import { plantRecords, someRecord } from '../support/some-record.ts';
import { sha256 } from '../support/some-session.ts';
import { insight } from '../support/some-source.ts';

const START = { hook_event_name: 'SessionStart', source: 'startup' };
const idOf = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000001`;
const KEY = `API_KEY=${'sk'}-1234567890abcdefghij1234`;

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
function bundleOf({ stateDir }: ContinuityWorld, key: string) {
	const made = JSON.parse(readFileSync(join(stateDir, 'inherited', `${key}.json`), 'utf8'));
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
		const made = bundleOf(world, heir.key);
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

	it('of a chain of four, three, in a lineage of all', async () => {
		await using world = await makeContinuityWorld();
		await generation(world, 1, undefined);
		await generation(world, 2, 'gen-1');
		await generation(world, 3, 'gen-2');
		await generation(world, 4, 'gen-3');
		const heir = heirOf(world, 'gen-4');
		await heir.start();
		expect(bundleOf(world, heir.key)).toMatchObject({
			learnings: [4, 3, 2].map((n) => `what session ${n} learnt`),
			lineage: ['gen-1', 'gen-2', 'gen-3', 'gen-4'],
		});
		await heir.stop();
		expect(heir.record()?.lineage).toHaveLength(4);
	});

	it('of a circle each session and each text once', async () => {
		await using world = await makeContinuityWorld();
		const [a, b] = [idOf('a'), idOf('b')];
		plantRecords(
			world.world.repo,
			someRecord(a, { parent: 'bbbbbbbb', insights: learnt('of a', 'both') }),
			someRecord(b, { parent: 'aaaaaaaa', insights: learnt('Both', 'of b') }),
		);
		const heir = heirOf(world, a);
		await heir.start();
		expect(bundleOf(world, heir.key).learnings).toEqual(['of a', 'both', 'of b']);
	});

	it('of a large session what finds room', async () => {
		await using world = await makeContinuityWorld();
		const texts = Array.from({ length: 150 }, (_, i) => `${i} ${'x'.repeat(400)}`);
		const large = someRecord(idOf('a'), { insights: learnt(...texts), notes: [note('n')] });
		plantRecords(world.world.repo, large);
		const heir = heirOf(world, idOf('a'));
		await heir.start();
		const made = bundleOf(world, heir.key);
		expect(made.truncated).toBe(true);
		expect(made.learnings.length).toBeLessThan(100);
		expect(made.learnings[0]).toBe(texts[0]);
		const text = readFileSync(join(world.stateDir, 'inherited', `${heir.key}.json`), 'utf8');
		expect(text.length).toBeLessThanOrEqual(32_000);
	});

	it('no secret of a stored record, in any category, nor in what is told', async () => {
		await using world = await makeContinuityWorld();
		const kinds = ['learning', 'pattern', 'warning', 'decision'] as const;
		const insights = kinds.flatMap((kind) => [
			insight(`${kind}1`, { kind, text: `the ${kind} is ${KEY}` }),
			insight(`${kind}2`, { kind, text: `a clean ${kind}`, why: `because ${KEY}` }),
			insight(`${kind}3`, { kind, text: `a ${kind} to keep` }),
		]);
		const notes = [note(`I set ${KEY} and went on`)];
		plantRecords(world.world.repo, someRecord(idOf('a'), { insights, notes }));
		const heir = heirOf(world, idOf('a'));
		const told = await heir.start();
		const made = bundleOf(world, heir.key);
		expect([made.learnings, made.patterns, made.warnings, made.decisions]).toEqual(
			kinds.map((kind) => [`a ${kind} to keep`]),
		);
		expect(made.progress_summary).toContain('and went on');
		expect(`${told}${JSON.stringify(made)}`).not.toContain('1234567890');
	});

	it('of a session without learnings its progress', async () => {
		await using world = await makeContinuityWorld();
		plantRecords(world.world.repo, someRecord(idOf('a'), { notes: [note('All is set up.')] }));
		const heir = heirOf(world, idOf('a'));
		expect(await heir.start()).toContain('All is set up.');
		expect(bundleOf(world, heir.key)).toMatchObject({
			...{ learnings: [], patterns: [], warnings: [], decisions: [] },
			progress_summary: 'All is set up.',
		});
	});

	it('of records that are newer or malformed, what can be read', async () => {
		await using world = await makeContinuityWorld();
		const newer = someRecord(idOf('a'), { parent: 'bbbbbbbb', insights: learnt('of the future') });
		const file = (key: string) => join(world.stateDir, 'sessions', `${key}.json`);
		plantRecords(world.world.repo, newer);
		writeFileSync(file('aaaaaaaa'), JSON.stringify({ ...newer, schema_version: 2, pins: 'none' }));
		writeFileSync(file('bbbbbbbb'), 'garbage');
		const heir = heirOf(world, idOf('a'));
		await heir.start();
		expect(bundleOf(world, heir.key).learnings).toEqual(['of the future']);
		expect(readFileSync(file('bbbbbbbb'), 'utf8')).toBe('garbage');
	});
});

describe('where no bundle can be written', () => {
	const cases: readonly [string, (world: ContinuityWorld, heir: Played) => void][] = [
		['`inherited` is a file', ({ stateDir }) => writeFileSync(join(stateDir, 'inherited'), '')],
		[
			'garbage has its name',
			({ stateDir }, { key }) => {
				mkdirSync(join(stateDir, 'inherited'));
				writeFileSync(join(stateDir, 'inherited', `${key}.json`), 'garbage');
			},
		],
		[
			'the folder takes nothing',
			({ stateDir }) => {
				mkdirSync(join(stateDir, 'inherited'));
				chmodSync(join(stateDir, 'inherited'), 0o500);
			},
		],
	];
	it.each(cases)('%s: one fault, and the session goes on', async (_, put) => {
		await using world = await makeContinuityWorld();
		await generation(world, 1, undefined);
		const heir = heirOf(world, 'gen-1');
		put(world, heir);
		letAnybodyIn(world);
		const ran = await runHook('session-start', { ...heir.event(START), unprivileged: true });
		expect([ran.exit, ran.stderr]).toEqual([0, '']);
		expect(JSON.parse(ran.stdout).systemMessage).toContain('nothing inherited');
		const faults = readFileSync(join(world.stateDir, 'faults.jsonl'), 'utf8').trim().split('\n');
		expect(faults).toHaveLength(1);
		await heir.stop();
		expect(heir.record()).not.toHaveProperty('inherited');
	});
});
