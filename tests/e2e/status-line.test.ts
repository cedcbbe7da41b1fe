import { expect, it } from 'vitest';
import { statusLineKey } from '../../src/core/setup/status-line.ts';
import { drawnBy } from '../support/client-terminal.ts';
import { checkout, openGatedWorld } from '../support/client-world.ts';

const CONFIG = 'requirements:\n  commit_plan: {}\n  tested: { commands: [npm test] }\n';

it('the client draws where the gates stand below the status line the user has, before the first prompt', async () => {
	await using world = await openGatedWorld(CONFIG);
	const mine = { kind: 'command', command: 'echo MINE', value: {} } as const;
	const command = statusLineKey(mine, [], `${checkout}/bin/req`)?.value;
	const drawn = await drawnBy(world, {
		settings: { statusLine: { type: 'command', command } },
		until: 'req ✗ commit_plan, tested',
	});
	expect(drawn).toContain('MINE');
});
