import { expect, it } from 'vitest';
import { withStatusLine } from '../../src/setup/init.ts';
import { playAtTerminal } from '../support/client-terminal.ts';
import { checkout, openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, text, write } from '../support/model-turns.ts';
import { unbroken } from '../support/pseudo-terminal.ts';

const CONFIG = 'requirements:\n  commit_plan: {}\n  tested: { commands: [npm test] }\n';

it('Claude Code draws the status of the gates below the status line the user has, before the first prompt', async () => {
	await using world = await openGatedWorld(CONFIG);
	const mine = { type: 'command', command: 'echo MINE' };
	const statusLine = withStatusLine(mine, `${checkout}/bin/req`);

	const { sent } = await playAtTerminal(world, {
		settings: { statusLine },
		until: 'req ✗ commit_plan, tested',
	});

	expect(unbroken(sent)).toContain('MINE');
});

it('the user sees the gates at the start, and the answer to what is typed, and no model is asked', async () => {
	await using world = await openGatedWorld(plan);

	const { sent, requests } = await playAtTerminal(world, {
		typed: '/req:satisfy commit_plan',
		until: 'satisfied for this session',
	});

	const shown = unbroken(sent);
	expect(shown).toContain('req:1gateonfeature/x;1unmet:commit_plan');
	expect(shown).toContain('reqanswered`/req:satisfycommit_plan`:commit_plan:satisfied');
	expect(requests).toEqual([]);
});

it('the user sees that a turn ended unmet, and a notification reaches the desktop', async () => {
	await using world = await openGatedWorld('version: 1\n');
	await world.run({ main: [bash('req session name a'), bash('req learn "a fact"'), text('Ok.')] });
	world.write(
		'.claude/requirements.yaml',
		`version: 1
inherit: { from: a, comprehension: required }
requirements:
  tested: { enforce: stop, commands: [npm test] }
`,
	);
	world.git('checkout', '-q', '-b', 'feature/y');

	const { sent } = await playAtTerminal(world, {
		typed: 'Build.',
		main: [write(world.path('a.ts'))],
		until: 'turn ended although',
	});

	expect(unbroken(sent)).toContain('Stopsays:req:turnendedalthoughtestedisunmet');
	expect(sent).toContain('\u001b]9;req: inherited context was not acknowledged\u0007');
});
