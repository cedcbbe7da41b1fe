import type { Explained } from './explained.ts';

/** Every finding that is about the project: its config, its state, its sessions. */
export const PROJECT = {
	not_configured: {
		area: 'config',
		severity: 'warning',
		means: 'There is no requirements.yaml here, so nothing is gated.',
		fix: '`req init`',
	},
	config_problem: {
		area: 'config',
		severity: 'broken',
		means: 'A part of the config cannot be read and does not gate. Everything else does.',
		fix: 'mend it and run `req config check`',
	},
	config_off: {
		area: 'config',
		severity: 'warning',
		means: 'The config says `enabled: false`: nothing is gated.',
		fix: 'remove `enabled: false`',
	},
	branch_paused: {
		area: 'config',
		severity: 'warning',
		means: 'Gates are off on this branch until somebody ends the pause.',
		fix: '`req unpause`',
	},
	skill_unknown: {
		area: 'config',
		severity: 'warning',
		means:
			'A requirement names a skill that neither the project, nor the user, nor an enabled plugin has.',
		fix: 'add the skill, or correct its name in requirements.yaml',
	},
	program_missing: {
		area: 'config',
		severity: 'warning',
		means: 'A requirement is satisfied by a command whose program is not found.',
		fix: 'install the program, or correct the command in requirements.yaml',
	},
	test_script_missing: {
		area: 'config',
		severity: 'warning',
		means:
			'A requirement is satisfied only by a command that runs the `test` script of package.json, which has none: the command fails each time.',
		fix: 'add the script to package.json, or correct the command in requirements.yaml',
	},
	state_unwritable: {
		area: 'state',
		severity: 'broken',
		means: 'Nothing can be satisfied where nothing can be written, so gates only warn.',
		fix: 'make <file> a folder you may write',
	},
	state_corrupt: {
		area: 'state',
		severity: 'broken',
		means:
			'A stored document cannot be read. The next read sets it aside in quarantine: what it said is then unmet.',
		fix: 'restore the file, or satisfy the requirements anew',
	},
	state_newer: {
		area: 'state',
		severity: 'broken',
		means: 'A stored document was written by a newer req. It stays as it is, and gates only warn.',
		fix: 'update req',
	},
	state_unreadable: {
		area: 'state',
		severity: 'broken',
		means: 'A stored document may not be read by this user.',
		fix: 'correct the owner or the rights of <file>',
	},
	init_record_unreadable: {
		area: 'state',
		severity: 'warning',
		means:
			'What `req init` wrote down cannot be read: it can neither be taken back by `req init --undo` nor added to.',
		fix: 'restore <file>, or move it away and remove by hand what `req init` wrote',
	},
	pending_left: {
		area: 'state',
		severity: 'warning',
		means:
			'Changes wait beside a document whose lock was busy. They count already; the next write folds them in.',
		fix: 'none; if they stay, look for the process that holds the lock',
	},
	lock_abandoned: {
		area: 'state',
		severity: 'warning',
		means: 'The owner of a lock is gone.',
		fix: 'none; the next write breaks it',
	},
	lock_held: {
		area: 'state',
		severity: 'warning',
		means:
			'A process has held a lock for more than ten seconds. Changes wait beside the document meanwhile.',
		fix: 'let the process go on, or end it',
	},
	lock_foreign: {
		area: 'state',
		severity: 'warning',
		means:
			'The owner of a lock runs on another host, where nobody can look for it. After a day the lock is broken.',
		fix: 'end that process there; if the host is gone, remove <file>',
	},
	temporary_left: {
		area: 'state',
		severity: 'warning',
		means: 'A writer died before its file was complete. Nothing reads what it left.',
		fix: 'none; `req prune` removes it after a day',
	},
	quarantined: {
		area: 'state',
		severity: 'warning',
		means: 'Documents that could not be read were set aside here.',
		fix: 'look into <file> and take back what you need; `req prune` removes the rest after 30 days',
	},
	faults_unread: {
		area: 'state',
		severity: 'warning',
		means:
			'Something went wrong inside req within the last 7 days, and no session start has told it yet.',
		fix: 'what the fault says: <hint>',
	},
	journals_large: {
		area: 'state',
		severity: 'warning',
		means: 'The journals of sessions have grown beyond 50 MB.',
		fix: '`req prune`',
	},
	disk_full: {
		area: 'state',
		severity: 'broken',
		means: 'Less than 1 MB is free where the state is stored: soon nothing can be satisfied.',
		fix: 'free the disk',
	},
	disk_low: {
		area: 'state',
		severity: 'warning',
		means: 'Less than 100 MB are free where the state is stored.',
		fix: 'free the disk',
	},
	cache_unwritable: {
		area: 'state',
		severity: 'warning',
		means: 'The compiled config cannot be stored, so each hook parses YAML, which costs it 15 ms.',
		fix: 'make <file> a folder you may write',
	},
	registry_unwritable: {
		area: 'sessions',
		severity: 'broken',
		means: 'Sessions cannot be registered, so `req` cannot tell which one it is called from.',
		fix: 'make <file> a folder you may write',
	},
	registry_corrupt: {
		area: 'sessions',
		severity: 'broken',
		means: 'The registry of sessions cannot be read. The next read sets it aside.',
		fix: 'none; sessions register again at their next stop',
	},
	registry_newer: {
		area: 'sessions',
		severity: 'broken',
		means: 'The registry was written by a newer req. It stays as it is.',
		fix: 'update req',
	},
	registry_entry_invalid: {
		area: 'sessions',
		severity: 'warning',
		means: 'An entry of the registry is none of ours. It is ignored and kept.',
		fix: 'remove the entry <key> from <file>',
	},
	registry_entry_dead: {
		area: 'sessions',
		severity: 'warning',
		means: 'A registered session is gone without a goodbye: its client was killed.',
		fix: 'none; the next session start removes it',
	},
	session_unseen: {
		area: 'sessions',
		severity: 'broken',
		means: 'This session runs and no hook of req was seen at work in it.',
		fix: 'end the session and start claude again; if it stays, `req doctor --live`',
	},
} as const satisfies Readonly<Record<string, Explained>>;
