import { expect, it } from 'vitest';
import { type Happening, PlayedSession } from '../../scripts/played-session.ts';
import { type ScratchProject, scratchProject } from '../../scripts/scratch-project.ts';
import { makeContinuityWorld } from '../support/continuity-world.ts';
import { blocksIn, callsIn } from '../support/page-section.ts';

const SKILL = '.claude/skills/req/SKILL.md';

function edit(session: PlayedSession, project: ScratchProject): void {
	const new_string = 'export async function keepCookie(request: Request) {}';
	const input = { file_path: `${project.root}/src/login.ts`, old_string: '', new_string };
	session.call({ tool: 'Edit', what: 'src/login.ts', input });
}

it('the config of the README is in order, and its refusal, as in the req skill, is what Claude reads', () => {
	const [config = '', refusal = ''] = blocksIn('README.md', 'A first config');
	expect(blocksIn(SKILL, 'Read the refusal')).toEqual([refusal]);
	using project = scratchProject();
	project.write('.claude/requirements.yaml', config);
	expect(project.req(['config', 'check'])).toBe('1 requirement, no problem\n');
	const happenings: Happening[] = [];
	const session = new PlayedSession(project, (happening) => happenings.push(happening));
	session.start();
	session.prompt('add a login form');
	edit(session, project);
	expect(happenings.at(-1)).toMatchObject({ refusal: refusal.trimEnd() });
	session.skill('req:arch-review');
	edit(session, project);
	expect(happenings.at(-1)).toMatchObject({ tool: 'Edit', refusal: undefined });
});

it('the guide shows what `req explain` prints', () => {
	const [config = ''] = blocksIn('docs/gates.md', 'Write requirements');
	const [example = ''] = blocksIn('docs/gates.md', 'Why a call is blocked');
	using project = scratchProject();
	project.write('.claude/requirements.yaml', config);
	const session = new PlayedSession(project, () => undefined);
	session.start();
	session.prompt('add a login form');
	edit(session, project);
	session.skill('req:arch-review');
	const key = session.id.slice(0, 8);
	const shown = project.req(['explain']).replace(key, '2c18b6fb');
	expect(`$ req explain\n${shown}`).toBe(example);
});

it('the commands of the req skill do what it says of them', async () => {
	await using world = await makeContinuityWorld();
	const [first, heir] = [world.session(1), world.session(2, { env: { REQ_INHERIT_FROM: 'a' } })];
	await first.start();
	for (const call of callsIn(blocksIn(SKILL, 'Keep lessons').join('\n'))) await first.req(...call);
	await first.req('session', 'name', 'a');
	await first.stop();
	await first.end();
	const kinds = first.record()?.insights.map(({ kind }) => kind);
	expect(kinds).toEqual(['learning', 'pattern', 'warning', 'decision']);
	await heir.start();
	for (const call of callsIn(blocksIn(SKILL, 'State what you inherited').join('\n'))) await heir.req(...call);
	await heir.stop();
	expect(heir.record()?.comprehension).toMatchObject({ present: true });
});
