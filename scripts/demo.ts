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
			console.log(`\n  claude › ${happening.held === undefined ? 'ends' : 'wants to end'} the turn`);
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
	const file_path = `${project.root}/src/login.ts`;
	const new_string = 'export async function keepCookie(request: Request) {}';
	return { tool: 'Edit', what: 'src/login.ts', input: { file_path, old_string: '', new_string } };
}

function firstSession(project: ScratchProject): void {
	title('Session 1');
	const session = new PlayedSession(project, tell);
	session.start();
	session.prompt('the login form loses its session cookie behind the proxy');
	session.call(edit(project));
	session.skill('arch-review');
	session.call(edit(project));
	session.stop();
	session.req('session', 'name', 'login-cookie');
	session.req('learn', 'decision', 'SameSite=Lax', '--why', 'the proxy strips Secure cookies');
	session.req('note', 'pin', 'release', 'never deploy on a Friday', '--critical');
	session.req('task', 'add', 'Log out everywhere', '--stage', 'build');
	session.req('note', 'next', 'cover the proxy with a test');
	session.call({ tool: 'Bash', what: 'npm test', input: { command: 'npm test' } });
	session.stop('The cookie survives the proxy now; a test of the proxy is missing.');
	session.end();
}

function secondSession(project: ScratchProject): void {
	title('Session 2, the same branch: it knows what session 1 did, and plans again');
	const session = new PlayedSession(project, tell);
	session.start();
	session.prompt('go on with the logout');
	session.call(edit(project));
	session.types('satisfy', 'commit_plan --evidence "planned in session 1"');
	session.call(edit(project));
	show('req status', project.req(['status'], { CLAUDE_CODE_SESSION_ID: session.id }));
	show('req session list', project.req(['session', 'list']));
	show('req search cookie', project.req(['search', 'cookie']));
	session.end();
}

function thirdSession(project: ScratchProject): void {
	project.git('switch', '-q', '-c', 'feature/logout');
	title('Session 3, another branch: REQ_INHERIT_FROM=login-cookie claude');
	const session = new PlayedSession(project, tell);
	session.start({ REQ_INHERIT_FROM: 'login-cookie' });
	session.prompt('log out everywhere');
	session.req(...['inherit', 'ack'], 'Earlier: SameSite=Lax, for the proxy. Task: log out everywhere. So: Lax stays.');
	session.stop();
	show('req session lineage', project.req(['session', 'lineage'], { CLAUDE_CODE_SESSION_ID: session.id }));
	session.end();
}

/** What a person sees in a terminal. */
function show(command: string, printed: string): void {
	title(`What a person sees: ${command}`);
	console.log(`\n${printed.trimEnd()}\n`);
}

using project = scratchProject();
writeConfig(project);
firstSession(project);
secondSession(project);
thirdSession(project);
