import type { HookStep } from './case-format.ts';
import type { GoldenStep } from './golden-play.ts';

/** Every kind of requirement that a gate has, with ways to satisfy each. */
export const GOLDEN_CONFIG = {
	version: 1,
	requirements: {
		commit_plan: { plan: true, carry: ['clear'], message: 'Write a commit plan first.' },
		architecture_reviewed: { scope: 'branch', skills: ['arch-review'] },
		pre_commit_review: {
			scope: 'single_use',
			triggers: ['edit'],
			blocks: [{ command: 'git commit' }],
			skills: ['pre-commit'],
		},
		tested: { enforce: 'stop', commands: ['npm test'], stale_after: ['edit'] },
		migrations_reviewed: { triggers: [{ edit: 'db/**' }], manual: 'user', ttl: '8h' },
		on_release: { type: 'guard', guard: 'protected_branch', branches: ['release/*'] },
	},
};

const next = { session_id: '$OTHER', prompt_id: '$PROMPT_2' };
const third = { session_id: '$THIRD' };
const edit = { edit: 'src/a.ts' };
const commit = { bash: 'git commit -m "Add a"' };
const call = { tool_use_id: 'toolu_commit' };
const before = (given: Partial<HookStep>): HookStep => ({ hook: 'pre-tool-use', ...given });
const after = (given: Partial<HookStep>): HookStep => ({ hook: 'post-tool-use', ...given });
const start = (source: string, more: object = {}): HookStep => ({
	hook: 'session-start',
	stdin: { source, ...more },
});
const end = (reason: string, more: object = {}): HookStep => ({
	hook: 'session-end',
	stdin: { reason, ...more },
});
const stop: HookStep = {
	hook: 'stop',
	stdin: { last_assistant_message: 'Done: the login works.' },
};

/** What the client's own tasks look like on their way through the hooks. */
const TASK = {
	tool_name: 'TaskCreate',
	tool_input: { subject: 'Add a' },
	tool_response: { task: { id: '1' } },
};

/** Two sessions of real work and all that surrounds them. What comes of it stands in contract/golden. */
export const GOLDEN_SCRIPT: readonly GoldenStep[] = [
	start('startup'),
	before(edit),
	before({ bash: 'ls -la' }),
	after({ bash: 'ls -la' }),
	before({ edit: '.claude/requirements.yaml' }),
	after({ skill: 'arch-review' }),
	before(edit),
	after(edit),
	after({ edit: '$WORLD/elsewhere.txt' }),
	before({ edit: 'db/1.sql' }),
	before({ bash: 'echo x > src/b.ts' }),
	after({ bash: 'echo x > src/b.ts' }),
	before(commit),
	stop,
	{ ...stop, stdin: { ...stop.stdin, stop_hook_active: true } },
	after({ bash: 'npm test' }),
	{ hook: 'user-prompt-expansion', skill: 'pre-commit' },
	{ hook: 'user-prompt-expansion', skill: 'compact' },
	{
		hook: 'user-prompt-expansion',
		skill: 'req:satisfy',
		stdin: { command_args: 'migrations_reviewed', command_source: 'plugin' },
	},
	before({ ...commit, stdin: call }),
	after({ ...commit, stdin: { ...call, tool_use_id: 'toolu_commit' } }),
	after({ stdin: TASK }),
	before({ edit: 'db/1.sql' }),
	stop,
	{ req: ['status'] },
	{ req: ['status', '--json'] },
	{ req: ['log'] },
	{ req: ['log', '--json'] },
	{ req: ['session', 'list'] },
	{ req: ['session', 'list', '--json'] },
	start('compact'),
	{ req: ['clear', 'commit_plan'] },
	{ req: ['satisfy', 'commit_plan', '--evidence', 'planned by hand'] },
	{ req: ['satisfy', 'comit_plan'] },
	{ req: ['approve', 'tested', '--ttl', '1h'] },
	{ req: ['done', 'arch-review', '--evidence', 'read twice'] },
	end('clear'),
	start('clear', next),
	before({ ...edit, stdin: next }),
	{ req: ['pause', '--reason', 'lunch'] },
	before({ edit: 'db/2.sql', stdin: next }),
	{ req: ['status'] },
	{ req: ['pause', '--off'] },
	{ git: ['switch', '-q', '-c', 'release/1'] },
	before({ ...edit, stdin: next }),
	{ req: ['status', '--branch', 'main', '--json'] },
	{ git: ['switch', '-q', 'main'] },
	after({ ...edit, stdin: { ...next, agent_id: 'agent-1' } }),
	{ ...stop, stdin: { ...next, agent_id: 'agent-1' } },
	{ ...stop, stdin: { ...next, background_tasks: [{ type: 'subagent' }] } },
	{ ...stop, stdin: next },
	end('prompt_input_exit', next),
	start('resume', next),
	start('startup', third),
	{ req: ['session', 'list', '--all', '--json'] },
	start('fork', { session_id: '99999999-0000-4000-8000-000000000009' }),
	end('other', third),
	end('other', { session_id: '88888888-0000-4000-8000-000000000008' }),
	{ req: ['config', 'check'] },
	{ req: ['config', 'show', '--json'] },
	{ req: ['prune', '--dry-run'] },
];

/** What only hooks of continuity hear: those that are new, and calls that no gate asks about. */
export const LISTENING_STEPS: readonly HookStep[] = [
	{ hook: 'user-prompt-submit', stdin: { prompt: 'We decided to use jwt. Blocked by the proxy.' } },
	{ hook: 'pre-compact', stdin: { trigger: 'auto' } },
	{ hook: 'post-compact', stdin: { compact_summary: 'We built the login.' } },
	{ hook: 'subagent-stop', stdin: { last_assistant_message: 'Found it.' } },
	after({ stdin: TASK }),
	after({ bash: 'ls -la' }),
];
