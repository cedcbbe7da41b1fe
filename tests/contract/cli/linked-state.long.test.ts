import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	ANA,
	GATED,
	makeLiveWorld,
	makeReqWorld,
	type ReqWorld,
	satisfiedIn,
} from '../../support/run-req.ts';

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
		expect((await world.req('doctor')).stdout).toContain('[state_linked]');
	});

	it('in the folder of the sessions is named, and nothing behind it is shown', async () => {
		await using world = await makeLiveWorld();
		await world.req('note', 'pin', 'label', 'a word of another project', '--session', ANA);
		expect((await world.req('note', 'list', '--session', ANA)).stdout).toContain(
			'a word of another project',
		);
		linkAway(world, '.git/requirements/sessions');
		expect((await world.req('doctor')).stdout).toMatch(
			/requirements\/sessions is a link \[state_linked\]/,
		);
		expect((await world.req('status', '--session', ANA)).stdout).toContain(
			'requirements/sessions is a link',
		);
		const shown = await world.req('note', 'list', '--session', ANA);
		expect(shown.stdout + shown.stderr).not.toContain('a word of another project');
	});
});
