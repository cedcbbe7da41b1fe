import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { learnt, note } from '../support/bundled.ts';
import { type ContinuityWorld, makeContinuityWorld } from '../support/continuity-world.ts';
import { startHook } from '../support/hook-process.ts';
import { plantRecords, someRecord } from '../support/some-record.ts';
import { sha256 } from '../support/some-session.ts';

const SOURCE = 'aaaaaaaa-0000-4000-8000-000000000001';
const START = { hook_event_name: 'SessionStart', source: 'startup' };

/** A source with three kilobytes to give, and an ancestor. */
async function plantedWorld(): Promise<ContinuityWorld> {
	const world = await makeContinuityWorld();
	const texts = Array.from({ length: 60 }, (_, i) => `learning ${i} ${'x'.repeat(40)}`);
	plantRecords(
		world.world.repo,
		someRecord(SOURCE, { parent: 'bbbbbbbb', insights: learnt(...texts), notes: [note('n')] }),
		someRecord(SOURCE.replaceAll('a', 'b'), { insights: learnt('of the ancestor') }),
	);
	return world;
}

function starting(world: ContinuityWorld, n: number) {
	const heir = world.session(n, { env: { REQ_INHERIT_FROM: SOURCE } });
	return { heir, ...startHook('session-start', heir.event(START)) };
}

/** Names and contents of what belongs to the sources. */
function ofSources({ stateDir }: ContinuityWorld): [string, string, number][] {
	const dir = join(stateDir, 'sessions');
	const names = readdirSync(dir).filter((name) => /^(?:aaaaaaaa|bbbbbbbb)/.test(name));
	return names.map((name) => {
		const path = join(dir, name);
		return [name, readFileSync(path, 'utf8'), statSync(path).mtimeMs];
	});
}

function bundlesIn({ stateDir }: ContinuityWorld): Record<string, unknown>[] {
	const dir = join(stateDir, 'inherited');
	const names = readdirSync(dir).filter((name) => name.endsWith('.json'));
	return names.map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')));
}

function isWhole({ sha256: hash, ...rest }: Record<string, unknown>): boolean {
	return hash === sha256(JSON.stringify(rest));
}

describe('inheriting at once', () => {
	it('several sessions from one source, which stays byte by byte', async () => {
		await using world = await plantedWorld();
		const before = ofSources(world);
		const heirs = [1, 2, 3, 4].map((n) => starting(world, n));
		for (const { ended } of heirs) expect(await ended).toMatchObject({ exit: 0, stderr: '' });
		expect(ofSources(world)).toEqual(before);
		const bundles = bundlesIn(world);
		expect(bundles.map(({ session }) => session).sort()).toEqual(heirs.map(({ heir }) => heir.uuid).sort());
		expect(bundles.filter((one) => !isWhole(one))).toEqual([]);
		expect(new Set(bundles.map((one) => JSON.stringify(one['learnings']))).size).toBe(1);
	});
});
