import { expect, it } from 'vitest';
import { installedVersions } from '../support/client-binary.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { bash, text } from '../support/model-turns.ts';
import { heldStops, mainRequests, toolResults } from '../support/seen-by-model.ts';

const planned = `version: 1
observe: true
requirements:
  commit_plan: { triggers: [{ edit: "src/**" }], skills: [arch-review], hold_stop: false }
`;
const WRITES = 'node gen.cjs';

it.each(installedVersions)(
	'Claude Code %s: a script that writes a gated file is told at once and held at the stop',
	async (client) => {
		await using world = await openGatedWorld(planned, { client });
		world.write('src/a.ts', 'one\n');
		world.write('gen.cjs', "require('node:fs').writeFileSync('src/a.ts', 'two\\n');\n");
		world.git('add', '-A');
		world.git('commit', '-q', '-m', 'Add a generator');
		const run = await world.run({
			main: [bash('ls src'), bash(WRITES), text('Done.'), text('Done.')],
		});
		expect(world.read('src/a.ts')).toBe('two\n');
		expect(toolResults(run).map(({ failed }) => failed)).toEqual([false, false]);
		const [, quiet, told] = mainRequests(run).map((request) => JSON.stringify(request));
		expect(quiet).not.toContain('changed during this Bash call');
		expect(told).toContain(
			'src/a.ts changed during this Bash call although 1 requirement is unmet on branch feature/x: commit_plan.',
		);
		// The older client shows a hook's message on the screen, and leaves it out of the stream.
		const shown = JSON.stringify(run.messages).includes('src/a.ts changed during this Bash call');
		expect(shown).toBe(client !== '2.1.300');
		expect(heldStops(run).join()).toContain('A call got round it');
		expect(world.state('feature/x')?.requirements['commit_plan']?.sessions).toMatchObject({
			[run.session.slice(0, 8)]: { bypassed_at: expect.any(String) },
		});
	},
);

it.each(installedVersions)(
	'Claude Code %s: the model puts back with `req restore` what a script of its own did, and the turn ends',
	async (client) => {
		const config = planned.replace('observe: true', 'observe: snapshot');
		await using world = await openGatedWorld(config, { client });
		world.write('src/a.ts', 'one\n');
		world.write('src/clean.ts', 'one\n');
		world.write(
			'gen.cjs',
			"const fs = require('node:fs');\nfor (const n of ['a', 'clean', 'new']) fs.writeFileSync('src/' + n + '.ts', 'two\\n');\n",
		);
		world.git('add', '-A');
		world.git('commit', '-q', '-m', 'Add a generator');
		world.write('src/a.ts', 'by hand\n');
		const run = await world.run({
			main: [bash(WRITES), text('Done.'), bash('req restore'), text('Put back.')],
		});
		const told = JSON.stringify(mainRequests(run)[1]);
		expect(told).toContain('run `req restore`, which puts the files back as before');
		expect(heldStops(run)).toHaveLength(1);
		expect(toolResults(run).map(({ failed }) => failed)).toEqual([false, false]);
		expect([world.read('src/a.ts'), world.read('src/clean.ts')]).toEqual(['by hand\n', 'one\n']);
		expect(world.exists('src/new.ts')).toBe(false);
	},
);
