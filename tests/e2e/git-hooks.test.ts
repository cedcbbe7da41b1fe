import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { checkout, openGatedWorld } from '../support/client-world.ts';
import { bash, skill, text } from '../support/model-turns.ts';
import { toolResults } from '../support/seen-by-model.ts';

const config = `version: 1
requirements:
  reviewed:
    triggers: [edit]
    blocks: [{ command: git commit }]
    hold_stop: false
    skills: [arch-review]
`;

/** Ways to commit whose names no gate can read. */
const alias = 'echo 1 >> a.txt; git add a.txt; git ci -qm alias';
const script = 'echo 2 >> a.txt; git add a.txt; sh ./s.sh';
const plumbing =
	'git update-ref refs/heads/feature/x "$(git commit-tree -p HEAD -m update HEAD^{tree})"';
const merge = 'git reset -q --hard; git merge -q --no-edit other';
const ways = [
	...[alias, script, plumbing, merge],
	'git merge --abort; unset CLAUDECODE CLAUDE_CODE_SESSION_ID; echo 3 >> a.txt; git add a.txt; git ci -qm none',
];

it.each(clientVersions)(
	'Claude Code %s: the repository refuses what it was not told of, until the requirement is met',
	async (client) => {
		await using world = await openGatedWorld(config, { client });
		world.git('config', 'alias.ci', 'commit');
		world.write('s.sh', 'git commit --no-verify -qm script\n');
		world.git('switch', '-qc', 'other');
		world.write('b.txt', 'other\n');
		world.git('add', '-A');
		world.git('commit', '-qm', 'other');
		world.git('switch', '-q', 'feature/x');
		world.write('a.txt', 'a\n');
		world.write('s.sh', 'git commit --no-verify -qm script\n');
		world.git('add', '-A');
		world.git('commit', '-qm', 'mine');
		const req = path.join(checkout, 'bin/req');
		execFileSync(req, ['hooks', 'install'], { cwd: world.repo, env: world.env });
		const before = world.git('rev-parse', 'HEAD');

		const run = await world.run({ main: [...ways.map((line) => bash(line)), text('Tried.')] });
		const told = toolResults(run).map(({ text: said }) => said);
		expect(told).toEqual(
			ways.map(() =>
				expect.stringContaining(
					'req: this command waits for 1 requirement on branch feature/x: reviewed.',
				),
			),
		);
		expect(world.git('rev-parse', 'HEAD')).toBe(before);

		// A person's own commit is nobody's business.
		world.git('commit', '-q', '--allow-empty', '-m', 'by hand');
		const main = [
			skill('arch-review'),
			...[alias, script, merge, plumbing].map((line) => bash(line)),
			text('Done.'),
		];
		const met = await world.run({ main });
		expect(toolResults(met).filter(({ failed }) => failed)).toEqual([]);
		const made = world.git('log', '--first-parent', '-5', '--format=%s').split('\n');
		expect(made).toEqual([
			...['update', "Merge branch 'other' into feature/x"],
			...['script', 'alias', 'by hand'],
		]);
	},
);
