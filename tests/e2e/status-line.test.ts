import { expect, it } from 'vitest';
import { drawnBy } from '../support/client-terminal.ts';
import { checkout, openGatedWorld } from '../support/client-world.ts';

const CONFIG = 'requirements:\n  commit_plan: {}\n  tested: { commands: [npm test] }\n';

it('the client draws where the gates stand beside the status line the user has, before the first prompt', async () => {
	await using world = await openGatedWorld(CONFIG);
	const command = `node '${checkout}/dist/cli/req.mjs' statusline --wrap 'echo MINE'`;
	const drawn = await drawnBy(world, {
		settings: { statusLine: { type: 'command', command } },
		until: 'req ✗ commit_plan, tested',
	});
	expect(drawn).toContain('MINE · req ✗ commit_plan, tested');
});
