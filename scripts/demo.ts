import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Plays the main job through the built hooks, each as its own process, exactly as Claude Code would
 * start them. Needs no client and no key; everything happens in a scratch folder.
 */
const CONFIG = `version: 1
requirements:
  commit_plan:
    message: Write a commit plan first.
  tested:
    enforce: stop
    commands: [npm test]
    stale_after: [edit]
`;

const dist = new URL('../dist/', import.meta.url);
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'req-demo-')));
const repository = join(scratch, 'repository');
const env = {
	PATH: process.env['PATH'],
	HOME: scratch,
	CLAUDE_CONFIG_DIR: join(scratch, 'claude'),
};

interface Answer {
	hookSpecificOutput?: { additionalContext?: string; permissionDecisionReason?: string };
	decision?: string;
	reason?: string;
	systemMessage?: string;
}

class Conversation {
	readonly id = randomUUID();
	private turn = 0;
	private calls = 0;

	/** Sends one event to its hook and prints both sides. */
	hook(event: string, name: string, input: object): Answer | undefined {
		const script = fileURLToPath(new URL(`hooks/${name}.cjs`, dist));
		const document = {
			session_id: this.id,
			cwd: repository,
			hook_event_name: event,
			prompt_id: `prompt-${this.turn}`,
			...input,
		};
		const run = spawnSync(process.execPath, [script], {
			cwd: repository,
			env: { ...env, CLAUDE_PROJECT_DIR: repository, CLAUDE_PID: String(process.pid) },
			input: JSON.stringify(document),
			encoding: 'utf8',
		});
		if (run.status !== 0) throw new Error(`the ${event} hook failed: ${run.stderr}`);
		return run.stdout === '' ? undefined : JSON.parse(run.stdout);
	}

	start(): void {
		const answer = this.hook('SessionStart', 'session-start', { source: 'startup' });
		said('the model starts with', answer?.hookSpecificOutput?.additionalContext);
		said('the user sees', answer?.systemMessage);
	}

	prompt(text: string): void {
		this.turn += 1;
		console.log(`\n  user › ${text}`);
	}

	/** One tool call: asks PreToolUse, and lets it succeed when nothing holds it. */
	call(
		tool: string,
		what: string,
		{ input = {}, response = {} }: { input?: object; response?: object },
	): void {
		this.calls += 1;
		const shared = { tool_name: tool, tool_input: input, tool_use_id: `call-${this.calls}` };
		console.log(`\n  claude › ${tool}: ${what}`);
		const verdict = tool === 'Skill' ? undefined : this.hook('PreToolUse', 'pre-tool-use', shared);
		const refusal = verdict?.hookSpecificOutput?.permissionDecisionReason;
		if (refusal === undefined) {
			this.hook('PostToolUse', 'post-tool-use', { ...shared, tool_response: response });
			console.log('    done');
		} else said('refused; the model reads', refusal);
	}

	stop(): void {
		const answer = this.hook('Stop', 'stop', { stop_hook_active: false, background_tasks: [] });
		if (answer?.decision !== 'block') console.log('\n  claude › ends the turn');
		else {
			console.log('\n  claude › wants to end the turn');
			said('held; the model reads', answer.reason);
		}
	}

	end(): void {
		this.hook('SessionEnd', 'session-end', { reason: 'prompt_input_exit' });
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

function makeRepository(): void {
	mkdirSync(join(repository, '.claude'), { recursive: true });
	execFileSync('git', ['init', '-q', '-b', 'feature/login', repository], { env });
	writeFileSync(join(repository, '.claude', 'requirements.yaml'), CONFIG);
	console.log(`A scratch repository on branch feature/login, with .claude/requirements.yaml:\n`);
	for (const line of CONFIG.trimEnd().split('\n')) console.log(`    ${line}`);
}

function firstSession(): void {
	title('Session 1');
	const session = new Conversation();
	const file = { file_path: join(repository, 'login.ts') };
	session.start();
	session.prompt('add a login form');
	session.call('Edit', 'login.ts', { input: file });
	session.call('Skill', 'arch-review', {
		input: { skill: 'arch-review' },
		response: { success: true },
	});
	session.call('Edit', 'login.ts', { input: file });
	session.stop();
	session.call('Bash', 'npm test', { input: { command: 'npm test' } });
	session.stop();
	session.end();
}

function secondSession(): void {
	title('Session 2, the same branch: a new session plans anew');
	const session = new Conversation();
	session.start();
	session.prompt('add a logout button');
	session.call('Edit', 'login.ts', { input: { file_path: join(repository, 'login.ts') } });
	title('What a person sees: req status');
	const cli = fileURLToPath(new URL('cli/req.mjs', dist));
	const status = spawnSync(process.execPath, [cli, 'status'], {
		cwd: repository,
		env: { ...env, CLAUDE_CODE_SESSION_ID: session.id, NO_COLOR: '1' },
		encoding: 'utf8',
	});
	if (status.status !== 0) throw new Error(`req status failed: ${status.stderr}`);
	console.log(`\n${status.stdout.trimEnd()}\n`);
	session.end();
}

try {
	makeRepository();
	firstSession();
	secondSession();
} finally {
	rmSync(scratch, { recursive: true, force: true });
}
