import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, text } from '../support/model-turns.ts';
import { toolResults } from '../support/seen-by-model.ts';

it.each(clientVersions)(
	'Claude Code %s: the model satisfies nothing by a command that hides CLAUDECODE (D36)',
	async (client) => {
		await using world = await openGatedWorld(plan, { client });
		const run = await world.run({
			main: [bash('env -u CLAUDECODE req satisfy commit_plan'), bash('req status'), text('Done.')],
		});
		const [refused, status] = toolResults(run);
		expect(refused).toMatchObject({ failed: true });
		expect(refused?.text).toContain('req satisfy commit_plan');
		expect(status?.text).toContain('not satisfied');
		expect(world.state('feature/x')?.requirements['commit_plan']).toBeUndefined();
	},
);
