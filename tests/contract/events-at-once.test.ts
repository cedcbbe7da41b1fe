import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { Context } from '../../src/context.ts';
import { handle } from '../../src/events/handle.ts';
import { eventOf } from '../support/case-events.ts';
import type { HookStep } from '../support/case-format.ts';
import { fillIn } from '../support/case-placeholders.ts';
import { type CaseWorld, hookEnv, makeCaseWorld, snapshot, writeFileOf } from '../support/case-world.ts';
import { contextOf } from '../support/context.ts';
import { git, makeRepo } from '../support/git-repo.ts';

const edits = Array.from({ length: 12 }, (_, index) => index);

async function configured(requirements: object): Promise<CaseWorld> {
	const world = await makeCaseWorld(true);
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, { requirements });
	return world;
}

function answer(world: CaseWorld, step: HookStep, different: Partial<Context> = {}, call = 1) {
	const event = fillIn(eventOf(step, call), world.names, world.now);
	const { context } = contextOf({ cwd: world.repo, env: hookEnv(world) });
	return handle(event, { ...context, ...different });
}

const observed = {
	observe: true,
	requirements: { planned: { triggers: [{ edit: 'src/**' }], skills: ['arch-review'] } },
};

/**
 * A Bash call in a project whose files are looked at, while git does something before `git status`. `begun`: a file that is
 * there once git runs, with git's process id.
 */
async function withGit(does: string) {
	const world = await makeCaseWorld(true);
	writeFileOf(world, `${world.repo}/.claude/requirements.yaml`, observed);
	const begun = join(world.dir, 'begun');
	const program = `#!/bin/sh
PATH=\${PATH#*:}
case " $* " in *" status "*)
	echo $$ >'${begun}.new' && mv '${begun}.new' '${begun}'
	${does}
esac
exec git "$@"
`;
	writeFileOf(world, `${world.dir}/bin/git`, program);
	chmodSync(`${world.dir}/bin/git`, 0o755);
	const env = hookEnv(world);
	const slow = { env: { ...env, PATH: `${world.dir}/bin:${env['PATH']}` } };
	const call = (different: Partial<Context> = {}) =>
		answer(world, { hook: 'pre-tool-use', bash: 'sh gen.sh' }, { ...slow, ...different });
	return Object.assign(world, { begun, call });
}

// Again on a busy machine: req kills git after 1.5 seconds.
it('an event is answered while git works for another', { retry: 2 }, async () => {
	await using world = await withGit('while [ ! -e ../go ]; do sleep 0.02; done');
	const answered: string[] = [];
	const first = world.call().then(() => answered.push('first'));
	await vi.waitFor(() => expect(existsSync(world.begun)).toBe(true), 10_000);
	const second = await answer(world, { hook: 'pre-tool-use', edit: 'src/a.ts' }, {}, 2);
	answered.push('second');
	writeFileSync(join(world.dir, 'go'), '');
	await first;
	expect(JSON.stringify(second)).toContain('"deny"');
	expect(answered).toEqual(['second', 'first']);
	// Git was not killed while it waited.
	expect(existsSync(`${world.repo}/.git/requirements/faults.jsonl`)).toBe(false);
});

it('an event whose time is over while git works for it keeps no look', async () => {
	await using world = await withGit('while [ ! -e ../go ]; do sleep 0.02; done');
	expect(await world.call({ elapsedMs: () => 7_000 })).toBeUndefined();
	await vi.waitFor(() => expect(existsSync(world.begun)).toBe(true), 10_000);
	writeFileSync(join(world.dir, 'go'), '');
	const pid = Number(readFileSync(world.begun, 'utf8'));
	await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 10_000);
	await setTimeout(200);
	expect([...snapshot(world).keys()].filter((path) => path.includes('/calls/'))).toEqual([]);
});

it('git that hangs is killed, and its event is answered', async () => {
	await using world = await withGit('exec sleep 600');
	expect(await world.call()).toBeUndefined();
	const pid = Number(readFileSync(world.begun, 'utf8'));
	expect(() => process.kill(pid, 0)).toThrow('ESRCH');
	const faults = readFileSync(`${world.repo}/.git/requirements/faults.jsonl`, 'utf8');
	expect(faults).toContain('"not_observed"');
	expect(faults).not.toContain('"deadline"');
});

it('events of one process at once are answered each for itself', async () => {
	await using world = await configured({ planned: { triggers: [{ edit: 'src/**' }] } });
	const answers = await Promise.all(
		edits.map((index) => {
			const edit = index % 2 === 0 ? `src/${index}.ts` : `docs/${index}.md`;
			return answer(world, { hook: 'pre-tool-use', edit }, {}, index);
		}),
	);
	const refused = answers.map((one) => JSON.stringify(one ?? '').includes('"deny"'));
	expect(refused).toEqual(edits.map((index) => index % 2 === 0));
});

it('events of two sessions in two projects at once do not take each other for the same', async () => {
	await using world = await configured({ commit_plan: {} });
	const other = makeRepo(`${world.dir}/other`);
	git(other, 'switch', '-q', '-c', 'feature/y');
	writeFileOf(world, `${other}/.claude/requirements.yaml`, { requirements: { commit_plan: {} } });
	const stdin = { session_id: world.names['$OTHER'], cwd: other };
	const skill = { hook: 'post-tool-use', skill: 'arch-review' } as const;
	await Promise.all([answer(world, skill), answer(world, { ...skill, stdin })]);
	const file = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
	const satisfied = (path: string) => Object.keys(file(path).requirements.commit_plan.sessions);
	expect(satisfied(`${world.repo}/.git/requirements/main.json`)).toEqual(['abc12345']);
	expect(satisfied(`${other}/.git/requirements/feature-y.json`)).toEqual(['def45678']);
});

it('an event whose time is over changes nothing but the file of faults', async () => {
	await using world = await configured({ commit_plan: {} });
	const before = snapshot(world);
	const late = { elapsedMs: () => 60_000 };
	expect(await answer(world, { hook: 'post-tool-use', skill: 'arch-review' }, late)).toBeUndefined();
	const changed = [...snapshot(world)].filter(([path, text]) => before.get(path) !== text);
	expect(changed.map(([path]) => path)).toEqual([`${world.repo}/.git/requirements/faults.jsonl`]);
	expect(changed[0]?.[1]).toContain('"deadline"');
});
