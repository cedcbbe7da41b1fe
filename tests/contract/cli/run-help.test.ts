import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeReqWorld } from '../../support/run-req.ts';

it('the release notes and the page on runs say that --resume resumes sessions, too', () => {
	const page = (name: string) =>
		readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8').replace(/\s+/g, ' ');
	expect(page('CHANGELOG.md')).toContain(
		'`--resume` takes tasks in progress first **and resumes their prior sessions**',
	);
	expect(page('docs/runs.md')).toContain(
		'`--resume` takes tasks in progress first and resumes their own sessions',
	);
});

it('the help says what --resume and --strict do', async () => {
	await using world = await makeReqWorld(undefined);
	expect((await world.req('help')).stdout).toMatch(/^ +REQ_CLAUDE +the client that runs start/m);
	const options = (await world.req('help', 'run')).stdout
		.split('\n\n')
		.find((part) => part.startsWith('Options:'));
	expect(options).toMatchInlineSnapshot(`
		"Options:
		  -r, --resume          prioritize tasks in progress AND attempt to resume their
		                        prior sessions; where one cannot be resumed, a fresh one
		                        takes its place
		  --strict              with --resume: fail tasks that have no prior session to
		                        resume
		  --inherit <session>   every new session inherits from this one
		  --dry-run             show what would run, start nothing
		  --verbose             also say which sessions are resumed
		  --timeout <duration>  for each session, such as 90s or 2h (default: "30m")
		  --json                for scripts: what became of each task
		  -h, --help            display help for command"
	`);
});
