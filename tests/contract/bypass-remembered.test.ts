import { expect, it } from 'vitest';
import { bash, satisfy, stop } from '../support/detected-call.ts';
import { type EffectWorld, openEffectWorld } from '../support/effect-world.ts';
import { git } from '../support/git-repo.ts';

const PLAN = { plan: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } };
const NEXT = 'def45678-0000-4000-8000-000000000009';
const WRITE = "node -e \"require('node:fs').writeFileSync('src/a.ts', 'x')\"";

const open = () => openEffectWorld({ requirements: PLAN, observe: true });

/** The session ends, another one begins: what that is told, after what its preview says. */
async function next(world: EffectWorld): Promise<string> {
	await world.hook('session-end', { hook_event_name: 'SessionEnd', reason: 'other' });
	const { stdout } = await world.bash('req session preview');
	const { text } = await world.hook('session-start', { source: 'startup', session_id: NEXT });
	return `${stdout}\n${text}`;
}

it('the next session is told what a call changed past a gate, though nothing else was done', async () => {
	using world = await open();
	await bash(world, WRITE);
	await stop(world);
	await stop(world, { stop_hook_active: true });
	const told = await next(world);
	expect(told).not.toContain('nothing to pass on');
	expect(told.match(/ended unmet: plan/g)).toHaveLength(2);
	expect(told.match(/changed, not committed: src\/a\.ts/g)).toHaveLength(2);
});

it('the next session is told so, too, where the turn was cut off', async () => {
	using world = await open();
	await bash(world, WRITE);
	expect(await next(world)).toContain('changed, not committed: src/a.ts');
});

it('the next session is told of the files, and of nothing unmet, where that was satisfied', async () => {
	using world = await open();
	await bash(world, WRITE);
	await satisfy(world);
	await stop(world);
	const told = await next(world);
	expect(told).toContain('changed, not committed: src/a.ts');
	expect(told).not.toContain('ended unmet: plan');
});

it('the next session hears nothing of what was put back', async () => {
	using world = await open();
	await bash(world, WRITE);
	expect(await stop(world)).toContain('Bypassed: ');
	git(world.repo, 'checkout', '-q', 'src/a.ts');
	expect(await stop(world)).toBe('');
	const told = await next(world);
	expect(told).not.toContain('src/a.ts');
	expect(told).not.toContain('ended unmet: plan');
});
