import { cpSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ANA, GATED, makeReqWorld, type ReqWorld, satisfiedIn } from '../../support/run-req.ts';

const stateFile = ({ repo }: ReqWorld) => join(repo, '.git/requirements/feature-x.json');

/** Another program writes over a state that req wrote. */
function forge(world: ReqWorld): string {
	const text = readFileSync(stateFile(world), 'utf8').replace('"skill"', '"user"');
	writeFileSync(stateFile(world), `${text} `);
	return readFileSync(stateFile(world), 'utf8');
}

describe('req trust, of states', () => {
	it('shows what a foreign state holds, and accepts it as it is', async () => {
		await using world = await makeReqWorld(GATED);
		world.req('satisfy', 'commit_plan', '--session', ANA);
		const forged = forge(world);
		expect(satisfiedIn(world, ANA)).toEqual([]);
		const status = world.req('status', '--session', ANA);
		expect(status.stdout).toContain('changed or copied by something other than req');
		expect(status.stdout).toContain('req trust');
		expect(world.req('doctor').stdout).toContain('changed or copied by something other than req');

		const shown = world.req('trust', '--dry-run');
		expect(shown).toMatchObject({ exit: 0, stdout: expect.stringContaining('commit_plan') });
		expect(readFileSync(stateFile(world), 'utf8')).toBe(forged);
		expect(world.req('trust', '--json').stdout).toContain('"branch": "feature/x"');
		expect(satisfiedIn(world, ANA)).toEqual(['commit_plan']);
		expect(world.req('trust').stdout).toContain('nothing here asks for less');
	});

	it('what was satisfied meanwhile waits, and counts afterwards', async () => {
		await using world = await makeReqWorld(GATED);
		world.req('satisfy', 'licence_signed');
		forge(world);
		world.req('satisfy', 'commit_plan', '--session', ANA);
		expect(satisfiedIn(world, ANA)).toEqual([]);
		world.req('trust');
		expect(satisfiedIn(world, ANA)).toEqual(expect.arrayContaining(['commit_plan']));
	});

	it('what is done meanwhile is said not to count yet, each time it is asked', async () => {
		await using world = await makeReqWorld(GATED);
		world.req('satisfy', 'licence_signed');
		forge(world);
		const satisfied = () => world.req('satisfy', 'commit_plan', '--session', ANA);
		const paused = () => world.req('pause', '--reason', 'lunch');
		for (const said of [satisfied(), paused(), paused()]) {
			expect(said.stderr).toContain('does not count yet');
			expect(said.stderr).toContain('`req trust`');
			expect(said.stderr).not.toContain('busy');
		}
		expect(world.state()).not.toHaveProperty('paused');
		expect(world.req('trust').stderr).toBe('');
		expect(world.req('satisfy', 'note_written', '--session', ANA).stderr).toBe('');
	});

	it('is not for the model, which may look', async () => {
		await using world = await makeReqWorld(GATED);
		world.req('satisfy', 'commit_plan', '--session', ANA);
		forge(world);
		expect(world.asModel(ANA, 'trust').exit).not.toBe(0);
		expect(satisfiedIn(world, ANA)).toEqual([]);
		expect(world.asModel(ANA, 'trust', '--dry-run').exit).toBe(0);
	});

	it('the key is the user’s alone, and without a readable one nothing sealed counts', async () => {
		await using world = await makeReqWorld(GATED);
		world.req('satisfy', 'commit_plan', '--session', ANA);
		const key = join(world.configDir, 'requirements/key');
		expect(statSync(key).mode & 0o777).toBe(0o600);
		writeFileSync(key, 'no key');
		expect(world.req('status').stderr).toContain('the key that seals states cannot be used');
		writeFileSync(key, `{"key":"${'ab'.repeat(32)}","made_at":"2026-01-01T00:00:00.000Z"}\n`);
		expect(satisfiedIn(world, ANA)).toEqual([]);
	});

	it('a linked state directory is named, and trust does not follow it', async () => {
		await using world = await makeReqWorld(GATED);
		world.req('satisfy', 'commit_plan', '--session', ANA);
		const own = join(world.repo, '.git/requirements');
		cpSync(own, join(world.dir, 'elsewhere'), { recursive: true });
		rmSync(own, { recursive: true });
		symlinkSync(join(world.dir, 'elsewhere'), own);
		expect(world.req('status', '--session', ANA).stdout).toContain('has been a link since');
		expect(satisfiedIn(world, ANA)).toEqual([]);
		for (const args of [['trust'], ['trust', '--dry-run'], ['satisfy', 'licence_signed']]) {
			const refused = world.req(...args);
			expect(refused.exit).toBe(1);
			expect(refused.stderr).toMatch(/is a link|has been a link/);
			expect(refused.stderr).toContain('remove the link');
		}
		const { stdout } = world.req('doctor');
		expect(stdout).toContain('[state_linked]');
		expect(stdout).not.toContain('[state_foreign]');
	});

	it('a linked folder of the sessions is named, and nothing behind it is shown', async () => {
		await using world = await makeReqWorld(GATED);
		world.start(ANA);
		world.req('pin', 'add', 'label', 'a word of another project', '--session', ANA);
		expect(world.req('pin', 'list', '--session', ANA).stdout).toContain(
			'a word of another project',
		);
		const own = join(world.repo, '.git/requirements/sessions');
		cpSync(own, join(world.dir, 'elsewhere'), { recursive: true });
		rmSync(own, { recursive: true });
		symlinkSync(join(world.dir, 'elsewhere'), own);
		expect(world.req('doctor').stdout).toMatch(/requirements\/sessions is a link \[state_linked\]/);
		expect(world.req('status', '--session', ANA).stdout).toContain(
			'requirements/sessions has been',
		);
		const shown = world.req('pin', 'list', '--session', ANA);
		expect(shown.stdout + shown.stderr).not.toContain('a word of another project');
	});
});
