import { describe, expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';

const PLAN = 'requirements:\n  commit_plan: {}\n  tested: { commands: [npm test], ttl: 1h }\n';
const LOOSER = 'requirements:\n  tested: { commands: [npm test], scope: branch }\n  noted: {}\n';

/** A session at work in a project whose config somebody has changed since. */
async function changedWorld(): Promise<ReqWorld> {
	const world = await makeReqWorld(PLAN);
	world.start(ANA);
	writeIn(world.repo, '.claude/requirements.yaml', LOOSER);
	return world;
}

function edit(world: ReqWorld, uuid: string): string {
	const tool_input = { file_path: `${world.repo}/a.ts`, old_string: 'a', new_string: 'b' };
	const event = { hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_input };
	return world.hook('pre-tool-use', uuid, event).stdout;
}

describe('req trust', () => {
	it('shows what differs, requirement by requirement, and changes nothing with --dry-run', async () => {
		await using world = await changedWorld();
		const { exit, stdout } = world.req('trust', '--dry-run');
		expect(exit).toBe(0);
		expect(stdout.split('\n').slice(1)).toEqual([
			expect.stringMatching(/^session 1a2b3c4d, begun in .*repo$/),
			'  commit_plan is gone',
			'  tested is looser (scope, ttl)',
			'  noted is new',
			'',
		]);
		expect(edit(world, ANA)).toContain('commit_plan');
	});

	it('lets what is there count from now on', async () => {
		await using world = await changedWorld();
		expect(edit(world, ANA)).toContain('commit_plan');
		expect(world.json('trust')).toMatchObject({
			dry_run: false,
			sessions: [
				{
					session: ANA,
					changes: [
						{
							kind: 'policy',
							changes: expect.arrayContaining([
								{ name: 'commit_plan', looser: ['gone'], stricter: [] },
								{ name: 'tested', looser: ['scope', 'ttl'], stricter: [] },
								{ name: 'noted', looser: [], stricter: ['new'] },
							]),
						},
					],
				},
			],
			warnings: [],
		});
		expect(edit(world, ANA)).not.toContain('commit_plan');
		expect(world.req('trust').stdout).toContain('nothing here asks for less');
	});

	it('accepts for one session with --session, and for all without', async () => {
		await using world = await changedWorld();
		writeIn(world.repo, '.claude/requirements.yaml', PLAN);
		world.start(BEN);
		writeIn(world.repo, '.claude/requirements.yaml', LOOSER);
		world.req('trust', '--session', BEN.slice(0, 8));
		expect(edit(world, BEN)).not.toContain('commit_plan');
		expect(edit(world, ANA)).toContain('commit_plan');
		world.req('trust');
		expect(edit(world, ANA)).not.toContain('commit_plan');
	});

	it('accepts another work tree, also from within the old one', async () => {
		await using world = await makeReqWorld(PLAN);
		world.start(ANA);
		git(world.repo, 'config', 'core.worktree', world.dir);
		expect(world.req('trust', '--dry-run').stdout).toContain(`the work tree is ${world.dir}`);
		expect(world.json('status')).toMatchObject({
			project: { root: world.repo },
			differences: [{ kind: 'place', began_in: world.repo, now: world.dir, unreadable: null }],
		});
		expect(world.req('trust').exit).toBe(0);
		expect(edit(world, ANA)).toBe('');
	});

	it('accepts a branch without a config for that branch alone', async () => {
		await using world = await makeReqWorld(PLAN);
		git(world.repo, 'checkout', '-q', '-b', 'planned');
		git(world.repo, 'add', '.claude');
		git(world.repo, 'commit', '-q', '-m', 'Add requirements');
		world.start(ANA);
		git(world.repo, 'checkout', '-q', 'main');
		expect(edit(world, ANA)).toContain('commit_plan');
		expect(world.req('trust').stdout).toMatch(/, on branch main only\n {2}commit_plan is gone/);
		expect(edit(world, ANA)).toBe('');
		git(world.repo, 'checkout', '-q', 'planned');
		writeIn(world.repo, '.claude/requirements.yaml', 'requirements: {}\n');
		expect(edit(world, ANA)).toContain('commit_plan is gone');
		git(world.repo, 'checkout', '-q', '-f', 'main');
		expect(edit(world, ANA)).toBe('');
	});

	it('accepts nothing where git cannot say which branch is checked out', async () => {
		await using world = await makeReqWorld(PLAN);
		world.start(ANA);
		writeIn(world.repo, '.git/HEAD', 'none\n');
		const { exit, stderr } = world.req('trust');
		expect(exit).toBe(1);
		expect(stderr).toContain('HEAD names no branch');
	});

	it('accepts no config that cannot be read, as in the middle of a merge', async () => {
		await using world = await makeReqWorld(PLAN);
		world.start(ANA);
		writeIn(world.repo, '.claude/requirements.yaml', `<<<<<<< HEAD\n${PLAN}=======\n>>>>>>> x\n`);
		expect(world.req('trust', '--dry-run').stdout).toContain('cannot be read');
		const line = world.reqWith(
			{ env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: ANA } },
			'statusline',
		);
		expect(line.stdout).not.toContain('/req:trust');
		const { exit, stderr } = world.req('trust');
		expect(exit).toBe(1);
		expect(stderr).toContain('req config check');
		expect(edit(world, ANA)).toContain('commit_plan');
		writeIn(world.repo, '.claude/requirements.yaml', PLAN);
		expect(world.req('trust').stdout).toContain('nothing here asks for less');
	});

	it('is not for the model', async () => {
		await using world = await changedWorld();
		const { exit, stderr } = world.asModel(ANA, 'trust');
		expect(exit).toBe(1);
		expect(stderr).toContain('/req:trust');
		expect(edit(world, ANA)).toContain('commit_plan');
	});
});

it('status and doctor say that something differs, with the next step', async () => {
	await using world = await changedWorld();
	const { stdout } = world.req('status');
	expect(stdout).toMatch(/commit_plan is gone; tested is looser \(scope, ttl\)(.|\n)*`req trust`/);
	expect(stdout).toContain('✗ commit_plan');
	expect(world.json('status')).toMatchObject({ differences: [{ kind: 'policy' }] });
	expect(world.json('doctor')).toMatchObject({
		findings: expect.arrayContaining([
			expect.objectContaining({
				code: 'ground_differs',
				fix: expect.stringContaining('req trust'),
			}),
		]),
	});
});

it('the model of a session satisfies by the policy that session began with', async () => {
	await using world = await changedWorld();
	writeIn(world.repo, '.claude/requirements.yaml', 'requirements:\n  tested: { manual: anyone }\n');
	const { exit, stderr } = world.asModel(ANA, 'satisfy', 'tested');
	expect(exit).toBe(1);
	expect(stderr).toContain('tested');
});
