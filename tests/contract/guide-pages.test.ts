import { expect, it } from 'vitest';
import { type Happening, PlayedSession } from '../../scripts/played-session.ts';
import { type ScratchProject, scratchProject } from '../../scripts/scratch-project.ts';
import { blocksIn, callsIn } from '../support/page-section.ts';

/** A session in a scratch repository with a config, and what was answered so far, newest last. */
function play(project: ScratchProject, config: string) {
	project.write('.claude/requirements.yaml', config);
	const happenings: Happening[] = [];
	const begin = () => new PlayedSession(project, (happening) => happenings.push(happening));
	return { begin, last: () => happenings.at(-1) };
}

function edit(session: PlayedSession, project: ScratchProject): void {
	const new_string = 'export async function keepCookie(request: Request) {}';
	const input = { file_path: `${project.root}/src/login.ts`, old_string: '', new_string };
	session.call({ tool: 'Edit', what: 'src/login.ts', input });
}

function commit(session: PlayedSession): void {
	const command = 'git commit -m "Keep the cookie"';
	session.call({ tool: 'Bash', what: command, input: { command } });
}

/** Keys and times are another run's, and the size is that of the config on the page. */
function timeless(text: string): string {
	return text
		.replaceAll(/\b[0-9a-f]{8}\b/g, 'KEY')
		.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|just now|\d+s ago/g, 'TIME')
		.replace(/\d+ changed lines/, 'LINES');
}

it('the config of the README is in order, and its refusal is what Claude reads', () => {
	const [config = '', refusal = ''] = blocksIn('README.md', 'A first config');
	using project = scratchProject();
	const { begin, last } = play(project, config);
	expect(config.trimEnd().split('\n')).toHaveLength(5);
	expect(project.req(['config', 'check'])).toBe('1 requirement, no problem\n');
	const session = begin();
	session.start();
	session.prompt('add a login form');
	edit(session, project);
	expect(last()).toMatchObject({ refusal: refusal.trimEnd() });
	session.skill('req:arch-review');
	edit(session, project);
	expect(last()).toMatchObject({ tool: 'Edit', refusal: undefined });
});

it('what the page on gates shows is what its config does', () => {
	const [config = '', refusedEdit = '', refusedCommit = '', held = '', status = ''] =
		blocksIn('docs/gates.md');
	using project = scratchProject();
	const { begin, last } = play(project, config);
	const session = begin();
	session.start();
	session.prompt('keep the cookie');
	edit(session, project);
	expect(last()).toMatchObject({ refusal: refusedEdit.trimEnd() });
	session.skill('req:arch-review');
	edit(session, project);
	commit(session);
	expect(last()).toMatchObject({ refusal: refusedCommit.trimEnd() });
	session.stop();
	expect(last()).toMatchObject({ held: held.trimEnd() });
	const [, shown = ''] = /^\$ req status\n([\s\S]*)$/.exec(status) ?? [];
	const env = { CLAUDE_CODE_SESSION_ID: session.id };
	expect(timeless(project.req(['status'], env))).toBe(timeless(shown));
});

it('what the page on memory shows is what the next session is told', () => {
	const [notes = '', told = ''] = blocksIn('docs/memory.md');
	using project = scratchProject();
	const { begin, last } = play(project, 'version: 1\n');
	const first = begin();
	first.start();
	first.prompt('the login form loses its session cookie behind the proxy');
	edit(first, project);
	for (const call of callsIn(notes)) first.req(...call);
	first.stop('The cookie survives the proxy now; a test of the proxy is missing.');
	first.end();
	begin().start();
	const happened = last();
	const toModel = happened?.kind === 'start' ? (happened.toModel ?? '') : '';
	expect(timeless(toModel.slice(toModel.indexOf('[SESSION')))).toBe(timeless(told.trimEnd()));
});
