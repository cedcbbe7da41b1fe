import { expect, it } from 'vitest';
import { openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { type Block, bash, text, write } from '../support/model-turns.ts';
import { toolResults } from '../support/seen-by-model.ts';

const CONFIG = '.claude/requirements.yaml';
const looser = plan.replace('{ ', '{ enforce: warn, ');

type World = Awaited<ReturnType<typeof openGatedWorld>>;
type Run = Awaited<ReturnType<World['run']>>;

/** What the user reads of a changed config at the end of turns, or just after a call. */
function told(run: Run, when: 'stop' | 'call' = 'stop'): string[] {
	const lines = run.messages.flatMap(({ content = '' }) => content.split('\n'));
	const all = lines.flatMap((line) => /req: (.*requirements\.yaml.*)/.exec(line)?.[1] ?? []);
	return all.filter((line) => line.includes('while this call ran') === (when === 'call'));
}

/** The gated edits of a run: whether each was refused. */
function refused(run: Run): (boolean | undefined)[] {
	const edits = toolResults(run).filter(({ text }) => !/\bran\s*$/.test(text));
	return edits.map(({ failed }) => failed);
}

it('a config changed in an editor counts at once, and is told once at the end of the turn', async () => {
	await using world = await openGatedWorld(plan);
	const edited = (block: Block) => () => {
		world.write(CONFIG, looser);
		return block;
	};
	const run = await world.run({
		prompts: ['Build.', 'Go on.'],
		main: [
			edited(write(world.path('a.ts'))),
			text('Done.'),
			write(world.path('b.ts')),
			text('Done.'),
		],
	});
	expect(refused(run)).toEqual([false, false]);
	expect(told(run)).toEqual(['requirements.yaml changed in this session: commit_plan changed']);
});

it('one that a script of the model changed is seen after the call, and told at the end of the turn', async () => {
	await using world = await openGatedWorld(plan);
	world.write('loosen.sh', `sed -i 's/{ /{ enforce: warn, /' ${CONFIG}\n`);
	const run = await world.run({
		prompts: ['Build.'],
		main: [bash('sh loosen.sh'), text('Done.'), text('Done.')],
	});
	expect(world.read(CONFIG)).toContain('warn');
	expect(told(run, 'call')).toHaveLength(1);
	expect(told(run)).toContain('requirements.yaml changed in this session: commit_plan changed');
});

it('a sparse checkout and a bisect leave the gates on', async () => {
	await using world = await openGatedWorld(plan);
	for (const name of ['One', 'Two']) world.git('commit', '-q', '--allow-empty', '-m', name);
	const edit = write(world.path('a.ts'));
	const run = await world.run({
		prompts: ['Look.', 'Search.'],
		main: [
			...[bash('git sparse-checkout set src && echo ran'), edit, text('Held.')],
			bash(
				'git sparse-checkout disable && git bisect start -q && git checkout -q HEAD~3 && echo ran',
			),
			...[edit, text('Held.')],
		],
	});
	expect(refused(run)).toEqual([true, true]);
	expect(world.exists('a.ts')).toBe(false);
	expect(told(run)).toEqual([
		'the sparse checkout leaves out requirements.yaml; the committed one applies',
		'requirements.yaml is not in this commit; the last one applies until the bisect is over',
	]);
});

it('on a branch that never had a config the gates are off, told once', async () => {
	await using world = await openGatedWorld(plan);
	world.git('branch', 'old', 'HEAD~1');
	const run = await world.run({
		prompts: ['Build.', 'Go on.'],
		main: [
			...[bash('git switch -q old && echo ran'), write(world.path('a.ts')), text('Done.')],
			...[write(world.path('b.ts')), text('Done.')],
		],
	});
	expect(refused(run)).toEqual([false, false]);
	expect(told(run)).toEqual([
		'branch old has no requirements.yaml; the gates are off. Before: commit_plan.',
	]);
});
