import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { installedVersions } from '../support/client-binary.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { bash, text } from '../support/model-turns.ts';
import { heldStops, mainRequests, toolResults } from '../support/seen-by-model.ts';

const planned = `version: 1
observe: true
requirements:
  commit_plan: { triggers: [{ edit: "src/**" }], skills: [arch-review] }
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
		expect(JSON.stringify(run.messages)).toContain('src/a.ts changed during this Bash call');
		expect(heldStops(run).join()).toContain('A call got round it');
		expect(world.state('feature/x')?.requirements['commit_plan']?.sessions).toMatchObject({
			[run.session.slice(0, 8)]: { triggered: true },
		});
	},
);

it.each(installedVersions)(
	'Claude Code %s: a person edits during a call of five seconds, and the turn is not held',
	async (client) => {
		await using world = await openGatedWorld(planned, { client });
		world.write('src/a.ts', 'one\n');
		world.write('slow.cjs', 'setTimeout(() => undefined, 5_000);\n');
		world.git('add', '-A');
		world.git('commit', '-q', '-m', 'Add a slow program');
		const person = setInterval(() => {
			if (existsSync(world.path('started'))) world.write('src/a.ts', 'by hand\n');
		}, 500);
		const line = 'touch started; node slow.cjs; rm started';
		const run = await world.run({ main: [bash(line), text('Done.'), text('Done.')] });
		clearInterval(person);
		expect(world.read('src/a.ts')).toBe('by hand\n');
		const [, told] = mainRequests(run).map((request) => JSON.stringify(request));
		expect(told).toContain(
			'changed while this ran: src/a.ts; if the command changed it, run /arch-review',
		);
		expect(JSON.stringify(run.messages)).not.toContain('changed during this Bash call');
		expect(heldStops(run)).toEqual([]);
	},
);
