import { type Happening, PlayedSession } from './played-session.ts';
import { type ScratchProject, scratchProject } from './scratch-project.ts';

/** Plays the main job in a scratch repository and tells both sides. */
const CONFIG = `version: 1
requirements:
  commit_plan:
    message: Write a commit plan first.
  tested:
    enforce: stop
    commands: [npm test]
    stale_after: [edit]
`;

function tell(happening: Happening): void {
	switch (happening.kind) {
		case 'start':
			said('the model starts with', happening.toModel);
			said('the user sees', happening.toUser);
			return;
		case 'prompt':
			console.log(`\n  user › ${happening.text}`);
			return;
		case 'answer':
			said('the user sees', happening.toUser);
			return;
		case 'call':
			console.log(`\n  claude › ${happening.tool}: ${happening.what}`);
			if (happening.refusal === undefined) console.log('    done');
			said('refused; the model reads', happening.refusal);
			return;
		case 'stop':
			console.log(
				`\n  claude › ${happening.held === undefined ? 'ends' : 'wants to end'} the turn`,
			);
			said('held; the model reads', happening.held);
	}
}

function said(who: string, text: string | undefined): void {
	if (text === undefined) return;
	console.log(`    ${who}:`);
	for (const line of text.split('\n')) console.log(`      │ ${line}`);
}

function title(text: string): void {
	console.log(`\n── ${text} ${'─'.repeat(Math.max(0, 76 - text.length))}`);
}

function writeConfig(project: ScratchProject): void {
	project.write('.claude/requirements.yaml', CONFIG);
	console.log(`A scratch repository on branch feature/login, with .claude/requirements.yaml:\n`);
	for (const line of CONFIG.trimEnd().split('\n')) console.log(`    ${line}`);
}

function edit(project: ScratchProject) {
	const file_path = `${project.root}/login.ts`;
	return { tool: 'Edit', what: 'login.ts', input: { file_path } };
}

function firstSession(project: ScratchProject): void {
	title('Session 1');
	const session = new PlayedSession(project, tell);
	session.start();
	session.prompt('add a login form');
	session.call(edit(project));
	session.skill('arch-review');
	session.call(edit(project));
	session.stop();
	session.call({ tool: 'Bash', what: 'npm test', input: { command: 'npm test' } });
	session.stop();
	session.end();
}

function secondSession(project: ScratchProject): void {
	title('Session 2, the same branch: a new session plans anew');
	const session = new PlayedSession(project, tell);
	session.start();
	session.prompt('add a logout button');
	session.call(edit(project));
	session.types('satisfy', 'commit_plan --evidence "planned in session 1"');
	session.call(edit(project));
	title('What a person sees: req status');
	const status = project.req(['status'], { CLAUDE_CODE_SESSION_ID: session.id });
	console.log(`\n${status.trimEnd()}\n`);
	session.end();
}

using project = scratchProject();
writeConfig(project);
firstSession(project);
secondSession(project);
