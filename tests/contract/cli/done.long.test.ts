import { expect, it } from 'vitest';
import { ANA, BEN, makeReqWorld, type ReqWorld, ran, status } from '../../support/run-req.ts';

const CONFIG = `version: 1
requirements:
  planned:
    skills: [arch-review]
    satisfy_on: done
  reviewed:
    scope: single_use
    blocks: [{ command: git commit }]
    skills: [pre-commit]
    satisfy_on: done
    stale_after: [edit]
`;

async function invoke(world: ReqWorld, uuid: string, skill: string): Promise<void> {
	await world.hook('post-tool-use', uuid, ran('Skill', { skill }, { success: true, commandName: skill }));
}

it('D39: a completed skill satisfies with its evidence', async () => {
	await using world = await makeReqWorld(CONFIG);
	await invoke(world, ANA, 'req:arch-review');
	expect((await status(world, ANA, 'planned'))['satisfied']).toBe(false);
	const done = await world.asModel(ANA, 'done', '/req:arch-review', '--evidence', 'no cycle');
	expect(done).toMatchObject({ exit: 0, stderr: '' });
	expect(await status(world, ANA, 'planned')).toMatchObject({
		satisfied: true,
		satisfied_by: 'skill',
		metadata: { skill: 'arch-review', completed: 'done', evidence: 'no cycle' },
	});
});

it('the model completes only what was invoked in its session', async () => {
	await using world = await makeReqWorld(CONFIG);
	await invoke(world, BEN, 'arch-review');
	await invoke(world, ANA, 'pre-commit');
	expect(await world.asModel(ANA, 'done', 'arch-review')).toMatchObject({
		exit: 1,
		stderr: expect.stringContaining('/arch-review'),
	});
	expect((await status(world, ANA, 'planned'))['satisfied']).toBe(false);
	expect((await world.req('done', 'arch-review', '--session', ANA)).exit).toBe(0);
	expect((await status(world, ANA, 'planned'))['satisfied']).toBe(true);
});

const EVIDENCE = `version: 1
requirements:
  planned: { skills: [arch-review], satisfy_on: evidence }
  noted: { skills: [arch-review], satisfy_on: done }
`;

it.each([[], ['--evidence', '  '], ['--evidence', 'TEXT'], ['--evidence', '…']])(
	'evidence that is asked for has to be said: %j is refused, with the command to run',
	async (...given) => {
		await using world = await makeReqWorld(EVIDENCE);
		await invoke(world, ANA, 'arch-review');
		expect(await world.asModel(ANA, 'done', 'arch-review', ...given)).toMatchObject({
			exit: 1,
			stdout: '',
			stderr: expect.stringMatching(
				/arch-review is not done without evidence: planned asks[\s\S]*req done arch-review --evidence "/,
			),
		});
		expect((await status(world, ANA, 'planned'))['satisfied']).toBe(false);
		expect((await status(world, ANA, 'noted'))['satisfied']).toBe(false);
	},
);

it('evidence is kept without secrets, and shown with the satisfaction', async () => {
	await using world = await makeReqWorld(EVIDENCE);
	await invoke(world, ANA, 'arch-review');
	expect((await world.req('status', '--session', ANA)).stdout).toContain(
		'→ /arch-review, then req done arch-review --evidence TEXT',
	);
	const token = `ghp_${'a1B2c3D4'.repeat(5)}`;
	const said = `ADR 3 read, kept; token ${token}; ${'long '.repeat(100)}`;
	expect((await world.asModel(ANA, 'done', 'arch-review', '--evidence', said)).exit).toBe(0);
	const { metadata } = (await status(world, ANA, 'planned')) as {
		metadata: { evidence: string };
	};
	expect(metadata.evidence).toMatch(/^ADR 3 read, kept; token \[redacted:.*…$/);
	expect(metadata.evidence.length).toBeLessThanOrEqual(300);
	const { stdout } = await world.req('log', 'planned');
	expect(stdout).toContain('"ADR 3 read, kept');
	expect(stdout).not.toContain(token);
});
