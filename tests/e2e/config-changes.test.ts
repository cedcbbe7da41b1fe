import { expect, it } from 'vitest';
import type { Run } from '../support/client-run.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, call, read, text, write } from '../support/model-turns.ts';
import { failures, toolResults } from '../support/seen-by-model.ts';

const CONFIG = '.claude/requirements.yaml';

/** What the user reads of a changed config at the end of turns. */
function shown(run: Run): string[] {
	const lines = run.messages.flatMap(({ content = '' }) => content.split('\n'));
	return lines.flatMap((line) => /req: (.*requirements\.yaml.*)/.exec(line)?.[1] ?? []);
}

it('of a config that the model changes, Edit and `sed -i` are refused, and what a script did is shown to the user (D36)', async () => {
	await using world = await openGatedWorld(plan);
	const config = world.path(CONFIG);
	const local = world.path('.claude/settings.local.json');
	world.write('loosen.sh', `sed -i 's/{ /{ enforce: warn, /' ${CONFIG}\n`);

	const run = await world.run({
		mcp: true,
		main: [
			read(config),
			call('Edit', { file_path: config, old_string: '1', new_string: '1\nenabled: false' }),
			bash(`sed -i s/commit_plan/x/ ${CONFIG}`),
			call('mcp__fs__write_file', { path: config, content: 'enabled: false\n' }),
			write(local, '{ "disableAllHooks": true }'),
			bash('rm -rf .git/requirements'),
			bash('sh loosen.sh'),
			text('Done.'),
		],
	});

	const refused = toolResults(run).map(({ failed, text }) => failed && text.includes('protect'));
	expect(refused).toEqual([false, true, true, true, true, true, false]);
	expect(world.read(CONFIG)).toBe(plan.replace('{ ', '{ enforce: warn, '));
	expect(world.exists('.claude/settings.local.json')).toBe(false);
	expect(shown(run)).toContain('requirements.yaml changed in this session: commit_plan changed');
});

it('protect: ask: Claude Code asks the user (D36)', async () => {
	const gated = plan.replace('{ ', '{ triggers: [{ edit: "src/**" }], ');
	await using world = await openGatedWorld(`${gated}protect: ask\n`);
	const file = '.claude/requirements.local.yaml';

	const run = await world.run({
		approves: true,
		// The client itself asks before it lets `sed` or `cp` write there, whatever the mode is.
		main: [bash(`truncate -s 0 ${file}`)],
	});

	expect(run.messages.filter(({ type }) => type === 'control_request')).toHaveLength(1);
	expect(failures(run)).toEqual([false]);
	expect(world.exists(file)).toBe(true);
});
