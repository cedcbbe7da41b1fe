import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANA, GATED, makeReqWorld, type ReqWorld, satisfiedIn } from '../../support/run-req.ts';

/** Puts a link to a copy of a folder in its place. */
function linkAway(world: ReqWorld, folder: string): void {
	const own = join(world.repo, folder);
	cpSync(own, join(world.dir, 'elsewhere'), { recursive: true });
	rmSync(own, { recursive: true });
	symlinkSync(join(world.dir, 'elsewhere'), own);
}

describe('a state behind a link', () => {
	it('is named, and is neither read nor written', async () => {
		await using world = await makeReqWorld(GATED);
		await world.req('satisfy', 'commit_plan', '--session', ANA);
		linkAway(world, '.git/requirements');
		expect((await world.req('status', '--session', ANA)).stdout).toContain(
			'requirements is a link',
		);
		expect(await satisfiedIn(world, ANA)).toEqual([]);
		const refused = await world.req('satisfy', 'licence_signed');
		expect(refused.exit).toBe(1);
		expect(refused.stderr).toContain('is a link');
		expect(refused.stderr).toContain('remove the link');
		expect((await world.req('doctor')).stdout).toContain('[state_unwritable]');
	});
});
