import { expect, it } from 'vitest';
import { type ClientWorld, openGatedWorld } from '../support/client-world.ts';
import { bash, text } from '../support/model-turns.ts';
import { failures, heldStops, mainRequests } from '../support/seen-by-model.ts';

/** A world with a gated file and a program. */
async function openWith(program: string, source: string): Promise<ClientWorld> {
	const world = await openGatedWorld(`version: 1
observe: true
requirements:
  commit_plan: { triggers: [{ edit: "src/**" }], skills: [arch-review] }
`);
	world.write('src/a.ts', 'one\n');
	world.write(program, source);
	world.git('add', '-A');
	world.git('commit', '-q', '-m', 'Add a program');
	return world;
}

it('a script that writes a gated file is shown at once and held at the stop', async () => {
	const source = "require('node:fs').writeFileSync('src/a.ts', 'two\\n');\n";
	await using world = await openWith('gen.cjs', source);

	const run = await world.run({
		main: [bash('ls src'), bash('node gen.cjs'), text('Done.'), text('Done.')],
	});

	expect(world.read('src/a.ts')).toBe('two\n');
	expect(failures(run)).toEqual([false, false]);
	const [, quiet, shown] = mainRequests(run).map((request) => JSON.stringify(request));
	expect(quiet).not.toContain('changed during this Bash call');
	expect(shown).toContain('src/a.ts changed during this Bash call on feature/x although commit_plan is unmet.');
	expect(JSON.stringify(run.messages)).toContain('src/a.ts changed during this Bash call');
	expect(heldStops(run).join()).toContain('Bypassed: ');
	expect(world.state('feature/x')?.requirements['commit_plan']?.sessions).toMatchObject({
		[run.session.slice(0, 8)]: { triggered: true },
	});
});
