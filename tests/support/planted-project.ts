import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { git } from './git-repo.ts';
import type { InstalledWorld } from './installed-world.ts';
import { type Planted, planted } from './planted.ts';
import { ANA } from './run-req.ts';

const CONFIG = 'repo/.claude/requirements.yaml';

const plan = (more: string) => `version: 1\nrequirements:\n  commit_plan: { ${more} }\n`;
const state = (more: object = {}) => ({
	schema_version: 1,
	branch: 'feature/x',
	project: '/p',
	created_at: '2026-11-20T10:00:00.000Z',
	updated_at: '2026-11-20T10:00:00.000Z',
	requirements: {},
	...more,
});
const longAgo = new Date(Date.now() - 3_600_000);

function touchLongAgo(path: string): void {
	utimesSync(path, longAgo, longAgo);
}

function plantLock(world: InstalledWorld, owner: object): void {
	const document = join(world.stateDir, 'feature-x.json');
	mkdirSync(`${document}.lock`, { recursive: true });
	writeFileSync(`${document}.lock.owner`, JSON.stringify(owner));
	touchLongAgo(`${document}.lock`);
}

/** What can be wrong with config, state and sessions. */
export const projectFaults: readonly Planted[] = [
	planted('no config', 'not_configured', (world) => world.remove(CONFIG)),
	planted('a config that does not parse', 'config_problem', (world) => world.put(CONFIG, 'requirements: [')),
	planted('a requirement with an unknown scope', 'config_problem', (world) => world.put(CONFIG, plan('scope: always'))),
	planted('a skill nobody has', 'skill_unknown', (world) => world.put(CONFIG, plan('skills: [no-such-skill]'))),
	planted('a worktree without a config of its own', 'worktree_unconfigured', (world) => {
		const { dir, repo } = world;
		renameSync(repo, join(dir, 'main'));
		git(join(dir, 'main'), 'worktree', 'add', '-q', repo);
		const projects = { [repo]: { hasTrustDialogAccepted: true } };
		world.put('claude/.claude.json', { projects });
	}),
	planted('a worktree whose repository was moved', 'worktree_broken', ({ dir, repo }) => {
		git(repo, 'worktree', 'add', '-q', join(dir, 'tree'));
		rmSync(join(repo, '.git/worktrees/tree'), { recursive: true });
		rmSync(join(repo, '.git'), { recursive: true });
		renameSync(join(dir, 'tree/.git'), join(repo, '.git'));
	}),
	planted('a state directory that is a file', 'state_unwritable', (world) => world.put(world.stateDir, 'x')),
	planted('a corrupt state', 'document_unreadable', (world) => world.put(join(world.stateDir, 'feature-x.json'), '[]')),
	planted('the corrupt state of another branch', 'document_unreadable', (world) =>
		world.put(join(world.stateDir, 'other.json'), '{'),
	),
	planted('a record of init that is cut off', 'document_unreadable', (world) =>
		world.put(join(world.stateDir, 'init.json'), '{'),
	),
	planted('a record of a global init that is none', 'document_unreadable', (world) =>
		world.put('claude/requirements/init.json', '[]'),
	),
	planted('a state of a newer req', 'document_unreadable', (world) =>
		world.put(join(world.stateDir, 'feature-x.json'), state({ schema_version: 9 })),
	),
	planted('a lock held for an hour', 'lock_held', (world) => plantLock(world, { pid: process.pid, host: hostname() })),
	planted('the lock of another host', 'lock_held', (world) => plantLock(world, { pid: 1, host: 'elsewhere' })),
	planted('a lesson of the team that is cut off', 'lessons_unreadable', (world) =>
		world.put('repo/.claude/lessons.jsonl', '{"kind":"warning","te'),
	),
	planted('a document in quarantine', 'quarantined', (world) =>
		world.put(join(world.stateDir, 'quarantine/feature-x.2026.json'), '['),
	),
	planted('a fault nobody was told of', 'faults_unread', (world) =>
		world.put(
			join(world.stateDir, 'faults.jsonl'),
			`${JSON.stringify({ at: new Date().toISOString(), code: 'unexpected', where: 'x', message: 'it broke' })}\n`,
		),
	),
	planted('a corrupt registry', 'document_unreadable', (world) => world.put('claude/sessions.json', '{')),
	planted('a registry of a newer req', 'document_unreadable', (world) =>
		world.put('claude/sessions.json', { schema_version: 9, sessions: {} }),
	),
	planted(
		'a session in which no hook was seen',
		'session_unseen',
		() => undefined,
		() => ({ CLAUDE_CODE_SESSION_ID: ANA, CLAUDECODE: '1' }),
	),
];
