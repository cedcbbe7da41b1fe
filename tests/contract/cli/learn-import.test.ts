import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeIn } from '../../support/git-repo.ts';
import { notesIn } from '../../support/remembered.ts';
import { ANA, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { startOf } from '../../support/start-of.ts';

const STATUS = {
	decision: 'stop',
	learnings: ['tokens rotate atomically', ' \u001b[31mtwo\nlines ', '', 7, null],
	patterns: ['middleware before controller'],
	warnings: [{ text: 'session.ts has tests' }],
	decisions: [{ choice: 'JWT', why: 'stateless' }, 'x'.repeat(1_001)],
};

async function withFile(content: unknown): Promise<ReqWorld> {
	const world = await makeReqWorld('version: 1\n');
	await startOf(world, ANA);
	const text = typeof content === 'string' ? content : JSON.stringify(content);
	writeIn(world.repo, 'out/status.json', text);
	return world;
}

const learnt = (world: ReqWorld) => notesIn(world, ANA);

describe('req learn import', () => {
	it('keeps the lists of a status.json, whatever else is in it', async () => {
		await using world = await withFile(STATUS);
		const { exit, stdout, stderr } = await world.req('learn', 'import', 'out/status.json');
		expect(stdout).toBe('5 lessons kept in session 1a2b3c4d\n');
		expect([exit, stderr]).toEqual([2, expect.stringContaining('2 left out')]);
		expect(learnt(world).map(({ kind, text, why, source }) => [kind, text, why, source])).toEqual([
			['learning', 'tokens rotate atomically', undefined, 'import'],
			['learning', 'two lines', undefined, 'import'],
			['pattern', 'middleware before controller', undefined, 'import'],
			['warning', 'session.ts has tests', undefined, 'import'],
			['decision', 'JWT', 'stateless', 'import'],
		]);
		await world.req('learn', 'import', join(world.repo, 'out/status.json'));
		expect(await world.json('learn', 'list')).toHaveLength(5);
	});

	it('keeps no secret, and no more than a session can hold', async () => {
		const secret = `ghp_${'a1B2'.repeat(9)}`;
		const many = Array.from({ length: 120 }, (_, n) => `learning number ${n}`);
		await using world = await withFile({ learnings: [`the key is ${secret}`, ...many] });
		const { exit, stdout, stderr } = await world.req('learn', 'import', 'out/status.json');
		expect(stdout).toMatch(/^100 lessons kept /);
		expect([exit, stderr]).toEqual([2, expect.stringMatching(/redacted: github\n.*21 left out/)]);
		expect(JSON.stringify(learnt(world))).not.toContain(secret);
	});

	it.each([
		['no file', undefined, 'gone.json'],
		['no JSON', '{"learnings": [', 'out/status.json'],
		['no object', '["a"]', 'out/status.json'],
		['nothing to learn', '{"learnings": "a", "patterns": []}', 'out/status.json'],
	])('%s is a wrong command line', async (_, content, file) => {
		await using world = await withFile(content ?? '{}');
		const { exit, stdout, stderr } = await world.req('learn', 'import', file);
		expect([exit, stdout]).toEqual([64, '']);
		expect(stderr).toContain('"learnings"');
		expect(learnt(world)).toEqual([]);
	});
});
