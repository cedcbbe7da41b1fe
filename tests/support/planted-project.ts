import { spawnSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { InstalledWorld } from './installed-world.ts';
import { type Planted, planting } from './planted.ts';
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
const entry = (more: object) => ({
	...{ uuid: ANA, cwd: '/p', common_dir: '/p/.git', branch: 'main' },
	...{ started_at: '2026-11-20T10:00:00.000Z', last_activity: '2026-11-20T10:00:00.000Z' },
	...more,
});
const deadPid = () => spawnSync('true').pid;
const longAgo = new Date(Date.now() - 3_600_000);

function touchLongAgo(path: string): void {
	utimesSync(path, longAgo, longAgo);
}

function plantLock(world: InstalledWorld, owner: object): void {
	const document = join(world.stateDir, 'feature-x.json');
	mkdirSync(`${document}.lock`, { recursive: true });
	writeFileSync(`${document}.lock.owner`, JSON.stringify(owner));
	touchLongAgo(`${document}.lock.owner`);
}

/** What can be wrong with config, state and sessions. */
export const projectFaults: readonly Planted[] = [
	['no config', 'not_configured', planting((world) => world.remove(CONFIG))],
	[
		'a config that does not parse',
		'config_problem',
		planting((world) => world.put(CONFIG, 'requirements: [')),
	],
	[
		'a requirement with an unknown scope',
		'config_problem',
		planting((world) => world.put(CONFIG, plan('scope: always'))),
	],
	[
		'a config that is off',
		'config_off',
		planting((world) => world.put(CONFIG, `enabled: false\n${plan('manual: anyone')}`)),
	],
	[
		'instructions of 19 kB for the client',
		'context_large',
		planting((world) => world.put('repo/CLAUDE.md', 'Be brief. '.repeat(1_900))),
	],
	[
		'a looser config than a live session began with',
		'ground_differs',
		planting((world) => {
			world.start(ANA);
			world.put(CONFIG, plan('enforce: warn'));
		}),
	],
	[
		'a paused branch',
		'branch_paused',
		planting((world) => void world.req('pause', '--reason', 'x')),
	],
	[
		'a skill nobody has',
		'skill_unknown',
		planting((world) => world.put(CONFIG, plan('skills: [no-such-skill]'))),
	],
	[
		'a command whose program is not there',
		'program_missing',
		planting((world) => world.put(CONFIG, plan('commands: [no-such-program --all]'))),
	],
	[
		'a command that runs a script nobody wrote',
		'test_script_missing',
		planting((world) => {
			world.put('repo/package.json', { scripts: {} });
			world.put(CONFIG, plan('commands: [npm test]'));
		}),
	],
	[
		'a state directory that is a file',
		'state_unwritable',
		planting((world) => world.put(world.stateDir, 'x')),
	],
	[
		'a corrupt state',
		'state_corrupt',
		planting((world) => world.put(join(world.stateDir, 'feature-x.json'), '[]')),
	],
	[
		'the corrupt state of another branch',
		'state_corrupt',
		planting((world) => world.put(join(world.stateDir, 'other.json'), '{')),
	],
	[
		'a record of init that is cut off',
		'init_record_unreadable',
		planting((world) => world.put(join(world.stateDir, 'init.json'), '{')),
	],
	[
		'a record of a global init that is none',
		'init_record_unreadable',
		planting((world) => world.put('claude/requirements/init.json', '[]')),
	],
	[
		'a journal that was never completed',
		'temporary_left',
		planting((world) => {
			const path = join(world.stateDir, 'sessions/a.jsonl.123.tmp');
			world.put(path, '{');
			touchLongAgo(path);
		}),
	],
	[
		'a state of a newer req',
		'state_newer',
		planting((world) =>
			world.put(join(world.stateDir, 'feature-x.json'), state({ schema_version: 9 })),
		),
	],
	[
		'changes that wait',
		'pending_left',
		planting((world) =>
			world.put(
				join(world.stateDir, 'feature-x.json.pending.jsonl'),
				'{"id":"1795000000000-1-1","changes":[]}\n',
			),
		),
	],
	[
		'the lock of a dead process',
		'lock_abandoned',
		planting((world) => plantLock(world, { pid: deadPid(), host: hostname() })),
	],
	[
		'a lock held for an hour',
		'lock_held',
		planting((world) => plantLock(world, { pid: process.pid, host: hostname() })),
	],
	[
		'the lock of another host',
		'lock_foreign',
		planting((world) => plantLock(world, { pid: 1, host: 'elsewhere' })),
	],
	[
		'a file that was never completed',
		'temporary_left',
		planting((world) => {
			const path = join(world.stateDir, 'feature-x.json.123.456-1.tmp');
			world.put(path, '{');
			touchLongAgo(path);
		}),
	],
	[
		'a document in quarantine',
		'quarantined',
		planting((world) => world.put(join(world.stateDir, 'quarantine/feature-x.2026.json'), '[')),
	],
	[
		'a fault nobody was told of',
		'faults_unread',
		planting((world) =>
			world.put(
				join(world.stateDir, 'faults.jsonl'),
				`${JSON.stringify({ at: new Date().toISOString(), code: 'unexpected', where: 'x', message: 'it broke' })}\n`,
			),
		),
	],
	[
		'a compiled config that cannot be stored',
		'cache_unwritable',
		planting((world) => world.put('claude/requirements/cache', 'x')),
	],
	[
		'a corrupt registry',
		'registry_corrupt',
		planting((world) => world.put('claude/sessions.json', '{')),
	],
	[
		'a registry of a newer req',
		'registry_newer',
		planting((world) => world.put('claude/sessions.json', { schema_version: 9, sessions: {} })),
	],
	[
		'a strange entry in the registry',
		'registry_entry_invalid',
		planting((world) =>
			world.put('claude/sessions.json', { schema_version: 1, sessions: { x: 7 } }),
		),
	],
	[
		'a session that was killed',
		'registry_entry_dead',
		planting((world) =>
			world.put('claude/sessions.json', {
				schema_version: 1,
				sessions: { x: entry({ pid: deadPid(), host: hostname() }) },
			}),
		),
	],
	[
		'a session in which no hook was seen',
		'session_unseen',
		() => ({ CLAUDE_CODE_SESSION_ID: ANA, CLAUDECODE: '1' }),
	],
];
