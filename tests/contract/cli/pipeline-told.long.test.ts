import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRunWorld } from '../../support/fake-claude.ts';
import { writeIn } from '../../support/git-repo.ts';
import { ANA, GATED } from '../../support/run-req.ts';

const CONTINUE = { status: { decision: 'continue' } };

describe('a loop that goes on with more iterations than before', () => {
	it('counts them', async () => {
		await using world = await makeRunWorld(GATED);
		world.plays(CONTINUE);
		await world.req('pipeline', 'loop', 'Do it.', 'a', '2');
		const more = await world.req('pipeline', 'loop', 'Do it.', 'a', '4', '--resume');
		expect(more.stderr).toContain('3/4 loop-3');
		expect(more.stderr).toContain('4/4 loop-4');
	});

	it('has not come to its end where one of those fails', async () => {
		await using world = await makeRunWorld(GATED);
		world.plays(CONTINUE, { fails: 'API Error: 529 overloaded' });
		await world.req('pipeline', 'loop', 'Do it.', 'a', '1');
		const more = await world.req('pipeline', 'loop', 'Do it.', 'a', '2', '--resume');
		expect(more.stdout).toContain('stage loop: 1 iteration, not over');
		expect(more.exit).toBe(1);
	});
});

describe('a pipeline that broke off', () => {
	it('says which stages were not started', async () => {
		await using world = await makeRunWorld(GATED);
		world.plays({ fails: 'API Error: 529 overloaded' });
		const stages = '  - { id: plan, prompt: Plan. }\n  - { id: build, prompt: Build. }\n';
		writeIn(world.repo, 'a.yaml', `version: 1\nstages:\n${stages}`);
		const { stdout } = await world.req('pipeline', 'run', 'a.yaml', 'x');
		expect(stdout).toMatch(/^stage build: not started$/m);
	});
});

describe('the words of a loop', () => {
	it('are no prompt where they are the path of a directory', async () => {
		await using world = await makeRunWorld(GATED);
		writeIn(world.repo, 'prompts/refactor.md', 'Refactor.');
		const refused = await world.req('pipeline', 'loop', 'prompts', 'a');
		expect(refused.exit).toBe(64);
		expect(refused.stderr).toContain('prompts is not a regular file');
		expect(world.starts()).toEqual([]);
	});
});

it('what there is to say of the source is said before a session inherits it', async () => {
	await using world = await makeRunWorld(GATED);
	await world.start(ANA);
	await world.req('learn', 'tokens rotate', '--session', ANA);
	world.plays({ status: { decision: 'stop' } });
	const { stderr } = await world.req(
		'pipeline',
		'loop',
		'Do it.',
		'a',
		'--inherit',
		ANA.slice(0, 8),
	);
	const [first, second] = stderr.split('\n');
	expect(first).toMatch(/^req: session 1a2b3c4d is at work still/);
	expect(second).toBe('1/25 loop-1 "Do it."');
});

describe('req pipeline lint', () => {
	it('names what is wrong beside what has the wrong shape, too', async () => {
		await using world = await makeRunWorld(GATED);
		const yaml = `version: 1
inherit: {from: auth-v1, select: [learning]}
stages:
  - id: build
    promt: Rotate the tokens.
    prompt: Rotate the tokens.
    prompt_file: x.md
    inputs: { from: [build, later, sevenn] }
    iterations: 0
  - id: later
    prompt_file: none.md
    model: [opus]
  - id: later
    prompt: ''
  - just a word
`;
		writeIn(world.repo, 'wrong.yaml', yaml);
		const { exit, stdout } = await world.req('pipeline', 'lint', 'wrong.yaml');
		expect(exit).toBe(1);
		const file = join(world.repo, 'wrong.yaml');
		expect(
			stdout.replaceAll(`${file}:`, ''),
		).toBe(`2: inherit.select.0 must be one of all, learnings, patterns, warnings, decisions, progress
5: stages.0.promt is not a known key; did you mean prompt?
7: stages.0.prompt_file cannot stand beside prompt
7: stages.0.prompt_file x.md does not exist
8: stages.0.inputs.from.0 is this stage itself
8: stages.0.inputs.from.1 "later" is a later stage
8: stages.0.inputs.from.2 "sevenn" is not a stage
9: stages.0.iterations must be at least 1
11: stages.1.prompt_file none.md does not exist
12: stages.1.model must be text
13: stages.2.id is the id of stage 2 already
14: stages.2.prompt must have at least 1 character
15: stages.3 must be a map of keys
`);
	});
});
